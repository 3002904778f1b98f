import Foundation
import Standups

/// A standups.json that was named on the command line, and is read in parts.
struct NamedFile {
  private(set) var file: StandupsFile
  private let name: String

  /// Opens the file.
  ///
  /// - Throws: `Failure` if it cannot be read.
  init(_ handle: FileHandle, named name: String) throws {
    self.name = name
    do {
      file = try StandupsFile(handle)
    } catch {
      throw Self.failure(error, name)
    }
  }

  /// Returns the next part; nil at the end of the file.
  ///
  /// - Throws: `Failure` if the file is not a standups.json.
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
