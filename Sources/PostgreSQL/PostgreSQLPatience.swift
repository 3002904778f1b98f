/// How long a server is waited for.
package struct PostgreSQLPatience: Sendable, Hashable {
  /// For a connection to one of its hosts, in seconds.
  package var connectSeconds: Int
  /// For an answer, in milliseconds; nil waits as long as the connection lives.
  package var answerMs: Int?

  /// What is begun is waited for.
  package static let usual = PostgreSQLPatience(connectSeconds: 5, answerMs: nil)
  /// For what is asked often, and is worth nothing late: libpq takes no less than two seconds to connect.
  package static let short = PostgreSQLPatience(connectSeconds: 2, answerMs: 1000)
}
