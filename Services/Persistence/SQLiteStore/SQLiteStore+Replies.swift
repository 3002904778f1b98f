import Documents
import FastJSON

extension SQLiteStore {
  nonisolated func reply(under key: String) async throws -> RawJSON? {
    try await reader.read { connection in
      try connection.first(
        "SELECT reply FROM replies WHERE key = ?", [.text(key)], operation: "read a reply"
      ) { $0.json(0) }
    }
  }
}
