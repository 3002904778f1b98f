import FoundationEssentials
import StandupsSQLite

extension SQLiteStore {
  @discardableResult
  func compact(before date: Date?, keepingLast count: Int?) async throws -> Int {
    guard count ?? 0 >= 0 else { throw StoreError.invalidCount(count) }
    let target = try maintain { connection in
      try SQLiteStore.firstToKeep(connection, before: date, keepingLast: count)
    }
    var removed = 0
    while true {
      let part = try maintain { try SQLiteStore.removeSome(upTo: target, $0) }
      guard part > 0 else { return removed }
      removed += part
      if Task.isCancelled { return removed }
      await Task.yield()
    }
  }

  private static let compactionStep: Int64 = 1000

  private static func firstToKeep(
    _ connection: SQLiteConnection, before date: Date?, keepingLast count: Int?
  ) throws -> Int64 {
    let meta = Meta(connection: connection)
    let end = try meta.integer(.head) + 1
    var target = try meta.integer(.lowest)
    if let count { target = max(target, end - Int64(count)) }
    if let date {
      // The clock may have been set back, so compaction stops at the first event that is recent
      // enough.
      let young = try connection.first(
        "SELECT sequence FROM events WHERE stored >= ? ORDER BY sequence LIMIT 1",
        [.integer(date.milliseconds)], operation: "find the first event to keep"
      ) { $0.integer(0) }
      target = max(target, young ?? end)
    }
    return target
  }

  private static func removeSome(
    upTo target: Int64, _ connection: SQLiteConnection
  ) throws -> Int {
    try connection.transaction(.immediate, operation: "compact the journal") {
      let meta = Meta(connection: connection)
      let lowest = try meta.integer(.lowest)
      let next = min(target, lowest + compactionStep)
      guard next > lowest else { return 0 }
      try connection.run(
        "DELETE FROM events WHERE sequence < ?", [.integer(next)], operation: "remove old events")
      let removed = connection.changes
      try meta.set(.lowest, .integer(next))
      return removed
    }
  }
}
