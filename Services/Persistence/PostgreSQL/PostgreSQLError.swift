import CPostgreSQL

/// A failure that PostgreSQL or libpq reported.
///
/// The description never holds SQL or values: it may be logged.
struct PostgreSQLError: Error, Sendable, CustomStringConvertible {
  /// What PostgreSQL calls SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html), open to
  /// unknown ones.
  struct Code: RawRepresentable, Hashable, Sendable {
    var rawValue: String

    static let divisionByZero = Code(rawValue: "22012")
    static let uniqueViolation = Code(rawValue: "23505")
    static let readOnlyTransaction = Code(rawValue: "25006")
    static let serializationFailure = Code(rawValue: "40001")
    static let deadlock = Code(rawValue: "40P01")
    static let insufficientPrivilege = Code(rawValue: "42501")
    static let diskFull = Code(rawValue: "53100")
    static let outOfMemory = Code(rawValue: "53200")
    static let tooManyConnections = Code(rawValue: "53300")
    static let programLimitExceeded = Code(rawValue: "54000")
    static let lockNotAvailable = Code(rawValue: "55P03")
    static let queryCanceled = Code(rawValue: "57014")
    static let adminShutdown = Code(rawValue: "57P01")
    static let crashShutdown = Code(rawValue: "57P02")
    static let cannotConnectNow = Code(rawValue: "57P03")
    static let inputOutput = Code(rawValue: "58030")
    static let dataCorrupted = Code(rawValue: "XX001")
    static let indexCorrupted = Code(rawValue: "XX002")
  }

  /// What the server said; nil if the connection itself failed.
  var code: Code?
  /// What was being done, in a few words without SQL.
  var operation: String
  /// Why there is no connection, in libpq's words: host, port, user and database, never a password.
  var reason: String?

  init(_ code: Code?, operation: String, reason: String? = nil) {
    self.code = code
    self.operation = operation
    self.reason = reason
  }

  /// Whether the connection is of no use any more, or never was. What was under way may have been done.
  var isLoss: Bool {
    guard let code else { return true }
    return code.rawValue.hasPrefix("08")
      || [.adminShutdown, .crashShutdown, .cannotConnectNow].contains(code)
  }

  var description: String {
    let what = code.map { "SQLSTATE \($0.rawValue)" } ?? reason ?? "the connection was lost"
    return "PostgreSQL could not \(operation): \(what)"
  }
}
