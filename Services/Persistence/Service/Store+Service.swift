/// Two reads that only the bus asks for.
extension Store {
  /// How many documents have all the words.
  nonisolated func countMatches(_ collection: String, for text: String) async throws -> Int {
    guard let expression = try SearchQuery(text).expression else { return 0 }
    return try await reader.read { connection in
      try connection.first(
        """
        SELECT count(*) FROM search JOIN documents ON documents.row = search.rowid
        WHERE search MATCH ? AND documents.collection = ?
        """, [.text(expression), .text(collection)], operation: "count matches"
      ) { Int($0.integer(0)) } ?? 0
    }
  }

  /// The newest replies, newest first, as many as fit.
  ///
  /// - Parameters:
  ///   - limit: the most replies to give.
  ///   - maximumBytes: the list ends before the replies' texts exceed it.
  ///   - prefix: keys that begin with it are left out.
  nonisolated func newestReplies(
    limit: Int, maximumBytes: Int, excludingPrefix prefix: String
  ) async throws -> [StoredReply] {
    try await reader.read { connection in
      var replies: [StoredReply] = []
      var bytes = 0
      try connection.run(
        """
        SELECT key, reply, created FROM replies WHERE substr(key, 1, ?) <> ?
        ORDER BY created DESC, key LIMIT ?
        """,
        [.integer(Int64(prefix.count)), .text(prefix), .integer(Int64(max(0, limit)))],
        operation: "read the newest replies"
      ) { row in
        let reply = StoredReply(key: row.text(0), reply: row.text(1), created: row.integer(2))
        let size = reply.key.utf8.count + reply.reply.utf8.count + 32
        // A large one must not keep the others out.
        guard bytes + size <= maximumBytes else { return true }
        bytes += size
        replies.append(reply)
        return true
      }
      return replies
    }
  }
}
