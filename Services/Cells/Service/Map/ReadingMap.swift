import Cells

/// Reads the map every second. While the database is unavailable or its map is invalid, the last
/// known map applies.
extension CellsReduction {
  /// Reads the map immediately, because a later version is known to exist.
  mutating func readEarly() {
    guard state.early == nil else { return }
    read()
    state.early = state.token
  }

  mutating func read() {
    guard state.phase == .running else { return }
    state.token += 1
    effects.append(.read(state.token, known: state.map))
  }

  mutating func read(_ token: Token, _ result: Result<CellMap?, CellsFailure>) {
    guard state.phase == .running else { return }
    // A change made during the read may be missing from the result.
    if token == state.token { apply(result) }
    if token == state.early {
      state.early = nil
      return
    }
    effects.append(.wait(ms: CellsReducer.pauseMs, then: .readAgain))
  }

  private mutating func apply(_ result: Result<CellMap?, CellsFailure>) {
    switch result {
    case .success(let map):
      if let map { adopt(map) } else { mapIsValid() }
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
    mapIsValid()
    let isFirst = state.map == nil
    // While slots move, each of them changes the map several times.
    if state.map != map, map.moves.isEmpty {
      log(.info, "The cell map is at version \(map.version).")
    }
    state.map = map
    if isFirst { effects.append(.ready) }
    reportShare()
    continueMoving()
    announceArrivals()
  }

  /// Records that the map was read and is valid.
  private mutating func mapIsValid() {
    if state.away != nil { log(.info, "The cell map can be read again.") }
    state.away = nil
    state.refused = nil
  }
}
