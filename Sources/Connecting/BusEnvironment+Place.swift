public import Configuration

extension BusEnvironment {
  /// An environment that leads to another router than the one that it names.
  ///
  /// - Parameters:
  ///   - variables: the environment; keys and all else are as there.
  ///   - router: a host as in `STANDUPS_ROUTER`, or the runtime directory of routers of this machine.
  public static func variables(
    _ variables: [String: String], at router: String
  ) -> [String: String] {
    var variables = variables
    for name in ["ROUTER", "COMMANDS", "EVENTS", "INGEST"] { variables["STANDUPS_\(name)"] = nil }
    variables[router.hasPrefix("/") ? "STANDUPS_RUNTIME_DIR" : "STANDUPS_ROUTER"] = router
    return variables
  }
}
