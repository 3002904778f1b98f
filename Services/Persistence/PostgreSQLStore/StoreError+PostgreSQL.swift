import PostgreSQL

extension StoreError {
  /// What a failure of PostgreSQL means for the caller.
  init(_ error: PostgreSQLError, _ address: PostgreSQLAddress) {
    if error.isLoss {
      let reason = error.reason.map { " (\($0))" } ?? ""
      self.init(
        .unreachable, "The database \(address) cannot be reached\(reason); it is tried again.",
        cause: error)
      return
    }
    switch error.code {
    case .divisionByZero: self = .fenced(address, cause: error)
    case .diskFull, .outOfMemory:
      self.init(
        .full, "The server of the database \(address) has no room left; free some and try again.",
        cause: error)
    case .readOnlyTransaction, .insufficientPrivilege:
      self.init(
        .readOnly,
        "The database \(address) can't be written; name the primary server, and a user that owns the"
          + " schema “\(PostgreSQLSchema.name)”.", cause: error)
    case .lockNotAvailable, .deadlock, .serializationFailure, .tooManyConnections:
      self.init(
        .locked, "The database \(address) is busy; try again.", cause: error)
    case .queryCanceled:
      self.init(
        .invalid, "It takes too long to find: look for words that are rarer.", cause: error)
    case .uniqueViolation:
      self.init(.conflict, "The change contradicts what is stored.", cause: error)
    case .programLimitExceeded:
      self.init(.invalid, "A text is too large for the database; send less.", cause: error)
    case .dataCorrupted, .indexCorrupted:
      self.init(
        .damaged, "The database \(address) is damaged; put a backup in place.", cause: error)
    case .inputOutput:
      self.init(
        .io, "The server could not read or write the database \(address); check its disk.",
        cause: error)
    default:
      self.init(.internal, "The database refused a statement; report this.", cause: error)
    }
  }

  /// Another process writes now.
  static func fenced(_ address: PostgreSQLAddress, cause: (any Error)? = nil) -> StoreError {
    StoreError(
      .fenced,
      "Another persistence has taken over the database \(address): this one ends, and must not run beside"
        + " it.", cause: cause)
  }

  /// Runs `body` and translates what it throws.
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
