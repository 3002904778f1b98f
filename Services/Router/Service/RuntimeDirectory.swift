import StandupsConfiguration
import Foundation

/// Directory of the sockets of a single machine.
enum RuntimeDirectory {
  /// Checks that each endpoint is a single address.
  ///
  /// - Throws: `ConfigurationError` if there are several: only clients list the addresses of all
  ///   routers.
  static func checkAddresses(_ environment: BusEnvironment) throws(ConfigurationError) {
    let endpoints = [
      ("STANDUPS_COMMANDS", environment.commands), ("STANDUPS_EVENTS", environment.events),
      ("STANDUPS_INGEST", environment.ingest),
    ]
    for (variable, endpoint) in endpoints where Endpoint.list(endpoint).count > 1 {
      throw ConfigurationError(
        variable,
        "Invalid value “\(endpoint)”; a router binds a single address, so give each router its own."
      )
    }
  }

  /// Creates the directories of the `ipc://` endpoints, accessible to this user only.
  ///
  /// - Throws: `ConfigurationError` if that fails, or if other users could place sockets there.
  static func prepare(_ environment: BusEnvironment) throws {
    let endpoints = [environment.commands, environment.events, environment.ingest]
    for endpoint in endpoints where endpoint.hasPrefix("ipc:///") {
      let directory = (String(endpoint.dropFirst("ipc://".count)) as NSString)
        .deletingLastPathComponent
      do {
        try PrivateDirectory.make(directory)
      } catch {
        throw ConfigurationError("STANDUPS_RUNTIME_DIR", "\(error)")
      }
    }
  }
}
