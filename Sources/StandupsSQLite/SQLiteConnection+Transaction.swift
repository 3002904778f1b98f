/// Statements of transactions.
private enum Statements {
  static let deferred = SQL("BEGIN DEFERRED")
  static let immediate = SQL("BEGIN IMMEDIATE")
  static let commit = SQL("COMMIT")
  static let savepoint = SQL("SAVEPOINT one")
  static let release = SQL("RELEASE one")
}

extension SQLiteConnection {
  /// Lock that a transaction acquires when it begins.
  package enum TransactionKind: Sendable {
    /// No lock yet: a snapshot for reading.
    case deferred
    /// The write lock, so that the transaction waits for other writers at its beginning.
    case immediate

    fileprivate var statement: SQL {
      switch self {
      case .deferred: Statements.deferred
      case .immediate: Statements.immediate
      }
    }
  }

  /// Runs `body` in one transaction: committed when it returns, rolled back when it throws.
  package func transaction<Result>(
    _ kind: TransactionKind, operation: String, _ body: () throws -> Result
  ) throws -> Result {
    rollBack()
    try run(kind.statement, operation: operation)
    do {
      let result = try body()
      try run(Statements.commit, operation: operation)
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs `body` in a savepoint, so that its changes can be rolled back without ending the
  /// transaction.
  package func savepoint<Result>(operation: String, _ body: () throws -> Result) throws -> Result {
    try run(Statements.savepoint, operation: operation)
    do {
      let result = try body()
      try run(Statements.release, operation: operation)
      return result
    } catch {
      // When the disk is full, SQLite may have rolled back the whole transaction, including the
      // savepoint.
      if isInTransaction {
        try run("ROLLBACK TO one", operation: operation)
        try run(Statements.release, operation: operation)
      }
      throw error
    }
  }

  /// Rolls back an open transaction, if there is one.
  private func rollBack() {
    guard isInTransaction else { return }
    // If the rollback fails, the transaction stays open, and the next `transaction` tries again.
    try? run("ROLLBACK", operation: "roll back")
  }
}
