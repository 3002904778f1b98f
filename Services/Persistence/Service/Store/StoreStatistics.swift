/// Statistics of a store since it was opened.
struct StoreStatistics: Sendable, Equatable {
  /// Number of batches attempted; each is one transaction of the database.
  var batches = 0
  /// Number of transactions written.
  var transactions = 0
  /// Number of repeated transactions, which were answered with the earlier result.
  var replays = 0
  /// Number of rejected transactions, for example because of a conflict.
  var refused = 0
  /// Number of batches that failed as a whole, for example because of a full disk.
  var failedBatches = 0
  /// Number of events written.
  var events = 0
}

extension StoreStatistics {
  /// Counts the transactions of a written batch.
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
