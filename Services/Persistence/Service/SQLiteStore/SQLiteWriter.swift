import Bus
import Documents
import FoundationEssentials
import StandupsSQLite

/// The single writing connection. It belongs to `SQLiteStore` and runs on its thread.
final class SQLiteWriter {
  let connection: SQLiteConnection
  private(set) var statistics = StoreStatistics()
  private var lock: FileLock?
  private let configuration: SQLiteConfiguration
  private let damaged: DamagedItems
  private var lastPrune: Date?
  private let watermarkFile: WatermarkFile
  /// Epoch of the journal, and number of batches written.
  private var watermark: Watermark
  /// Reason why a loss before the start would have remained unnoticed; nil if the watermark could
  /// be read.
  private let unknownLoss: String?
  /// True while free pages, the search index or the log may still contain erased content.
  private(set) var isErasing: Bool

  init(
    _ opened: DatabaseOpener.Opened, configuration: SQLiteConfiguration, damaged: DamagedItems
  ) throws {
    self.connection = opened.connection
    self.lock = opened.lock
    self.configuration = configuration
    self.damaged = damaged
    isErasing = try StoreError.translating(path: configuration.path) {
      try Eraser(connection: opened.connection).isUnfinished
    }
    (watermarkFile, watermark) = try StoreError.translating(path: configuration.path) {
      let watermark = try Watermark(in: opened.connection)
      let watermarkFile = try WatermarkFile(of: configuration.path)
      try watermarkFile.write(watermark)
      try watermarkFile.synchronize()
      return (watermarkFile, watermark)
    }
    unknownLoss = opened.watermarkProblem
  }

  /// Closes the file, and then releases the lock.
  func close() {
    connection.close()
    lock = nil
  }

  /// Writes a batch in one SQLite transaction with a single fsync, and each of its transactions in
  /// a savepoint.
  ///
  /// A rejected transaction does not affect the others. If the database itself fails, nothing of
  /// the batch is written.
  func write(_ batch: [Transaction]) -> [Result<CommitResult, StoreError>] {
    statistics.batches += 1
    do {
      let outcomes = try StoreError.translating(path: configuration.path) {
        try checkInPlace()
        return try connection.transaction(.immediate, operation: "commit") { try apply(batch) }
      }
      if outcomes.contains(where: \.isWritten) { updateWatermark() }
      for (transaction, outcome) in zip(batch, outcomes) where outcome.isWritten {
        damaged.forget(transaction.commit.changes)
        if transaction.commit.changes.contains(where: \.isErasure) { isErasing = true }
      }
      statistics.count(outcomes)
      return outcomes
    } catch {
      statistics.failedBatches += 1
      let failure = StoreError.from(error, path: configuration.path)
      return batch.map { _ in .failure(failure) }
    }
  }

  /// Begins a writer epoch of a service. Its commits in any other writer epoch are rejected from
  /// now on.
  func begin(_ term: WriterTerm, router: Int64?) throws {
    try StoreError.translating(path: configuration.path) {
      try checkInPlace()
      try connection.transaction(.immediate, operation: "start a writer epoch") {
        let epochs = WriterEpochs(connection: connection)
        try epochs.accept(router: router)
        try epochs.begin(term)
        try countBatch()
      }
      updateWatermark()
    }
  }

  /// Gives the journal a new epoch, and ends all writer epochs, because readers may have received
  /// incomplete data since the start and have to reload.
  func beginAnew() throws {
    try StoreError.translating(path: configuration.path) {
      try checkInPlace()
      let epoch = configuration.common.uuid().lowercaseText
      try connection.transaction(.immediate, operation: "start a new journal") {
        let meta = Meta(connection: connection)
        try meta.set(.marked, .text(watermark.epoch))
        try meta.set(.epoch, .text(epoch))
        try WriterEpochs(connection: connection).clear()
        try countBatch()
      }
      watermark.epoch = epoch
      updateWatermark()
    }
  }

