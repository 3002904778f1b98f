/// One that waits for its turn, as others see it by what its connection is called: `pg_stat_activity` shows that to all
/// who are the same user of the database.
package struct WaitingSession: Hashable, Sendable {
  /// What it calls itself.
  package var name: String
  /// For how long its connection has been there.
  package var waitedMs: Int64

  /// The most that are looked at.
  private static let most = 16

  private static func prefix(_ role: String) -> String { "standups-waits/\(role)/" }

  /// From now on this connection is that of one who waits. PostgreSQL cuts what is longer than 63 bytes, of which the name
  /// has 36, as a UUID does.
  ///
  /// - Parameter role: for what; 10 letters at most.
  package static func announce(
    _ role: String, _ name: String, over connection: PostgreSQLConnection
  ) throws {
    try call(connection, prefix(role) + name)
  }

  /// From now on this connection is that of one whose turn it is.
  package static func withdraw(_ role: String, over connection: PostgreSQLConnection) throws {
    try call(connection, "standups/\(role)")
  }

  private static func call(_ connection: PostgreSQLConnection, _ name: String) throws {
    try connection.run(
      "SELECT set_config('application_name', $1::text, false)", [.text(name)],
      operation: "announce a waiting instance")
  }

  /// Those who wait, the first one first.
  package static func all(
    _ role: String, over connection: PostgreSQLConnection
  ) throws -> [WaitingSession] {
    let prefix = prefix(role)
    let rows = try connection.run(
      """
      SELECT application_name, greatest(0,
          (extract(epoch FROM clock_timestamp() - backend_start) * 1000)::int8)
      FROM pg_stat_activity
      WHERE datname = current_database() AND starts_with(application_name, $1::text)
      ORDER BY backend_start, application_name LIMIT \(most)
      """, [.text(prefix)], operation: "list the waiting instances")
    return (0..<rows.count).map {
      WaitingSession(
        name: String(rows.text($0, 0).dropFirst(prefix.count)), waitedMs: rows.integer($0, 1))
    }
  }
}
