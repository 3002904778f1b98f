import PostgreSQL

extension StoreError {
  /// Translates an error of PostgreSQL.
  init(_ error: PostgreSQLError, _ address: PostgreSQLAddress) {
    if error.isLoss {
      let reason = error.reason.map { " (\($0))" } ?? ""
      self.init(
        .unreachable, "The database \(address) is unreachable\(reason); retrying.",
        cause: error)
      return
    }
    switch error.code {
    case .divisionByZero: self = .fenced(address, cause: error)
    case .diskFull, .outOfMemory:
      self.init(
        .full, "The database server at \(address) has run out of space; free some and try again.",
        cause: error)
    case .readOnlyTransaction, .insufficientPrivilege:
      self.init(
        .readOnly,
        "The database \(address) is read-only; set STANDUPS_DATABASE to the primary server and a user that owns"
          + " the schema “\(PostgreSQLSchema.name)”.", cause: error)
    case .lockNotAvailable, .deadlock, .serializationFailure, .tooManyConnections:
      self.init(
        .locked, "The database \(address) is busy; try again.", cause: error)
    case .queryCanceled:
      self = .slowSearch(cause: error)
    case .uniqueViolation:
      self = .contradiction(cause: error)
    case .programLimitExceeded:
      self = .tooLarge(cause: error)
    case .dataCorrupted, .indexCorrupted:
      self.init(
        .damaged, "The database \(address) is damaged; restore a backup.", cause: error)
    case .inputOutput:
      self.init(
        .io,
        "The database server at \(address) could not read or write its data; check the server's disk.",
        cause: error)
    default:
      self = .rejected(cause: error)
    }
  }

  /// Error for a writer that another process has replaced.
  static func fenced(_ address: PostgreSQLAddress, cause: (any Error)? = nil) -> StoreError {
    StoreError(
      .fenced,
      "Another persistence service has taken over the database \(address); this one is exiting, as only one may use"
        + " it.", cause: cause)
  }

  /// Runs `body` and translates its errors.
  static func translating<Result>(
    _ address: PostgreSQLAddress, _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch { throw from(error, address) }
  }

  static func from(_ error: any Error, _ address: PostgreSQLAddress) -> StoreError {
    if let error = error as? PostgreSQLError { return StoreError(error, address) }
    return from(error, path: "\(address)")
  }
}
