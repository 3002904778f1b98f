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
      // A document says that the user of this machine asked for an address inside, which a sender outside the bus may not claim.
      refuse(caller, BusError(.denied, "Only another cell may send this command, over the bus."))
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

  /// - Parameter value: nil as long as the map was never read.
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

  /// Whether the map may be changed; if not, the caller is told why.
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
    // The empty text is nowhere.
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

  /// The map as it is after somebody's command.
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

  /// Takes the map as it is after a change.
  mutating func adoptChange(_ map: CellMap) {
    // Another answer may have overtaken this one.
    guard state.map.map({ $0.version < map.version }) ?? true else { return }
    // What is being read may be what was before.
    state.token += 1
    adopt(map)
  }
}
