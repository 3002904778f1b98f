import Bus
import Cells
import StandupsConfiguration
import ServiceShell

/// Adds cells, or changes their addresses.
extension CellsReduction {
  mutating func add(
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
}
