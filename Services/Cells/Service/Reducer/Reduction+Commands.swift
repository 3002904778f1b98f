import Bus
import Cells
import CellsAPI
import Configuration
import FastJSON
import ServiceShell

extension Reduction {
  mutating func receive(_ caller: CallerID, _ command: CellsCommand, _ via: String?) {
    switch command {
    case .receive where via != nil, .take where via != nil:
      // A document may state that the user of this machine requested an internal address; a sender
      // outside the bus must not claim that.
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
  /// - Parameter value: nil until the map was read.
  mutating func reply(_ caller: CallerID, _ value: (some Encodable)?) {
    guard let value else {
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

  /// Returns whether the map may be changed; otherwise, the caller gets an error.
  private mutating func mayChange(_ caller: CallerID) -> Bool {
    guard reducer.cell != nil else {
      refuse(
        caller,
        BusError(
          .invalid,
          "Cells are not configured; set STANDUPS_CELL and STANDUPS_CELLS for the cells service and restart it."
        ))
      return false
    }
    guard state.phase == .running else {
      refuse(caller, BusError(.draining, "The cells service is stopping; try again."))
      return false
    }
    return true
  }

  private mutating func move(_ caller: CallerID, _ slots: SlotSet, to target: String) {
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

  private mutating func add(
    _ caller: CallerID, _ name: String, _ router: String, _ web: String?
  ) {
    guard mayChange(caller) else { return }
    guard CellMap.isName(name) else {
      return refuse(
        caller,
        BusError(.invalid, "Invalid cell name; expected 1 to 32 letters, digits and hyphens."))
    }
    guard Endpoint.isPlace(router) else {
      return refuse(
        caller,
        BusError(
          .invalid,
          "Invalid router; expected tcp://host without a port, several separated by commas, or, for cells on"
            + " one machine, the absolute path of a runtime directory.")
      )
    }
    // An empty address removes the page.
    guard web.map({ $0.isEmpty || Endpoint.page($0) != nil }) ?? true else {
      return refuse(
        caller,
        BusError(
          .invalid,
          "Invalid page address; expected the root of a host, such as https://host/ or http://host:port/.",
          detail: ["field": "web"]))
    }
    state.adding.insert(caller)
    effects.append(
      .add(
        caller, name: name, router: router, web: web.map { Endpoint.page($0) ?? "" },
        known: state.map))
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

  /// Adopts the map after a change.
  mutating func adoptChange(_ map: CellMap) {
    // A later result may have arrived first.
    guard state.map.map({ $0.version < map.version }) ?? true else { return }
    // A read in progress may return the map from before the change.
    state.token += 1
    adopt(map)
  }
}
