import Configuration
import Foundation

/// The directory of the sockets on one machine.
enum RuntimeDirectory {
  /// - Throws: `ConfigurationError` where several addresses are given: clients have those of all routers, and a router
  ///   its own.
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

  /// Makes the directories of the `ipc://` endpoints, for this user only.
  ///
  /// - Throws: `ConfigurationError` if that is not possible, or others could put their own sockets there.
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
