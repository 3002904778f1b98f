extension SQLiteConnection {
  /// What a transaction locks when it begins.
  package enum TransactionKind: String, Sendable {
    /// Nothing yet: a snapshot for reading.
    case deferred = "BEGIN DEFERRED"
    /// The right to write, so that the wait for another writer comes first.
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

  /// Runs `body` in a savepoint, so that its changes can be taken back and the transaction goes on.
  package func savepoint<Result>(operation: String, _ body: () throws -> Result) throws -> Result {
    try run("SAVEPOINT one", operation: operation)
    do {
      let result = try body()
      try run("RELEASE one", operation: operation)
      return result
    } catch {
      // After a full disk SQLite may have rolled back everything; then there is no savepoint.
      if isInTransaction {
        try run("ROLLBACK TO one", operation: operation)
        try run("RELEASE one", operation: operation)
      }
      throw error
    }
  }

  /// Abandons an open transaction, if there is one.
  private func rollBack() {
    guard isInTransaction else { return }
    // A rollback that fails leaves the transaction open, and the next `transaction` tries again.
    try? run("ROLLBACK", operation: "roll back")
  }
}
