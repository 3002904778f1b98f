import CPostgreSQL

/// Where a database is, as a connection URI (https://www.postgresql.org/docs/15/libpq-connect.html).
///
/// It may hold a password, so it is never shown as it is.
package struct PostgreSQLAddress: Sendable, Hashable, CustomStringConvertible {
  private let uri: String
  /// Host, port and name, as far as they are given.
  package let description: String

  /// The most bytes of one.
  package static let maxBytes = 4096

  package static func isOne(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// nil for what libpq does not read.
  package init?(_ text: String) {
    guard Self.isOne(text), text.utf8.count <= Self.maxBytes, !text.utf8.contains(0) else {
      return nil
    }
    // What libpq says of a mistake may name a part of the password.
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      PQfreemem(message)
      return nil
    }
    defer { PQconninfoFree(options) }
    var given: [String: String] = [:]
    var option = options
    while let name = option.pointee.keyword {
      if let value = option.pointee.val { given[String(cString: name)] = String(cString: value) }
      option += 1
    }
    uri = text
    let host = given["host"] ?? given["hostaddr"]
    description =
      "“\(given["dbname"] ?? given["user"] ?? "")”" + (host.map { " on \($0)" } ?? "")
  }

  /// What libpq is given. Later ones override earlier ones, so a URI has the last word on what may be otherwise.
  func settings(_ patience: PostgreSQLPatience) -> [(name: String, value: String)] {
    [
      ("connect_timeout", "\(patience.connectSeconds)"),
      // A host that is gone is noticed in half a minute.
      ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "\(patience.answerMs ?? 20_000)"),
      ("target_session_attrs", "read-write"), ("fallback_application_name", "standups"),
      ("dbname", uri),
      ("client_encoding", "UTF8"),
    ]
  }
}
