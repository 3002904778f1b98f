/// Timeouts for a server.
package struct PostgreSQLPatience: Sendable, Hashable {
  /// Timeout per host when connecting, in seconds.
  package var connectSeconds: Int
  /// Timeout of a reply, in milliseconds; nil to wait for as long as the connection exists.
  package var answerMs: Int?

  /// Waits for a reply without a timeout.
  package static let usual = PostgreSQLPatience(connectSeconds: 5, answerMs: nil)
  /// For frequent queries whose late results are useless. The minimum connection timeout of libpq
  /// is two seconds.
  package static let short = PostgreSQLPatience(connectSeconds: 2, answerMs: 1000)
}
