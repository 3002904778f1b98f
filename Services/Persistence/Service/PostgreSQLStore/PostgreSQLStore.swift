import Documents
import PostgreSQL
import Threads

/// A store in a PostgreSQL database.
///
/// One connection writes, in a writer epoch that fences each commit; the others read. All of them
/// block, so they run on the store's own threads. A lost writing connection is replaced when it is
/// needed next, in the next writer epoch.
actor PostgreSQLStore: Store {
  nonisolated let postgreSQL: PostgreSQLConfiguration
  nonisolated var configuration: StoreConfiguration { postgreSQL.common }
  nonisolated let damaged: DamagedItems
  nonisolated let reader: PostgreSQLReader
  /// Reader for searches, which may take long and must not delay other reads.
  nonisolated let searcher: PostgreSQLReader
  nonisolated let acknowledged = DurableSequence()
  private let executor: BlockingExecutor
  private nonisolated let queue = CommitQueue()
  private(set) var writer: PostgreSQLWriter?
  /// Epoch of the last writer.
  private var term: Int64?
  private(set) var unwritable: StoreError?
  private(set) var isClosed = false
  private(set) var statistics = StoreStatistics()
  private var renewing: Task<Void, Never>?
  var erasing: Task<Void, Never>?
  var erasureProblem: String?
  /// Earliest time of the next connection attempt.
  private var nextAttempt = ContinuousClock.now

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(_ configuration: PostgreSQLConfiguration) throws {
    postgreSQL = configuration
    damaged = DamagedItems(configuration.common.foundDamaged)
    executor = try .forStore("store")
    reader = try PostgreSQLReader(configuration, acknowledged)
    searcher = try PostgreSQLReader(configuration, acknowledged, name: "store-search")
  }

  /// Connects, creates missing tables, and begins the next writer epoch.
  ///
  /// - Throws: `StoreError`: `unreachable`, `foreign`, `newer`, `locked` while another process
  ///   writes, `readOnly`.
  static func open(_ configuration: PostgreSQLConfiguration) async throws -> PostgreSQLStore {
    let store = try PostgreSQLStore(configuration)
    try await store.start()
    return store
  }

  private func start() throws {
    try connect()
    renewing = Task { await renew() }
  }

  private func connect() throws {
    let opened = try PostgreSQLOpener(configuration: postgreSQL).open(after: term)
    term = opened.term
    writer = try PostgreSQLWriter(
      opened, configuration: postgreSQL, damaged: damaged, acknowledged: acknowledged,
      statistics: statistics)
    unwritable = nil
    finishErasing()
  }

  func close() async {
    flush()
    isClosed = true
    renewing?.cancel()
    erasing?.cancel()
    unwritable = nil
    writer?.close()
    writer = nil
    await reader.close()
    await searcher.close()
  }

  // MARK: The writer

  /// Delay of the next connection attempt after a failure.
  private static let pause = Duration.milliseconds(200)

  /// The writer, reconnected if its connection was lost.
  private func connected() throws -> PostgreSQLWriter {
    guard !isClosed else { throw StoreError.closed }
    if let writer { return writer }
    if let unwritable, unwritable.code == .fenced || .now < nextAttempt { throw unwritable }
    do {
      try connect()
    } catch {
      let failure = StoreError.from(error, postgreSQL.address)
      recordFailure(failure)
      throw failure
    }
    guard let writer else { throw StoreError.closed }
    return writer
  }

  private func recordFailure(_ failure: StoreError) {
    if failure.code != .fenced || unwritable?.code != .fenced { unwritable = failure }
    nextAttempt = .now + Self.pause
    if failure.code == .fenced { postgreSQL.fenced() }
  }

  /// Closes the writer if the failure prevents it from continuing.
  private func check(_ failure: StoreError?) {
    guard let writer else { return }
    statistics = writer.statistics
    guard let failure,
      failure.code == .fenced || failure.code == .unreachable || writer.connection.isLost
    else { return }
    writer.connection.close()
    self.writer = nil
    recordFailure(failure)
  }

  /// Runs `body` with the writer, between batches.
  func maintain<Result>(_ body: (PostgreSQLWriter) throws -> Result) throws -> Result {
    let writer = try connected()
    do {
      return try body(writer)
    } catch {
      let failure = StoreError.from(error, postgreSQL.address)
      check(failure)
      throw failure
    }
  }

  nonisolated func commit(_ transaction: Transaction, then completion: @escaping Completion) {
    // Transactions that arrive while a batch is being written form the next batch. Continue
    // directly on the store's thread, rather than through the thread pool.
    if queue.append(transaction, completion) { Task.immediate { await flush() } }
  }

  nonisolated func commit(
    _ transactions: [Transaction], then completion: @escaping BatchCompletion
  ) {
    if queue.append(transactions, completion) { Task.immediate { await flush() } }
  }

  private func flush() {
    let batch = queue.removeAll()
    guard !batch.isEmpty else { return }
    do {
      let writer = try connected()
      let outcomes = writer.write(batch.map(\.transaction))
      // If a batch fails as a whole, all of its transactions fail for the same reason.
      if case .failure(let failure) = outcomes.first { check(failure) } else { check(nil) }
      for (commit, outcome) in zip(batch, outcomes) { commit.completion(outcome) }
      finishErasing()
    } catch {
      let failure = StoreError.from(error, postgreSQL.address)
      for commit in batch { commit.completion(.failure(failure)) }
    }
  }

  func begin(_ term: WriterTerm, router: Int64?) throws {
    try maintain { try $0.begin(term, router: router) }
  }

  nonisolated var backlog: Int { queue.backlog(of: executor) }

  var isOpen: Bool { !isClosed }

  var problems: [String] {
    (writer?.problems ?? []) + [erasureProblem].compactMap { $0 }
  }

  /// Renews the lease when no other write does so. A renewal shows other processes that this one
  /// is alive, and shows this process whether it may still write. It also reconnects before the
  /// next write.
  private func renew() async {
    while !isClosed {
      do { try await postgreSQL.renewal() } catch { return }
      guard !isClosed else { return }
      if let writer, .now - writer.lastWrite < .milliseconds(postgreSQL.leaseMs / 4) { continue }
      // A failure is recorded and reported with the problems.
      try? maintain { try $0.renew() }
    }
  }

  // MARK: Backup and sizes

  nonisolated func backup(
    to path: String, overwriting: Bool, progress: @escaping @Sendable (BackupProgress) -> Void
  ) async throws {
    guard await isOpen else { throw StoreError.closed }
    throw StoreError(
      .invalid,
      "The database is on a PostgreSQL server: back it up with pg_dump, or archive its log for point-in-time"
        + " recovery. See docs/how-to/run-on-postgresql.md.")
  }

  var sizes: [String: Int] {
    get async {
      let tables = ["documents", "events", "replies"]
      let sizes = try? await reader.read { connection, _ in
        let rows = try connection.run(
          "SELECT pg_total_relation_size(t::regclass) FROM unnest($1::text[]) AS t",
          [.texts(tables)], operation: "measure the tables")
        return (0..<rows.count).map { Int(rows.integer($0, 0)) }
      }
      // An unavailable server reports no sizes.
      return Dictionary(uniqueKeysWithValues: zip(tables, sizes ?? []))
    }
  }
}

/// Settings of a PostgreSQL store.
struct PostgreSQLConfiguration: Sendable {
  var address: PostgreSQLAddress
  /// Path of the durability watermark, without its suffix; nil to write none. See `WatermarkFile`.
  var watermarkPath: String?
  /// Name of the journal. A database may contain several journals.
  var cell = "main"
  /// Time since the last write of another process during which that process counts as alive, in
  /// milliseconds.
  var leaseMs: Int64 = 3000
  /// Waits until the next renewal; throws if the task is cancelled.
  var renewal: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
  /// Called when another process has taken over the database; this process must then exit.
  var fenced: @Sendable () -> Void = {}
  var common = StoreConfiguration()

  init(_ address: PostgreSQLAddress) { self.address = address }
}
