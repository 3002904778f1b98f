import Bus
import Cells
import CellsAPI
import ServiceShell

/// Commands that change the map.
extension CellsReduction {
  /// Without cells, another attempt would fail as well.
  static let unconfigured = BusError(
    .invalid,
    "Cells are not configured; set STANDUPS_CELL and STANDUPS_CELLS for the cells service and restart it."
  )

  /// Returns whether the map may be changed; otherwise, the caller gets an error.
  mutating func mayChange(_ caller: CallerID) -> Bool {
    guard reducer.cell != nil else {
      refuse(caller, Self.unconfigured)
      return false
    }
    guard state.phase == .running else {
      refuse(caller, BusError(.draining, "The cells service is stopping; try again."))
      return false
    }
    return true
  }

  mutating func move(_ caller: CallerID, _ slots: SlotSet, to target: String) {
    guard mayChange(caller) else { return }
    guard let map = state.map else { return reply(caller, nil as CellsStatus?) }
    guard map[target] != nil else {
      return refuse(
        caller,
        BusError(
          .notFound, "Cell “\(target.prefix(64))” not found; list all cells with “standups cells”.")
      )
    }
    state.adding.insert(caller)
    effects.append(.move(caller, slots, to: target, known: map))
  }

  /// Handles the map after a command of a user.
  mutating func changed(_ caller: CallerID, _ result: Result<CellMap, CellsFailure>) {
    state.adding.remove(caller)
    switch result {
    case .success(let map):
      adoptChange(map)
      reply(caller, reducer.status(state))
    case .failure(.away(let reason)):
      refuse(
        caller,
        BusError(
          .unavailable, "Cannot confirm that the change was made; try again. (\(reason))",
          retryAfterMs: CellsReducer.pauseMs))
    case .failure(let failure):
      refuse(caller, BusError(.conflict, failure.description))
    }
  }

  /// Adopts the map that results from a change.
  mutating func adoptChange(_ map: CellMap) {
    // The result of a later change may have arrived first.
    guard state.map.map({ $0.version < map.version }) ?? true else { return }
    // A read in progress may return the map from before the change.
    state.token += 1
    adopt(map)
  }
}
