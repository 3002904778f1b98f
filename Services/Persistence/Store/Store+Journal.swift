import Bus

extension Store {
  /// The most events that one replay looks at, so that a rare type does not hold up other reads.
  static let maximumScan = 10_000

  /// Where the journal and its views stand.
  /// - Parameter views: the views wanted, or `nil` for all.
  nonisolated func heads(views: [String]? = nil) async throws -> JournalHeads {
    try await reader.read { connection in
      let meta = Meta(connection: connection)
      var heads = JournalHeads(
        position: try meta.position(), lowest: try meta.integer(.lowest), views: [:])
      guard let views else {
        try connection.run("SELECT view, last FROM heads", operation: "read the heads") { row in
          heads.views[row.text(0)] = row.integer(1)
          return true
        }
        return heads
      }
      for view in views {
        heads.views[view] = try connection.first(
          "SELECT last FROM heads WHERE view = ?", [.text(view)], operation: "read a head"
        ) { $0.integer(0) }
      }
      return heads
    }
  }

  /// Events after a sequence, in their order. A page may hold fewer than asked for, or none, before
  /// the end of the journal: go on from its `resume`.
  /// - Parameters:
  ///   - sequence: the last one the caller has; 0 for none.
  ///   - epoch: the journal the caller follows, or `nil` when it follows none yet.
  ///   - limit: the most events to give, 1 to 1000.
  ///   - maximumBytes: the page ends before the events exceed it, but holds one at least.
  /// - Throws: `StoreError`, `compacted` when some of the events are gone or the epoch is another:
  ///   then the caller must begin with a snapshot.
  nonisolated func replay(
    after sequence: Int64, epoch: String? = nil, filter: JournalFilter = JournalFilter(),
    limit: Int = 100, maximumBytes: Int = .max
  ) async throws -> JournalPage {
    try Store.check(limit: limit)
    guard sequence >= 0 else {
      throw StoreError(.invalid, "A sequence to go on from is 0 or more.")
    }
    if let problem = filter.problem { throw StoreError(.invalid, problem) }
    return try await reader.read { connection in
      let meta = Meta(connection: connection)
      let end = try meta.position()
      guard epoch == nil || epoch?.lowercased() == end.epoch else {
        throw StoreError(
          .compacted, "The journal is a new one; take a snapshot and go on from there.")
      }
      guard sequence <= end.sequence else {
        throw StoreError(
          .invalid,
          "The event \(sequence) is still to come: the journal ends at \(end.sequence). Ask after an"
            + " event that you have.")
      }
      guard sequence + 1 >= (try meta.integer(.lowest)) else {
        throw StoreError(
          .compacted, "The events after \(sequence) are gone; take a snapshot and go on from there."
        )
      }
      var page = JournalPage(epoch: end.epoch, events: [], head: end.sequence, resume: end.sequence)
      var bytes = 0
      var scanned = 0
      let query = Store.query(after: sequence, filter)
      try connection.run(query.sql, query.values, operation: "replay events") { row in
        let stored = EventReader.event(from: row)
        guard scanned < Store.maximumScan else {
          page.resume = stored.sequence - 1
          return false
        }
        scanned += 1
        guard filter.passes(stored.event) else { return true }
        bytes += stored.event.estimatedBytes
        if page.events.count == limit || !page.events.isEmpty && bytes > maximumBytes {
          page.resume = page.events.last?.sequence ?? sequence
          return false
        }
        page.events.append(stored)
        return true
      }
      return page
    }
  }

  /// The part of the filter that an index serves; the rest is `JournalFilter.passes`.
  private static func query(
    after sequence: Int64, _ filter: JournalFilter
  ) -> (sql: String, values: [SQLiteValue]) {
    var sql = "SELECT \(EventReader.columns) FROM events WHERE sequence > ?"
    var values: [SQLiteValue] = [.integer(sequence)]
    if let meeting = filter.meeting {
      sql += " AND meeting = ?"
      values.append(.text(meeting))
    } else if let standup = filter.standup {
      sql += " AND standup = ?"
      values.append(.text(standup))
    }
    return (sql + " ORDER BY sequence", values)
  }

  /// Replies stored at or after a time, oldest first.
  /// - Parameters:
  ///   - time: milliseconds since 1970.
  ///   - limit: the most replies to give, 1 to 1000.
  nonisolated func replies(since time: Int64, limit: Int = 100) async throws -> [StoredReply] {
    try Store.check(limit: limit)
    return try await reader.read { connection in
      try connection.rows(
        "SELECT key, reply, created FROM replies WHERE created >= ? ORDER BY created, key LIMIT ?",
        [.integer(time), .integer(Int64(limit))], operation: "read replies"
      ) { StoredReply(key: $0.text(0), reply: $0.text(1), created: $0.integer(2)) }
    }
  }
}

extension NewEvent {
  /// The size of its JSON in a message, about, with its place in the journal: 550 bytes of names of
  /// members, ids and numbers, and what a tool may choose.
  var estimatedBytes: Int { data.utf8.count + estimatedBytesOfNames }

  /// The same without what it says.
  var estimatedBytesOfNames: Int {
    let texts = [type, subject, source, standup ?? "", meeting ?? "", traceparent ?? ""]
    return texts.reduce(550) { $0 + BusJSON.bytes(of: $1) }
  }
}
