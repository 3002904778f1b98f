import Documents

extension Store {
  /// The newest replies, newest first, as many as fit; none of those kept only for retries.
  ///
  /// - Parameters:
  ///   - limit: the most replies to give.
  ///   - maximumBytes: the list ends before the replies' texts exceed it.
  nonisolated func newestReplies(
    limit: Int, maximumBytes: Int = .max
  ) async throws -> StoredReplies {
    try await reader.read { connection in
      let prefix = Transaction.retryPrefix
      var found = StoredReplies(replies: [])
      var bytes = 0
      try connection.run(
        """
        SELECT key, reply FROM replies WHERE substr(key, 1, ?) <> ?
        ORDER BY created DESC, key LIMIT ?
        """,
        [.integer(Int64(prefix.count)), .text(prefix), .integer(Int64(max(0, limit)))],
        operation: "read the newest replies"
      ) { row in
        let stored = StoredReply(key: row.text(0), reply: row.json(1))
        let size = stored.key.utf8.count + stored.reply.count + 32
        // A large one must not keep the others out.
        guard bytes + size <= maximumBytes else { return true }
        bytes += size
        found.replies.append(stored)
        return true
      }
      return found
    }
  }
}
