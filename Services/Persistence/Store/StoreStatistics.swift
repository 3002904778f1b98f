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
