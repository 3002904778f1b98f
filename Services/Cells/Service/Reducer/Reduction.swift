import Bus
import Cells
import CellsAPI
import Logging

/// The handling of one action.
struct Reduction {
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
      goOn()
    case .relayed(let caller, let result): relayed(caller, result)
    case .announced(let caller, let error): announced(caller, error)
    case .told(let share, let error): told(share, error)
    case .tellAgain:
      state.telling = .idle
      tell()
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

  /// Closes the database while draining, but not before a held slot is served again or given.
  mutating func closeAtRest() {
    guard state.phase == .draining, !state.work.isHolding else { return }
    effects.append(.close)
  }

  // MARK: Reading

  /// Reads the map immediately, because a later version is known to exist.
  mutating func readEarly() {
    guard state.early == nil else { return }
    read()
    state.early = state.token
  }

  private mutating func read() {
    guard state.phase == .running else { return }
    state.token += 1
    effects.append(.read(state.token, known: state.map))
  }

  private mutating func read(_ token: Token, _ result: Result<CellMap?, CellsFailure>) {
    guard state.phase == .running else { return }
    // A change in the meantime may not be in it.
    if token == state.token { judge(result) }
    if token == state.early {
      state.early = nil
      return
    }
    effects.append(.wait(ms: CellsReducer.pauseMs, then: .readAgain))
  }

  private mutating func judge(_ result: Result<CellMap?, CellsFailure>) {
    switch result {
    case .success(let map):
      if let map { adopt(map) } else { cleared() }
    case .failure(.refused(let reason)):
      if state.refused != reason {
        log(.error, "The cell map in the database is invalid: \(reason)")
      }
      state.away = nil
      state.refused = reason
    case .failure(let failure):
      if state.away == nil { log(.warning, "Cannot read the cell map; retrying: \(failure)") }
      state.away = .init(
        reason: failure.description, since: state.away?.since ?? reducer.date())
    }
  }

  /// Adopts a map that was read from the database.
  mutating func adopt(_ map: CellMap) {
    cleared()
    let isFirst = state.map == nil
    // Each moving slot changes the map several times.
    if state.map != map, map.moves.isEmpty {
      log(.info, "The cell map is at version \(map.version).")
    }
    state.map = map
    if isFirst { effects.append(.ready) }
    tell()
    goOn()
    lookAtTaking()
  }

  private mutating func cleared() {
    if state.away != nil { log(.info, "The cell map can be read again.") }
    state.away = nil
    state.refused = nil
  }

  // MARK: Reporting

  mutating func tell() {
    guard state.phase == .running || state.work.isHolding, state.telling == .idle,
      let share = reducer.share(state),
      state.told.map({ ($0.slots, $0.others) != (share.slots, share.others) }) ?? true
    else { return }
    state.telling = .underWay(share)
    effects.append(.tell(share))
  }

  private mutating func told(_ share: CellShare, _ error: BusError?) {
    guard state.telling == .underWay(share) else { return }
    guard let error else {
      state.told = share
      state.untold = nil
      state.refusals = 0
      state.telling = .idle
      settled()
      tell()
      return lookAtTaking()
    }
    if state.untold == nil {
      log(.warning, "The router did not accept the slots of this cell; retrying: \(error.message)")
    }
    state.untold = .init(
      reason: error.message, since: state.untold?.since ?? reducer.date())
    state.telling = .pausing
    let pause = CellsReducer.pauseMs << min(state.refusals, 5)
    state.refusals += 1
    effects.append(.wait(ms: min(pause, CellsReducer.longestPauseMs), then: .tellAgain))
  }
}
