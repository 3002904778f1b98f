public import StandupsConfiguration

extension BusEnvironment {
  /// Returns an environment that selects another router.
  ///
  /// - Parameters:
  ///   - variables: the original environment. Keys and all other variables are unchanged.
  ///   - router: a host as in `STANDUPS_ROUTER`, or the runtime directory of routers on this
  ///     machine.
  public static func variables(
    _ variables: [String: String], at router: String
  ) -> [String: String] {
    var variables = variables
    for name in ["ROUTER", "COMMANDS", "EVENTS", "INGEST"] { variables["STANDUPS_\(name)"] = nil }
    variables[router.hasPrefix("/") ? "STANDUPS_RUNTIME_DIR" : "STANDUPS_ROUTER"] = router
    return variables
  }
}
