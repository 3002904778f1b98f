import Foundation

extension CommandContext {
  /// The bytes of a file; `-` is standard input.
  func read(_ name: String) throws -> Data {
    if name == "-" { return try input.all() }
    let path = path(name)
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure.file(path, "read", error)
    }
  }

  /// Writes a file, whole or not at all.
  ///
  /// - Parameter overwrites: whether a file that is there may be replaced.
  func write(_ text: String, to name: String, overwrites: Bool) throws {
    let path = path(name)
    if !overwrites, FileManager.default.fileExists(atPath: path) {
      throw Failure(
        .cannotCreate, code: "exists", "\(path) is there already: add --force to replace it.")
    }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Failure.file(path, "written", error)
    }
  }
}
