import Bus
import FastJSON
import StandupsLogging
import ServiceShell

/// Handles one action.
struct CellsReduction: ServiceReduction {
  var state: CellsState
  var effects: [CellsEffect] = []
  let reducer: CellsReducer

  init(state: CellsState, reducer: CellsReducer) {
    self.state = state
    self.reducer = reducer
  }

  mutating func take(_ action: CellsAction) {
    switch action {
    case .start: start()
    case .received(let caller, let command, let via): receive(caller, command, via)
    case .read(let token, let result): read(token, result)
    case .readAgain: read()
    case .added(let caller, let result): changed(caller, result)
    case .moved(let caller, let result): changed(caller, result)
    case .changed(let result): changed(result)
    case .copied(let result): copied(result)
    case .done(let error): done(error)
    case .looked(let result): looked(result)
    case .goOn:
      if state.work == .pausing { state.work = .idle }
      continueMoving()
    case .relayed(let caller, let result): relayed(caller, result)
    case .announced(let caller, let error): announced(caller, error)
    case .told(let share, let error): shareReported(share, error)
    case .tellAgain:
      state.report = .idle
      reportShare()
    case .closed: break
    case .drain: drain()
    }
  }

  mutating func log(_ level: LogEntry.Level, _ message: String) {
    effects.append(.log(LogEntry(level, message)))
  }

  private mutating func start() {
    guard state.phase == .idle else { return }
    state.phase = .running
    guard reducer.cell != nil else {
      effects.append(.ready)
      return log(
        .info,
        "Cells are not configured (STANDUPS_CELL, STANDUPS_CELLS); this installation contains all standups."
      )
    }
    read()
  }

  private mutating func drain() {
    state.phase = .draining
    closeAtRest()
  }

  /// Closes the database while draining, but not while a slot is held.
  mutating func closeAtRest() {
    guard state.phase == .draining, !state.work.isHolding else { return }
    effects.append(.close)
  }
}

extension CellsReduction {
  mutating func receive(_ caller: CallerID, _ command: CellsCommand, _ via: String?) {
    switch command {
    case .receive where via != nil, .take where via != nil:
      // A document may state that the user of this machine requested an internal address. A sender
      // outside the bus must not be able to make that claim.
      refuse(
        caller, BusError(.denied, "Only another cell may send this command, and only over the bus.")
      )
    case .list: reply(caller, reducer.status(state))
    case .share: reply(caller, reducer.share(state))
    case .add(let name, let router, let web): add(caller, name, router, web)
    case .move(let slots, let target): move(caller, slots, to: target)
    case .digests(let number, let after):
      relay(caller, number) { .digests($0, after: after) }
    case .receive(let documents):
      relay(caller, documents.slot) { _ in .receive(documents) }
    case .take(let number, let version): take(caller, number, version)
    }
  }

  /// Replies with a value.
  ///
  /// - Parameter value: nil until the map has been read.
  mutating func reply(_ caller: CallerID, _ value: (some Encodable)?) {
    guard let value else {
      guard reducer.cell != nil else { return refuse(caller, Self.unconfigured) }
      return refuse(
        caller,
        BusError(
          .unavailable, reducer.obstacle(state) ?? "\(CellsReducer.unread).",
          retryAfterMs: CellsReducer.pauseMs))
    }
    effects.append(
      .reply(
        caller, Result { try RawJSON(encoding: value) }.mapError { BusError(.internal, "\($0)") }))
  }

  mutating func refuse(_ caller: CallerID, _ error: BusError) {
    effects.append(.reply(caller, .failure(error)))
  }
}
