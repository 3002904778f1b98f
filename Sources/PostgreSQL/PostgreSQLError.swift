import CPostgreSQL

/// A failure that PostgreSQL or libpq reported.
///
/// The description never contains SQL or values, so it may be logged.
package struct PostgreSQLError: Error, Sendable, CustomStringConvertible {
  /// An SQLSTATE of PostgreSQL (https://www.postgresql.org/docs/15/errcodes-appendix.html),
  /// including unknown ones.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let divisionByZero = Code(rawValue: "22012")
    package static let negativeRoot = Code(rawValue: "2201F")
    package static let uniqueViolation = Code(rawValue: "23505")
    package static let readOnlyTransaction = Code(rawValue: "25006")
    package static let serializationFailure = Code(rawValue: "40001")
    package static let deadlock = Code(rawValue: "40P01")
    package static let insufficientPrivilege = Code(rawValue: "42501")
    package static let diskFull = Code(rawValue: "53100")
    package static let outOfMemory = Code(rawValue: "53200")
    package static let tooManyConnections = Code(rawValue: "53300")
    package static let programLimitExceeded = Code(rawValue: "54000")
    package static let lockNotAvailable = Code(rawValue: "55P03")
    package static let queryCanceled = Code(rawValue: "57014")
    package static let adminShutdown = Code(rawValue: "57P01")
    package static let crashShutdown = Code(rawValue: "57P02")
    package static let cannotConnectNow = Code(rawValue: "57P03")
    package static let inputOutput = Code(rawValue: "58030")
    package static let dataCorrupted = Code(rawValue: "XX001")
    package static let indexCorrupted = Code(rawValue: "XX002")
  }

  /// SQLSTATE that the server sent; nil if the connection itself failed.
  package var code: Code?
  /// The operation that failed, in a few words without SQL.
  package var operation: String
  /// Reason for the failed connection, in libpq's words: host, port, user and database, never a
  /// password.
  package var reason: String?

  package init(_ code: Code?, operation: String, reason: String? = nil) {
    self.code = code
    self.operation = operation
    self.reason = reason
  }

  /// True if the connection is lost or was never open. A change that was in progress may have been
  /// committed.
  package var isLoss: Bool {
    guard let code else { return true }
    return code.rawValue.hasPrefix("08")
      || [.adminShutdown, .crashShutdown, .cannotConnectNow].contains(code)
  }

  package var description: String {
    let what = code.map { "SQLSTATE \($0.rawValue)" } ?? reason ?? "the connection was lost"
    return "PostgreSQL could not \(operation): \(what)"
  }
}
