import Bus
import CellsAPI
import FastJSON
import ServiceShell

extension CellsReducer: ServiceLogic {
  typealias Term = NoTerm
  typealias Decided = NothingDecided

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
  /// Every command that changes the map must be answered before the service stops.
  func isAtRest(_ state: CellsState) -> Bool {
    state.adding.isEmpty && state.receiving.isEmpty && state.taking.isEmpty
      && !state.work.isHolding
  }

  /// Time limit for a reply of the composition root, in milliseconds.
  private static let parentPatienceMs = 5000
  /// Time limit for going through many documents, in milliseconds.
  private static let longPatienceMs = 60_000

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
    let world = world
    switch effect {
    case .reply(let caller, let result): return .reply(caller, result)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .read(let token, let known):
      return .run { _ in .read(token, await world.read(known)) }
    case .add(let caller, let name, let router, let web, let known):
      return .run { _ in .added(caller, await world.add(name, router, web, known)) }
    case .move(let caller, let slots, let target, let known):
      return .run { _ in
        .moved(caller, await world.change(.send(slots, to: target), known))
      }
    case .change(let change, let known):
      return .run { _ in .changed(await world.change(change, known)) }
    case .copy(let slot, let router):
      return .run { parent in
        do {
          let there = try await world.cell(router)
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
            _ = try await world.cell(router).send(
              take, options: CallOptions(timeoutMs: Self.parentPatienceMs))
          })
      }
    case .clear(let slot, let router):
      return .tell(
        SlotLeft(slot: slot.number, router: router), timeoutMs: Self.longPatienceMs
      ) { .done($0.failure) }
    case .look(let slots):
      return .tell(LeftSlotsRequested(slots: slots), timeoutMs: Self.longPatienceMs) {
        .looked($0.map(\.slots))
      }
    case .relay(let caller, .digests(let slot, let after)):
      return .tell(
        SlotDigestsRequested(slot: slot.number, after: after), timeoutMs: Self.parentPatienceMs
      ) { .relayed(caller, Self.json($0)) }
    case .relay(let caller, .receive(let documents)):
      return .tell(
        SlotDocumentsReceived(received: documents), timeoutMs: Self.parentPatienceMs
      ) { .relayed(caller, Self.json($0)) }
    case .announce(let caller, let slot, let version):
      return .tell(
        SlotTaken(slot: slot.number, version: version), timeoutMs: Self.parentPatienceMs
      ) { .announced(caller, $0.failure) }
    case .tell(let share):
      return .tell(CellShareChanged(share: share), timeoutMs: Self.parentPatienceMs) { result in
        switch result {
        case .success: .told(share, nil)
        case .failure(let error): .told(share, error)
        }
      }
    case .close:
      return .run { _ in
        await world.close()
        return .closed
      }
    }
  }
}
