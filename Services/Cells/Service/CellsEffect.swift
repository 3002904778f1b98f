import Bus
import Cells
import CellsAPI
import FastJSON
import StandupsLogging
import ServiceShell

/// Work that the reducer requests from the shell.
enum CellsEffect: Hashable, Sendable {
  case reply(CallerID, Result<RawJSON, BusError>)
  case log(LogEntry)
  case ready
  /// Delivers an action after a delay in milliseconds.
  indirect case wait(ms: Int, then: CellsAction)
  /// Reads the map, and rejects one that is older than the known map. Results in `read`.
  case read(Token, known: CellMap?)
  /// Adds a cell, or changes its address. Results in `added`.
  case add(CallerID, name: String, router: String, web: String? = nil, known: CellMap?)
  /// Assigns slots to a cell. Results in `moved`.
  case move(CallerID, SlotSet, to: String, known: CellMap?)
  /// Holds, releases or gives a slot. Results in `changed`.
  case change(SlotChange, known: CellMap?)
  /// Sends the differing documents of a slot to the cell at the given router. Results in `copied`.
  case copy(Slot, to: String)
  /// Notifies the cell at the given router that it now owns a slot. Results in `done`.
  case hand(Slot, to: String, version: Int64)
  /// Removes the documents of a slot. Results in `done`.
  ///
  /// - Parameter router: router of the cell that now has its standups; nil if this cell never had
  ///   them.
  case clear(Slot, router: String?)
  /// Finds which slots still have documents here. Results in `looked`.
  case look(SlotSet)
  /// Forwards a request of another cell to the composition root. Results in `relayed`.
  case relay(CallerID, Relay)
  /// Notifies subscribers of a slot that arrived. Results in `announced`.
  case announce(CallerID, Slot, version: Int64)
  /// Sends the share to the composition root. Results in `told`.
  case reportShare(CellShare)
  /// Closes the connection to the database.
  case close
}

/// A request of another cell that the composition root handles.
enum Relay: Hashable, Sendable {
  case digests(Slot, after: String?)
  case receive(ReceiveDocuments)
}

extension CellsReducer: ServiceLogic {
  static var hasTerm: Bool { false }
  static var initial: CellsState { CellsState() }
  static var start: CellsAction { .start }
  static var drain: CellsAction { .drain }

  static func received(
    _ caller: CallerID, _ command: CellsCommand, _ header: Header
  ) -> CellsAction {
    .received(caller, command, via: header.via)
  }

  func isReady(_ state: CellsState) -> Bool {
    state.phase == .running && (cell == nil || state.map != nil)
  }
  /// The service may stop only after it has answered every command that changes the map.
  func isAtRest(_ state: CellsState) -> Bool {
    state.adding.isEmpty && state.receiving.isEmpty && state.taking.isEmpty
      && !state.work.isHolding
  }

  /// Time limit for a reply of the composition root, in milliseconds.
  private static let routerTimeoutMs = 5000
  /// Time limit for finding or removing many documents, in milliseconds.
  private static let scanTimeoutMs = 60_000

  private static func json(_ result: Result<some Encodable, BusError>) -> Result<RawJSON, BusError>
  {
    result.flatMap { reply in
      Result { try RawJSON(encoding: reply) }.mapError { BusError(.internal, "\($0)") }
    }
  }

  private func failure(_ body: () async throws -> Void) async -> BusError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? BusError ?? BusError(.unavailable, "\(error)")
    }
  }

  func work(_ effect: CellsEffect, _ state: CellsState) -> ShellWork<CellsAction> {
    let io = io
    switch effect {
    case .reply(let caller, let result): return .reply(caller, result)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .read(let token, let known):
      return .run { _ in .read(token, await io.read(known)) }
    case .add(let caller, let name, let router, let web, let known):
      return .run { _ in .added(caller, await io.add(name, router, web, known)) }
    case .move(let caller, let slots, let target, let known):
      return .run { _ in
        .moved(caller, await io.change(.send(slots, to: target), known))
      }
    case .change(let change, let known):
      return .run { _ in .changed(await io.change(change, known)) }
    case .copy(let slot, let router):
      return .run { parent in
        do {
          let there = try await io.cell(router)
          return .copied(await SlotCopy(slot: slot, here: parent, there: there).run())
        } catch {
          return .copied(.failure(CopyFailure(description: "\(error)")))
        }
      }
    case .hand(let slot, let router, let version):
      return .run { _ in
        .done(
          await failure {
            let take = TakeSlot(slot: slot.number, version: version)
            _ = try await io.cell(router).send(
              take, options: CallOptions(timeoutMs: Self.routerTimeoutMs))
          })
      }
    case .clear(let slot, let router):
      return .tell(
        SlotLeft(slot: slot.number, router: router), timeoutMs: Self.scanTimeoutMs
      ) { .done($0.failure) }
    case .look(let slots):
      return .tell(LeftSlotsRequested(slots: slots), timeoutMs: Self.scanTimeoutMs) {
        .looked($0.map(\.slots))
      }
    case .relay(let caller, .digests(let slot, let after)):
      return .tell(
        SlotDigestsRequested(slot: slot.number, after: after), timeoutMs: Self.routerTimeoutMs
      ) { .relayed(caller, Self.json($0)) }
    case .relay(let caller, .receive(let documents)):
      return .tell(
        SlotDocumentsReceived(received: documents), timeoutMs: Self.routerTimeoutMs
      ) { .relayed(caller, Self.json($0)) }
    case .announce(let caller, let slot, let version):
      return .tell(
        SlotTaken(slot: slot.number, version: version), timeoutMs: Self.routerTimeoutMs
      ) { .announced(caller, $0.failure) }
    case .reportShare(let share):
      return .tell(CellShareChanged(share: share), timeoutMs: Self.routerTimeoutMs) { result in
        switch result {
        case .success: .told(share, nil)
        case .failure(let error): .told(share, error)
        }
      }
    case .close:
      return .run { _ in
        await io.close()
        return .closed
      }
    }
  }
}
