import Foundation

/// A file with some content for the duration of a test.
@discardableResult
func withTemporaryFile<R>(
  _ bytes: [UInt8], _ body: (String) async throws -> R
) async throws -> R {
  let path = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
  try Data(bytes).write(to: URL(fileURLWithPath: path))
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try await body(path)
}
