import Configuration
import Foundation

/// A note of which instance of a service runs here, for the health check that is started beside it.
///
/// It is in the runtime directory, `<service>.instance`. Where there is no such directory there is no
/// note, and the health check asks for any instance of the name.
struct InstanceFile: Hashable, Sendable {
  let path: String

  init(service: String, environment: BusEnvironment) {
    path = environment.runtimeDirectory + "/\(service).instance"
  }

  /// Leaves the note.
  ///
  /// - Returns: false where that is not possible.
  func write(_ instance: UUID) -> Bool {
    FileManager.default.createFile(
      atPath: path, contents: Data((instance.uuidString.lowercased() + "\n").utf8),
      attributes: [.posixPermissions: 0o600])
  }

  /// The instance that left the note; nil without one.
  func read() -> UUID? {
    FileManager.default.contents(atPath: path).flatMap {
      UUID(uuidString: String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines))
    }
  }

  /// Takes the note away, unless another instance left its own meanwhile.
  func remove(_ instance: UUID) {
    guard read() == instance else { return }
    unlink(path)
  }
}
