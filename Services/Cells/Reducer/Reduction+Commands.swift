import Bus
import Cells
import CellsAPI
import Configuration
import FastJSON
import ServiceShell

extension Reduction {
  mutating func receive(_ caller: CallerID, _ command: CellsCommand) {
    switch command {
    case .list: reply(caller, reducer.status(state))
    case .share: reply(caller, reducer.share(state))
    case .add(let name, let router): add(caller, name, router)
    }
  }

  /// - Parameter value: nil as long as the map was never read.
  private mutating func reply(_ caller: CallerID, _ value: (some Encodable)?) {
    guard let value else {
      return refuse(
        caller,
        BusError(
          .unavailable, reducer.obstacle(state) ?? "The map of cells was not read yet.",
          retryAfterMs: CellsReducer.pauseMs))
    }
    effects.append(
      .reply(
        caller, Result { try RawJSON(encoding: value) }.mapError { BusError(.internal, "\($0)") }))
  }

  private mutating func refuse(_ caller: CallerID, _ error: BusError) {
    effects.append(.reply(caller, .failure(error)))
  }

  private mutating func add(_ caller: CallerID, _ name: String, _ router: String) {
    guard reducer.cell != nil else {
      return refuse(
        caller,
        BusError(
          .invalid,
          "There are no cells; set STANDUPS_CELL and STANDUPS_CELLS for the cells service and start it again."
        ))
    }
    guard CellMap.isName(name) else {
      return refuse(
        caller, BusError(.invalid, "The name of a cell is 1 to 32 letters, digits and hyphens."))
    }
    guard Endpoint.isPlace(router) else {
      return refuse(
        caller,
        BusError(
          .invalid,
          "The router is tcp://host without a port, several with commas between them, or for cells of one"
            + " machine the absolute path of a runtime directory.")
      )
    }
    guard state.phase == .running else {
      return refuse(caller, BusError(.draining, "The cells service is stopping; try again."))
    }
    state.adding.insert(caller)
    effects.append(.add(caller, name: name, router: router, known: state.map))
  }

  mutating func added(_ caller: CallerID, _ result: Result<CellMap, CellsFailure>) {
    state.adding.remove(caller)
    switch result {
    case .success(let map):
      // Another answer may have overtaken this one.
      if state.map.map({ $0.version < map.version }) ?? true {
        // What is being read may be what was before.
        state.token += 1
        adopt(map)
      }
      reply(caller, reducer.status(state))
    case .failure(.away(let reason)):
      refuse(
        caller,
        BusError(
          .unavailable, "Whether it was done is not known; try again. (\(reason))",
          retryAfterMs: CellsReducer.pauseMs))
    case .failure(let failure):
      refuse(caller, BusError(.conflict, failure.description))
    }
  }
}
