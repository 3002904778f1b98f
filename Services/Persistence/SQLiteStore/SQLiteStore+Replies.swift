import Documents
import FastJSON
import PersistenceAPI

extension SQLiteStore {
  /// A file that another program has is an error, so nobody waits for it.
  nonisolated func waiting() async throws -> [WaitingStore] { [] }

  nonisolated func reply(under key: String) async throws -> RawJSON? {
    try await reader.read { connection in
      try connection.first(
        "SELECT reply FROM replies WHERE key = ?", [.text(key)], operation: "read a reply"
      ) { $0.json(0) }
    }
  }
}
