import CPostgreSQL

/// Address of a database, as a connection URI
/// (https://www.postgresql.org/docs/15/libpq-connect.html).
///
/// It may hold a password, so it is never displayed in full.
package struct PostgreSQLAddress: Sendable, Hashable, CustomStringConvertible {
  private let uri: String
  /// Host, port and database name, if they are given.
  package let description: String

  /// Maximum length of an address, in bytes.
  package static let maxBytes = 4096

  package static func isOne(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// Parses a connection URI; nil if libpq rejects it.
  package init?(_ text: String) {
    guard Self.isOne(text), text.utf8.count <= Self.maxBytes, !text.utf8.contains(0) else {
      return nil
    }
    // libpq's error message is dropped: it may contain a part of the password.
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

  /// Returns the connection parameters for libpq. Later ones override earlier ones, so the URI
  /// overrides the defaults before it but not the settings after it.
  func settings(_ patience: PostgreSQLPatience) -> [(name: String, value: String)] {
    [
      ("connect_timeout", "\(patience.connectSeconds)"),
      // These settings detect an unreachable host within half a minute.
      ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "\(patience.answerMs ?? 20_000)"),
      ("target_session_attrs", "read-write"), ("fallback_application_name", "standups"),
      ("dbname", uri),
      ("client_encoding", "UTF8"),
    ]
  }
}
