import Documents
import FastJSON
import PersistenceAPI

extension SQLiteStore {
  /// A file that another program has is an error, so nobody waits for it.
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
