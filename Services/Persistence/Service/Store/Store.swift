import Documents
import FastJSON
import FoundationEssentials
import PersistenceAPI

/// The durable store: documents, a journal of events, an idempotency store, and search.
///
/// A transaction is durable once it is answered. Every function throws `StoreError` and nothing
/// else, unless documented otherwise. The same tests run on each implementation, so all of them
/// behave in the same way.
protocol Store: Sendable {
  /// Receives the outcome of a transaction.
  typealias Completion = @Sendable (Result<CommitResult, StoreError>) -> Void
  /// Receives the outcomes of several transactions, in order.
  typealias BatchCompletion = @Sendable ([Result<CommitResult, StoreError>]) -> Void

  var configuration: StoreConfiguration { get }
  /// Items whose stored data is damaged.
  var damaged: DamagedItems { get }
  /// Number of transactions and other jobs that wait for the writer's thread.
  var backlog: Int { get }
  /// Sizes in bytes, by file or table.
  var sizes: [String: Int] { get async }
  /// Statistics since the store was opened.
  var statistics: StoreStatistics { get async }
  /// True if the store is open for writing.
  var isOpen: Bool { get async }
  /// Reason why the store is currently not writable; nil if it is.
  var unwritable: StoreError? { get async }
  /// Problems for operators besides damaged items, one sentence each.
  var problems: [String] { get async }

  /// Writes a transaction durably and atomically, and calls back on the store's thread.
  ///
  /// All transactions that are waiting when the disk becomes available share one database commit.
  /// `conflict`, `superseded`, `outdated` and `invalid` apply to this transaction alone; `full`,
  /// `readOnly`, `locked`, `unreachable`, `io` and `damaged` apply to all transactions of the same
  /// commit; `closed` is returned after `close`. After `unreachable` the transaction may have been
  /// written; repeating it applies it only once.
  func commit(_ transaction: Transaction, then completion: @escaping Completion)

  /// Writes transactions like the method for one, and calls back once with all outcomes. None of
  /// them is written before all of them wait, so that they share one database commit.
  ///
  /// - Parameter transactions: at least one.
  func commit(_ transactions: [Transaction], then completion: @escaping BatchCompletion)

  /// Begins a writer epoch: from now on, commits of its owner in any other writer epoch are
  /// rejected, including waiting ones.
  ///
  /// - Parameter router: epoch of the router that forwarded it; nil for a single router. Once a
  ///   router with a later epoch has written, writes through earlier routers fail with `outdated`.
  func begin(_ term: WriterTerm, router: Int64?) async throws

  /// Loads documents by their ids, or a page of a collection in the order of the sort key.
  ///
  /// - Parameter maxBytes: maximum total size of the bodies; the page contains at least one
  ///   document.
  /// - Throws: `StoreError` with `invalid` for a limit out of range, too many ids, or an invalid
  ///   cursor.
  func load(_ query: DocumentQuery, maxBytes: Int) async throws -> DocumentPage

  /// Epoch, last sequence and first retained sequence of the journal.
  func range() async throws -> JournalRange

  /// Events after a sequence, in order. Even before the end of the journal, a page may contain
  /// fewer events than requested, or none; continue after its `resume`.
  ///
  /// - Parameter maxBytes: maximum total size of the events; the page contains at least one, if any
  ///   match.
  /// - Throws: `StoreError`: `compacted` if some of the events were removed or the epoch differs,
  ///   so the caller must begin with a snapshot; `invalid`.
  func replay(_ query: JournalQuery, maxBytes: Int) async throws -> EventPage

  /// Finds the events that one command caused, oldest first.
  ///
  /// - Parameter maxBytes: maximum total size of the events; the page contains at least one, if
  ///   any match.
  /// - Throws: `StoreError` with `invalid` for a limit out of range or an invalid id.
  func correlated(
    _ question: FindCorrelated, maxBytes: Int
  ) async throws -> FindCorrelated.Reply

