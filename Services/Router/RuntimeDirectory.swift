import Foundation
import Glibc
import Lifecycle

/// The directory of the sockets on one machine.
enum RuntimeDirectory {
  /// Makes the directories of the `ipc://` endpoints, for this user only.
  ///
  /// - Throws: `ConfigurationError` if that is not possible.
  static func prepare(_ environment: BusEnvironment) throws {
    let endpoints = [environment.commands, environment.events, environment.ingest]
    for endpoint in endpoints where endpoint.hasPrefix("ipc:///") {
      let directory = (String(endpoint.dropFirst("ipc://".count)) as NSString)
        .deletingLastPathComponent
      do {
        try FileManager.default.createDirectory(
          atPath: directory, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      } catch {
        throw ConfigurationError(
          "STANDUPS_RUNTIME_DIR",
          "the directory \(directory) cannot be made; choose one that this user may write.")
      }
    }
  }
}