  /// Records that the disk no longer contains erased content.
  func recordErased() throws {
    try Eraser(connection: connection).finish()
    isErasing = false
  }

  /// Increments the number of batches, within the transaction.
  private func countBatch() throws {
    try Meta(connection: connection).set(.revision, .integer(watermark.revision + 1))
  }

  /// Updates the watermark after the transaction, so that a loss of the batch would be noticed.
  private func updateWatermark() {
    watermark.revision += 1
    do {
      try watermarkFile.write(watermark)
      writingProblem = nil
    } catch {
      // The data is durable even so, but its loss would not be noticed.
      writingProblem =
        "\(WatermarkFile.unwritable): \(error)"
    }
  }

  private var writingProblem: String?

  /// Reason why a loss would not be noticed, or would not have been; nil for none.
  var watermarkProblem: String? { writingProblem ?? unknownLoss }

  private func apply(_ batch: [Transaction]) throws -> [Result<CommitResult, StoreError>] {
    let now = configuration.common.now()
    var journal = try JournalWriter(
      connection: connection, now: now.milliseconds, damaged: damaged)
    let start = journal.head
    // No writer epoch begins during a batch, so one that was current remains current.
    var current: WriterTerm?
    var outcomes: [Result<CommitResult, StoreError>] = []
    outcomes.reserveCapacity(batch.count)
    for transaction in batch {
      let head = journal.begin()
      do {
        let result = try connection.savepoint(operation: "write a transaction") {
          try apply(transaction, to: &journal, current: &current)
        }
        outcomes.append(.success(result))
      } catch {
        let failure = StoreError.from(error, path: configuration.path)
        guard failure.code.isCallers, connection.isInTransaction else { throw error }
        journal.rewind(to: head)
        if failure.code == .conflict, let events = try journal.recall(transaction.commit.events) {
          outcomes.append(
            .success(CommitResult(epoch: journal.epoch, events: events, isRepeated: true)))
        } else {
          outcomes.append(.failure(failure))
        }
      }
    }
    if journal.head != start { try journal.finish() }
    // A batch without changes is not counted, so that it succeeds even on a full disk.
    if outcomes.contains(where: \.isWritten) { try countBatch() }
    try pruneReplies(now)
    configuration.common.willCommit(batch.count)
    return outcomes
  }

  /// - Parameter current: a writer epoch that was checked in this batch.
  private func apply(
    _ transaction: Transaction, to journal: inout JournalWriter, current: inout WriterTerm?
  ) throws -> CommitResult {
    let replies = IdempotencyStore(connection: connection)
    let commit = transaction.commit
    try WriterEpochs(connection: connection).accept(router: transaction.router)
    if let term = commit.term, term != current {
      try WriterEpochs(connection: connection).check(term)
      current = term
    }
    if let stored = commit.idempotency,
      let earlier = try replies.recall(stored, epoch: journal.epoch, damaged)
    {
      return earlier
    }
    if let problem = commit.teamProblem { throw StoreError(.invalid, problem) }
    let documents = DocumentWriter(connection: connection, now: journal.now)
    for change in commit.changes { try documents.apply(change) }
    let start = journal.head
    let events = try journal.append(transaction)
    if let stored = commit.idempotency {
      try replies.keep(stored, after: start, upTo: journal.head, now: journal.now)
    }
    return CommitResult(epoch: journal.epoch, events: events)
  }

  private func pruneReplies(_ now: Date) throws {
    if let lastPrune, abs(now.timeIntervalSince(lastPrune)) < configuration.common.pruneInterval {
      return
    }
    lastPrune = now
    try IdempotencyStore(connection: connection)
      .prune(before: now.addingTimeInterval(-configuration.common.replyLifetime).milliseconds)
  }

  private func checkInPlace() throws {
    guard connection.hasMoved() else { return }
    throw StoreError(
      .io,
      "The database \(configuration.path) was moved or removed while in use; put it back and"
        + " start the service again.")
  }
}
