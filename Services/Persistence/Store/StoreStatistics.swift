/// What a store did since it was opened.
struct StoreStatistics: Sendable, Equatable {
  /// Transactions of SQLite, each with one fsync, that were tried.
  var batches = 0
  /// Transactions written by them.
  var transactions = 0
  /// Transactions answered with a stored reply.
  var replays = 0
  /// Transactions refused, because of a conflict for instance.
  var refused = 0
  /// Batches that failed as a whole, because of a full disk for instance.
  var failedBatches = 0
  /// Events written.
  var events = 0
}

extension StoreStatistics {
  /// Counts the transactions of a batch that was written.
  mutating func count(_ outcomes: [Result<CommitResult, StoreError>]) {
    for outcome in outcomes {
      switch outcome {
      case .failure: refused += 1
      case .success(let result) where result.isRepeated: replays += 1
      case .success(let result):
        transactions += 1
        events += result.events.count
      }
    }
  }
}

extension Result<CommitResult, StoreError> {
  /// Whether it changed anything: one that only finds what is there does not.
  var isWritten: Bool {
    if case .success(let result) = self { !result.isRepeated } else { false }
  }

  /// Whether something is there already that it brings.
  var isConflict: Bool {
    if case .failure(let failure) = self { failure.code == .conflict } else { false }
  }
}
