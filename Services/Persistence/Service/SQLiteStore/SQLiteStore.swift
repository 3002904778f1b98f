import Documents
import PersistenceAPI
import StandupsSQLite
import Threads

/// A store in a SQLite file.
///
/// Opening, writing and reading block, so they run on the store's own threads.
actor SQLiteStore: Store {
  /// Settings of the store.
  nonisolated let sqlite: SQLiteConfiguration
  nonisolated var configuration: StoreConfiguration { sqlite.common }
  nonisolated let reader: SQLiteReader
  /// Reader for searches, which may take long and must not delay other reads.
  nonisolated let searcher: SQLiteReader
  nonisolated var readers: [SQLiteReader] { [reader, searcher] }
  nonisolated let damaged: DamagedItems
  private let executor: BlockingExecutor
  private(set) var writer: SQLiteWriter?
  var unwritable: StoreError?
  var recovery: Task<Void, any Error>?
  /// Writer epochs that began while the database was read-only, by owner.
  private var unwrittenTerms: [String: WriterTerm] = [:]
  let queue = CommitQueue()
  /// Task that removes erased content from the disk.
  var erasing: Task<Void, Never>?
  /// Reason why erased content is still on the disk; nil if all of it is gone.
  var erasureProblem: String?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(_ sqlite: SQLiteConfiguration) throws {
    self.sqlite = sqlite
    self.damaged = DamagedItems(sqlite.common.foundDamaged)
    self.executor = try .forStore("store")
    self.reader = try SQLiteReader(path: sqlite.path)
    self.searcher = try SQLiteReader(path: sqlite.path, name: "store-search")
  }

  /// Opens the database, or creates it.
  ///
  /// A damaged or foreign file is set aside, and a `DataFailedToLoad` notice is stored.
  ///
  /// - Parameter readsOnly: whether to open a database on a read-only file system for reading. Each
  ///   commit then checks whether the file system has become writable, and is rejected if it has
  ///   not.
  /// - Throws: `StoreError`: `newer`, `locked`, `readOnly`, `full`, `notAFile`, `io`.
  static func open(
    _ configuration: SQLiteConfiguration, orReadsOnly readsOnly: Bool = false
  ) async throws -> SQLiteStore {
    let store = try SQLiteStore(configuration)
    do {
      try await store.start()
    } catch let error as StoreError where readsOnly && error.code == .readOnly {
      try await store.startReading(error)
    }
    return store
  }

  func start() async throws {
    let opened = try DatabaseOpener(configuration: sqlite).open()
    try MoveFacts.check(
      StoreError.translating(path: sqlite.path) { try Meta(connection: opened.connection).epoch() },
      of: sqlite.path)
    let writer = try SQLiteWriter(opened, configuration: sqlite, damaged: damaged)
    do {
      for term in unwrittenTerms.values { try writer.begin(term, router: nil) }
      unwrittenTerms = [:]
      self.writer = writer
      for reader in readers {
        try await reader.open(timeoutMs: sqlite.lockTimeoutMs)
      }
      finishErasing()
    } catch {
      self.writer = nil
      writer.close()
      throw error
    }
  }

  func closeReaders() async {
    for reader in readers { await reader.close() }
  }

  /// Writes the waiting transactions, and then closes the file. Later calls fail with `closed`,
  /// except for `close`, which does nothing.
  func close() async {
    flush()
    unwritable = nil
    erasing?.cancel()
    guard let writer else { return await closeReaders() }
    self.writer = nil
    // The last connection that closes checkpoints the log, and only the writer can do so.
    await closeReaders()
    writer.close()
  }

  nonisolated func commit(_ transaction: Transaction, then completion: @escaping Completion) {
    // Transactions that arrive while a batch is being written form the next batch. Continue
    // directly on the store's thread, rather than through the thread pool.
    if queue.append(transaction, completion) { Task.immediate { await flushWhenWritable() } }
  }

  nonisolated func commit(
    _ transactions: [Transaction], then completion: @escaping BatchCompletion
  ) {
    if queue.append(transactions, completion) { Task.immediate { await flushWhenWritable() } }
  }

  var statistics: StoreStatistics { writer?.statistics ?? StoreStatistics() }

  var problems: [String] { [writer?.watermarkProblem, erasureProblem].compactMap { $0 } }

  var isOpen: Bool { writer != nil }

  nonisolated var backlog: Int { queue.backlog(of: executor) }

  /// Always empty, because a service whose database file is in use by another process fails instead
  /// of waiting.
  nonisolated func waiting() async throws -> [WaitingStore] { [] }

  nonisolated var sizes: [String: Int] {
    ["main": FileSystem.size(sqlite.path), "wal": FileSystem.size(sqlite.path + "-wal")]
  }

  func flush() {
    let batch = queue.removeAll()
    guard !batch.isEmpty else { return }
    guard let writer else {
      let error = StoreError.closed
      for commit in batch { commit.completion(.failure(error)) }
      return
    }
    let outcomes = writer.write(batch.map(\.transaction))
    for (commit, outcome) in zip(batch, outcomes) { commit.completion(outcome) }
    finishErasing()
  }

  /// While the database is read-only, the writer epoch is recorded in memory, and written later,
  /// before anything else.
  func begin(_ term: WriterTerm, router: Int64?) async throws {
    if writer == nil {
      do {
        try await becomeWritable()
      } catch  where unwritable != nil {
        unwrittenTerms[term.owner] = term
        return
      }
    }
    guard let writer else { throw StoreError.closed }
    try writer.begin(term, router: router)
  }

  /// Begins a new journal, so that every reader of this store reloads.
  func beginAnew() throws {
    guard let writer else { throw StoreError.closed }
    try writer.beginAnew()
  }

  /// True while the disk may still contain erased content.
  var isErasing: Bool { writer?.isErasing ?? false }

  /// Records that the disk no longer contains erased content.
  func recordErased() throws {
    try StoreError.translating(path: sqlite.path) { try writer?.recordErased() }
  }

  /// Runs `body` with the writing connection, between batches.
  func maintain<Result: Sendable>(
    _ body: @Sendable (SQLiteConnection) throws -> Result
  ) throws -> Result {
    guard let writer else {
      throw unwritable ?? StoreError.closed
    }
    return try StoreError.translating(path: sqlite.path) { try body(writer.connection) }
  }
}

/// Settings of a SQLite store.
struct SQLiteConfiguration: Sendable {
  /// Path of the database file. A missing directory is created.
  var path: String
  /// Maximum time for which a statement waits for the lock of another connection, in milliseconds.
  var lockTimeoutMs: Int32 = 250
  var common = StoreConfiguration()

  init(path: String) { self.path = path }
}
