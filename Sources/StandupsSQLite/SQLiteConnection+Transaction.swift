extension SQLiteConnection {
  /// Lock that a transaction acquires when it begins.
  package enum TransactionKind: String, Sendable {
    /// No lock yet: a snapshot for reading.
    case deferred = "BEGIN DEFERRED"
    /// The write lock, so that the transaction waits for other writers at its beginning.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs `body` in one transaction: committed when it returns, rolled back when it throws.
  package func transaction<Result>(
    _ kind: TransactionKind, operation: String, _ body: () throws -> Result
  ) throws -> Result {
    rollBack()
    try run(kind.rawValue, operation: operation)
    do {
      let result = try body()
      try run("COMMIT", operation: operation)
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs `body` in a savepoint, so that its changes can be rolled back without ending the
  /// transaction.
  package func savepoint<Result>(operation: String, _ body: () throws -> Result) throws -> Result {
    try run("SAVEPOINT one", operation: operation)
    do {
      let result = try body()
      try run("RELEASE one", operation: operation)
      return result
    } catch {
      // When the disk is full, SQLite may have rolled back the whole transaction, including the
      // savepoint.
      if isInTransaction {
        try run("ROLLBACK TO one", operation: operation)
        try run("RELEASE one", operation: operation)
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
