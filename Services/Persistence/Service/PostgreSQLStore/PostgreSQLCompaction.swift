import FoundationEssentials
import PostgreSQL

extension PostgreSQLStore {
  @discardableResult
  func compact(before date: Date?, keepingLast count: Int?) async throws -> Int {
    guard count ?? 0 >= 0 else { throw StoreError.invalidCount(count) }
    let target = try maintain { try firstToKeep($0, before: date, keepingLast: count) }
    var removed = 0
    while true {
      let part = try maintain { try removeSome(upTo: target, $0) }
      guard part > 0 else { return removed }
      removed += part
      if Task.isCancelled { return removed }
      await Task.yield()
    }
  }

  private static let compactionStep: Int64 = 1000

  private func lowest(_ writer: PostgreSQLWriter) throws -> Int64 {
    let rows = try writer.read(
      "SELECT lowest FROM journal WHERE cell = $1::text", [.text(postgreSQL.cell)],
      operation: "read the journal's oldest event")
    return rows.count > 0 ? try StoreLimits.counter(rows.integer(0, 0), "lowest") : 1
  }

  private func firstToKeep(
    _ writer: PostgreSQLWriter, before date: Date?, keepingLast count: Int?
  ) throws -> Int64 {
    let end = writer.head + 1
    var target = try lowest(writer)
    if let count { target = max(target, end - Int64(count)) }
    if let date {
      // The clock may have been set back, so compaction stops at the first event that is recent
      // enough.
      let rows = try writer.read(
        "SELECT sequence FROM events WHERE stored >= $1::int8 ORDER BY sequence LIMIT 1",
        [.integer(date.milliseconds)], operation: "find the first event to keep")
      target = max(target, rows.count > 0 ? rows.integer(0, 0) : end)
    }
    return target
  }

  private func removeSome(upTo target: Int64, _ writer: PostgreSQLWriter) throws -> Int {
    let lowest = try lowest(writer)
    let next = min(target, lowest + Self.compactionStep)
    guard next > lowest else { return 0 }
    let rows = try writer.write(
      [
        PostgreSQLStatement("DELETE FROM events WHERE sequence < $1::int8", [.integer(next)]),
        PostgreSQLStatement(
          "UPDATE journal SET lowest = $2::int8 WHERE cell = $1::text",
          [.text(postgreSQL.cell), .integer(next)]),
      ], operation: "compact the journal")
    return rows[0].changed
  }
}
