import Foundation
import Standups

/// A standups.json that was named on the command line, read part by part.
struct NamedFile {
  private(set) var file: StandupsFile
  private let name: String

  /// - Throws: `Failure`.
  init(_ handle: FileHandle, named name: String) throws {
    self.name = name
    do {
      file = try StandupsFile(handle)
    } catch {
      throw Self.failure(error, name)
    }
  }

  /// The next part; nil at the end of the file.
  ///
  /// - Throws: `Failure` for what is no standups.json.
  mutating func next() throws -> StandupsFile.Part? {
    do {
      return try file.next()
    } catch {
      throw Self.failure(error, name)
    }
  }

  private static func failure(_ error: StandupsFileError, _ name: String) -> Failure {
    switch error {
    case .unreadable(let cause): .file(name, "read", cause)
    case .cutOff:
      Failure(.noInput, code: "changed", "\(name) was truncated while it was being read.")
    case .invalid(let problem):
      Failure(.data, code: "invalid", "Cannot import \(name): \(problem)")
    }
  }
}