  /// Finds documents whose text contains all words, best match first, and their total number.
  ///
  /// - Parameter maxBytes: maximum total size of the hits; the page contains at least one, if any
  ///   match. Request the others with the offset of the next hit.
  /// - Throws: `StoreError` with `invalid` for too many words or a limit out of range.
  func search(_ query: TextQuery, maxBytes: Int) async throws -> FoundDocuments

  /// Reply stored under a key; nil if no reply is stored.
  ///
  /// - Parameter request: digest of the current request; nil for any.
  /// - Throws: `StoreError` with `conflict` if the reply belongs to another request.
  func reply(under key: String, to request: String?) async throws -> RawJSON?

  /// Other processes that wait for the store, longest wait first.
  func waiting() async throws -> [WaitingStore]

  /// Removes the oldest events of the journal: those stored before `date`, and all but the last
  /// `count`. Documents are unaffected. A replay from before the first retained event fails with
  /// `compacted`.
  ///
  /// Uses small transactions, so that commits can run in between; ends early if its task is
  /// cancelled.
  ///
  /// - Returns: number of events removed.
  @discardableResult
  func compact(before date: Date?, keepingLast count: Int?) async throws -> Int

  /// Reads everything that is stored while other work continues, because damage to rows that are
  /// never read could otherwise remain unnoticed for years.
  ///
  /// A damaged row is recorded, as in any other read. Ends early if its task is cancelled.
  ///
  /// - Returns: problems besides damaged rows, one sentence each.
  /// - Throws: `StoreError` if the database cannot be read or is closed.
  func scrub() async throws -> [String]

  /// Copies the current database to a file, while the store continues to work.
  ///
  /// When this returns, the copy has been checked and is durable; until then `path` is unchanged.
  ///
  /// - Parameters:
  ///   - overwriting: whether to replace a file at `path`.
  ///   - progress: called after each step.
  /// - Throws: `StoreError`: `exists`, `invalid` for the store's own file and for a database that
  ///   has its own backup tools, `full`, `readOnly`, `io`; `CancellationError`.
  func backup(
    to path: String, overwriting: Bool, progress: @escaping @Sendable (BackupProgress) -> Void
  ) async throws

  /// Returns once erased content is gone from the disk, or its removal has stopped.
  func erased() async

  /// Writes the waiting transactions, and then closes the database. Later calls fail with `closed`,
  /// except for `close`, which does nothing.
  func close() async
}

/// Variants with default values.
extension Store {
  /// Writes a transaction. Cancellation does not interrupt the write, so the caller always receives
  /// the outcome.
  func commit(_ transaction: Transaction) async throws -> CommitResult {
    try await withCheckedThrowingContinuation { continuation in
      commit(transaction) { continuation.resume(with: $0.mapError { $0 }) }
    }
  }

  func begin(_ term: WriterTerm) async throws { try await begin(term, router: nil) }

  func load(_ query: DocumentQuery) async throws -> DocumentPage {
    try await load(query, maxBytes: .max)
  }

  func replay(_ query: JournalQuery) async throws -> EventPage {
    try await replay(query, maxBytes: .max)
  }

  func correlated(_ question: FindCorrelated) async throws -> FindCorrelated.Reply {
    try await correlated(question, maxBytes: .max)
  }

  func search(_ query: TextQuery) async throws -> FoundDocuments {
    try await search(query, maxBytes: .max)
  }

  @discardableResult
  func compact(before date: Date) async throws -> Int {
    try await compact(before: date, keepingLast: nil)
  }

  @discardableResult
  func compact(keepingLast count: Int? = nil) async throws -> Int {
    try await compact(before: nil, keepingLast: count)
  }

  func backup(to path: String, overwriting: Bool = false) async throws {
    try await backup(to: path, overwriting: overwriting) { _ in }
  }

  func backup(
    to path: String, progress: @escaping @Sendable (BackupProgress) -> Void
  ) async throws {
    try await backup(to: path, overwriting: false, progress: progress)
  }
}

extension Store {
  /// Reply stored under a key, for any request; nil if no reply is stored.
  func reply(under key: String) async throws -> RawJSON? { try await reply(under: key, to: nil) }
}
