@testable import PersistenceService

/// Internal state that no reader queries.
extension Store {
  /// Number of entries in the idempotency store.
  func countReplies() async throws -> Int {
    try await inspect("SELECT 'n', count(*) FROM replies")["n"].map { Int($0) } ?? -1
  }

  /// The last event of each topic family.
  func views() async throws -> [String: Int64] {
    try await inspect("SELECT view, last FROM heads")
  }

  /// The rows of a statement with two columns.
  private func inspect(_ sql: String) async throws -> [String: Int64] {
    if let store = self as? PostgreSQLStore {
      return try await store.reader.read { connection, _ in
        let rows = try connection.run(sql, operation: "inspect")
        return Dictionary(
          uniqueKeysWithValues: (0..<rows.count).map { (rows.text($0, 0), rows.integer($0, 1)) })
      }
    }
    guard let store = self as? SQLiteStore else { return [:] }
    let rows = try await store.reader.read { connection in
      try connection.rows(sql, operation: "inspect") { ($0.text(0), $0.integer(1)) }
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Changes rows behind the store's back.
  ///
  /// - Parameters:
  ///   - table: a table of the store.
  ///   - column: a string or JSON column, in which each `old` becomes `new`.
  ///   - condition: selects the rows.
  func damage(
    _ table: String, _ column: String, _ old: String, _ new: String,
    where condition: String = "true"
  ) async throws {
    if let store = self as? PostgreSQLStore {
      let isJSON = ["body", "data", "reply"].contains(column)
      let changed =
        isJSON
        ? "convert_to(replace(convert_from(\(column), 'UTF8'), $1::text, $2::text), 'UTF8')"
        : "replace(\(column), $1::text, $2::text)"
      _ = try await store.reader.read { connection, _ in
        try connection.run(
          "UPDATE \(table) SET \(column) = \(changed) WHERE \(condition)",
          [.text(old), .text(new)],
          operation: "damage rows"
        ).changed
      }
      return
    }
    guard let store = self as? SQLiteStore else { return }
    try await store.maintain { connection in
      try connection.run(
        "UPDATE \(table) SET \(column) = replace(\(column), ?, ?) WHERE \(condition)",
        [.text(old), .text(new)], operation: "damage rows")
    }
  }

  /// Changes columns of rows behind the store's back.
  ///
  /// - Parameters:
  ///   - table: a table of the store.
  ///   - change: an assignment in SQL.
  ///   - condition: selects the rows.
  func change(_ table: String, _ change: String, where condition: String) async throws {
    let sql = "UPDATE \(table) SET \(change) WHERE \(condition)"
    if let store = self as? PostgreSQLStore {
      return try await store.reader.read { connection, _ in
        _ = try connection.run(sql, operation: "change rows")
      }
    }
    guard let store = self as? SQLiteStore else { return }
    try await store.maintain { try $0.execute(sql, operation: "change rows") }
  }

  /// Sets a counter of the store behind its back.
  ///
  /// - Parameter counter: `head`, `revision` or another one; a column of PostgreSQL's journal and a
  ///   row of SQLite's `meta`.
  func set(_ counter: String, to value: Int64) async throws {
    if let store = self as? PostgreSQLStore {
      return try await store.reader.read { connection, _ in
        _ = try connection.run(
          "UPDATE journal SET \(counter) = $1::int8", [.integer(value)], operation: "set a counter")
      }
    }
    guard let store = self as? SQLiteStore else { return }
    try await store.maintain { connection in
      try connection.run(
        "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)",
        [.text(counter), .integer(value)],
        operation: "set a counter")
    }
  }
}
