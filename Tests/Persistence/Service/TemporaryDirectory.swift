import Foundation

/// A test's directory, removed with its contents when it is deallocated.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("persistence-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    path = directory.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// The names in the directory, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// The single name with a prefix that does not end in a suffix of SQLite's.
  func names(prefix: String) throws -> [String] {
    try names().filter { $0.hasPrefix(prefix) }
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name)))
  }

  func write(_ bytes: Data, to name: String) throws {
    try bytes.write(to: URL(fileURLWithPath: file(name)))
  }
}
