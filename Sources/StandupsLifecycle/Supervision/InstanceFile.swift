import StandupsConfiguration
import Foundation

/// File with the id of the local instance of a service, which the health check, a separate process,
/// reads.
///
/// It is `<service>.instance` in the runtime directory. If that directory does not exist, no file
/// is written, and the health check accepts any instance of the service.
struct InstanceFile: Hashable, Sendable {
  let path: String

  init(service: String, environment: BusEnvironment) {
    path = environment.runtimeDirectory + "/\(service).instance"
  }

  /// Writes the file.
  ///
  /// - Returns: false if that failed.
  func write(_ instance: UUID) -> Bool {
    FileManager.default.createFile(
      atPath: path, contents: Data((instance.uuidString.lowercased() + "\n").utf8),
      attributes: [.posixPermissions: 0o600])
  }

  /// Returns the instance that wrote the file; nil if the file is missing or unreadable.
  func read() -> UUID? {
    FileManager.default.contents(atPath: path).flatMap {
      UUID(uuidString: String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines))
    }
  }

  /// Removes the file, unless another instance has overwritten it.
  func remove(_ instance: UUID) {
    guard read() == instance else { return }
    unlink(path)
  }
}
