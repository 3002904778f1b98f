import StandupsConfiguration
import Foundation

/// A note with the id of the local instance of a service, for the health check, which is a separate
/// process.
///
/// The note is in the runtime directory, `<service>.instance`. Without that directory, no note is
/// left, and the health check accepts any instance of the name.
struct InstanceFile: Hashable, Sendable {
  let path: String

  init(service: String, environment: BusEnvironment) {
    path = environment.runtimeDirectory + "/\(service).instance"
  }

  /// Writes the note.
  ///
  /// - Returns: false if that failed.
  func write(_ instance: UUID) -> Bool {
    FileManager.default.createFile(
      atPath: path, contents: Data((instance.uuidString.lowercased() + "\n").utf8),
      attributes: [.posixPermissions: 0o600])
  }

  /// The instance that wrote the note; nil if the note is missing or unreadable.
  func read() -> UUID? {
    FileManager.default.contents(atPath: path).flatMap {
      UUID(uuidString: String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines))
    }
  }

  /// Removes the note, unless another instance has overwritten it.
  func remove(_ instance: UUID) {
    guard read() == instance else { return }
    unlink(path)
  }
}
