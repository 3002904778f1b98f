import Configuration
import Foundation

/// The directory of the sockets on one machine.
enum RuntimeDirectory {
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
