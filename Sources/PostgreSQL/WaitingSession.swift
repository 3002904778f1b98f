/// A session that waits for its turn. Other sessions of the same database user see it in
/// `pg_stat_activity`, by the application name of its connection.
package struct WaitingSession: Hashable, Sendable {
  /// Name that the session announced.
  package var name: String
  /// Age of its connection, in milliseconds.
  package var waitedMs: Int64

  /// Maximum number of waiting sessions to list.
  private static let most = 16

  private static func prefix(_ role: String) -> String { "standups-waits/\(role)/" }

  /// Marks this connection as waiting. PostgreSQL truncates application names after 63 bytes, of
  /// which the name, a UUID, takes 36.
  ///
  /// - Parameter role: the role that the session waits for; at most 10 letters.
  package static func announce(
    _ role: String, _ name: String, over connection: PostgreSQLConnection
  ) throws {
    try call(connection, prefix(role) + name)
  }

  /// Marks this connection as no longer waiting, because its turn has come.
  package static func withdraw(_ role: String, over connection: PostgreSQLConnection) throws {
    try call(connection, "standups/\(role)")
  }

  private static func call(_ connection: PostgreSQLConnection, _ name: String) throws {
    try connection.run(
      "SELECT set_config('application_name', $1::text, false)", [.text(name)],
      operation: "announce a waiting instance")
  }

  /// Returns the waiting sessions, the longest wait first.
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
