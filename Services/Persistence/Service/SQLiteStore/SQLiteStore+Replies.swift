import Documents
import FastJSON
import PersistenceAPI

extension SQLiteStore {
  /// Always empty: a service whose database file is in use by another process fails instead of
  /// waiting.
  nonisolated func waiting() async throws -> [WaitingStore] { [] }

  nonisolated func reply(under key: String, to request: String?) async throws -> RawJSON? {
    let found = try await reader.read { connection in
      try connection.first(
        "SELECT reply, request FROM replies WHERE key = ?", [.text(key)],
        operation: "read a reply"
      ) { (reply: $0.json(0), request: $0.optionalText(1)) }
    }
    guard !StoredReply.isAnother(request, than: found?.request) else {
      throw StoreError.anotherRequest
    }
    return found?.reply
  }
}
