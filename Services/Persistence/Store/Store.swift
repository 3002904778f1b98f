import Documents
import Threads

/// The durable store: documents, a journal of events, replies to give again, and search.
///
/// Opening, writing and reading block, so they run on threads of the store's own. A `commit` that
/// returned is on the disk. Every function throws `StoreError` and nothing else.
actor Store {
  /// What the store was opened with.
  nonisolated let configuration: StoreConfiguration
  nonisolated let reader: StoreReader
  /// For searches, which may take long: nothing else waits for them.
  nonisolated let searcher: StoreReader
  private nonisolated var readers: [StoreReader] { [reader, searcher] }
  /// What was read and is not what had been written.
  nonisolated let damaged: DamagedItems
  private let executor: BlockingExecutor
  private var writer: StoreWriter?
  /// Why nothing can be written at present; nil if it can.
  private(set) var unwritable: StoreError?
  private var recovery: Task<Void, any Error>?
  /// Terms that began while nothing could be written, by their owners.
  private var unwrittenTerms: [String: WriterTerm] = [:]
  private let queue = Locked(CommitQueue())
  /// Takes what was erased off the disk.
  var erasing: Task<Void, Never>?
  /// What keeps erased words on the disk; nil if nothing does.
  var erasureProblem: String?

  /// Takes what became of a transaction.
  typealias Completion = @Sendable (Result<CommitResult, StoreError>) -> Void

  private struct CommitQueue {
    var waiting: [(transaction: Transaction, completion: Completion)] = []
    /// Whether somebody will write what waits.
    var isFlushScheduled = false
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(_ configuration: StoreConfiguration) throws {
    self.configuration = configuration
    self.damaged = DamagedItems(configuration.foundDamaged)
    self.executor = try .forStore("store")
    self.reader = try StoreReader(path: configuration.path)
    self.searcher = try StoreReader(path: configuration.path, name: "store-search")
  }

  /// Opens the database, or makes it.
  ///
  /// A file that is damaged or not ours is set aside and the fact stored as `DataFailedToLoad`.
  /// - Parameter readsOnly: whether a database on a file system that is mounted read-only is opened
  ///   for reading; commits are refused, and try each time whether the file system can be written now.
  /// - Throws: `StoreError`: `newer`, `locked`, `readOnly`, `full`, `notAFile`, `io`.
  static func open(
    _ configuration: StoreConfiguration, orReadsOnly readsOnly: Bool = false
  ) async throws -> Store {
    let store = try Store(configuration)
    do {
      try await store.start()
    } catch let error as StoreError where readsOnly && error.code == .readOnly {
      try await store.startReading(error)
    }
    return store
  }

  private func startReading(_ reason: StoreError) async throws {
    guard FileSystem.isReadOnly(configuration.path) else { throw reason }
    try await openReadersUnwritable()
    unwritable = reason
  }

  /// Goes over to writing, if the file system can be written by now.
  private func becomeWritable() async throws {
    guard let reason = unwritable else {
      throw StoreError(.closed, "The store is closed; open it again.")
    }
    if let recovery { return try await recovery.value }
    guard !FileSystem.isReadOnly(configuration.path) else { throw reason }
    let attempt = Task {
      defer { recovery = nil }
      await closeReaders()
      do {
        try await start()
        unwritable = nil
      } catch {
        // Without this, the next attempt opens it.
        try? await openReadersUnwritable()
        throw error
      }
    }
    recovery = attempt
    try await attempt.value
  }

  private func start() async throws {
    let opened = try DatabaseOpener(configuration: configuration).open()
    let writer = try StoreWriter(opened, configuration: configuration, damaged: damaged)
    do {
      for term in unwrittenTerms.values { try writer.begin(term) }
      unwrittenTerms = [:]
      self.writer = writer
      for reader in readers {
        try await reader.open(patience: configuration.patience)
      }
      finishErasing()
    } catch {
      self.writer = nil
      writer.close()
      throw error
    }
  }

  private func openReadersUnwritable() async throws {
    for reader in readers {
      try await reader.openUnwritable(patience: configuration.patience)
    }
  }

  private func closeReaders() async {
    for reader in readers { await reader.close() }
  }

  /// Writes what waits, then closes the file. Later calls fail with `closed`, later closes do nothing.
  func close() async {
    flush()
    unwritable = nil
    erasing?.cancel()
    guard let writer else { return await closeReaders() }
    self.writer = nil
    // The last connection tidies up the log, and only the writer can.
    await closeReaders()
    writer.close()
  }

  /// Writes a transaction durably, whole or not at all.
  ///
  /// All that waits when the disk is free shares one fsync. Once begun, cancellation does not stop
  /// it: the caller always learns the outcome.
  /// - Throws: `StoreError`: `conflict` or `invalid` for this transaction alone; `full`, `readOnly`,
  ///   `locked`, `io`, `damaged` for all that were written with it; `closed`.
  nonisolated func commit(_ transaction: Transaction) async throws -> CommitResult {
    try await withCheckedThrowingContinuation { continuation in
      commit(transaction) { continuation.resume(with: $0.mapError { $0 }) }
    }
  }

  /// Writes a transaction as the other one does, and calls back on the store's thread: for those that write
  /// thousands a second.
  nonisolated func commit(_ transaction: Transaction, then completion: @escaping Completion) {
    let isFirst = queue.withLock { queue in
      queue.waiting.append((transaction, completion))
      defer { queue.isFlushScheduled = true }
      return !queue.isFlushScheduled
    }
    // What comes while the last batch is on its way to the disk is the next one.
    if isFirst { Task { await flushWhenWritable() } }
  }

  private func flushWhenWritable() async {
    guard writer == nil else { return flush() }
    do {
      try await becomeWritable()
      flush()
    } catch {
      let failure = StoreError.from(error, path: configuration.path)
      for commit in takeWaiting() { commit.completion(.failure(failure)) }
    }
  }

  private func takeWaiting() -> [(transaction: Transaction, completion: Completion)] {
    queue.withLock { queue in
      defer { queue = CommitQueue() }
      return queue.waiting
    }
  }

  /// What the store did since it was opened.
  var statistics: StoreStatistics { writer?.statistics ?? StoreStatistics() }

  /// What keeps a loss from being noticed; nil if nothing does.
  var markProblem: String? { writer?.markProblem }

  /// Whether it can be written to.
  var isOpen: Bool { writer != nil }

  /// Transactions and other work that wait for the writer's thread.
  nonisolated var backlog: Int {
    queue.withLock { queue in
      // The flush that is lined up is no work of its own.
      queue.waiting.count + max(0, executor.waiting - (queue.isFlushScheduled ? 1 : 0))
    }
  }

  private func flush() {
    let batch = takeWaiting()
    guard !batch.isEmpty else { return }
    guard let writer else {
      let error = StoreError(.closed, "The store is closed; open it again.")
      for commit in batch { commit.completion(.failure(error)) }
      return
    }
    let outcomes = writer.write(batch.map(\.transaction))
    for (commit, outcome) in zip(batch, outcomes) { commit.completion(outcome) }
    finishErasing()
  }

  /// Begins a term: from now on its owner's commits of any other are refused, also those that wait.
  ///
  /// Where nothing can be written yet, it is written before anything else is.
  func begin(_ term: WriterTerm) async throws {
    if writer == nil {
      do {
        try await becomeWritable()
      } catch  where unwritable != nil {
        unwrittenTerms[term.owner] = term
        return
      }
    }
    guard let writer else { throw StoreError(.closed, "The store is closed; open it again.") }
    try writer.begin(term)
  }

  /// Lets everybody who has read from this store load anew.
  func beginAnew() throws {
    guard let writer else { throw StoreError(.closed, "The store is closed; open it again.") }
    try writer.beginAnew()
  }

  /// Whether words that were erased may still be on the disk.
  var isErasing: Bool { writer?.isErasing ?? false }

  /// Nothing of what was erased is on the disk any more.
  func noteErased() throws {
    try StoreError.translating(path: configuration.path) { try writer?.noteErased() }
  }

  /// Runs `body` with the writing connection, between batches.
  func maintain<Result: Sendable>(
    _ body: @Sendable (SQLiteConnection) throws -> Result
  ) throws -> Result {
    guard let writer else {
      throw unwritable ?? StoreError(.closed, "The store is closed; open it again.")
    }
    return try StoreError.translating(path: configuration.path) { try body(writer.connection) }
  }
}
