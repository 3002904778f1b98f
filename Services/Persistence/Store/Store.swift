import Documents
import FastJSON
import FoundationEssentials
import PersistenceAPI

/// The durable store: documents, a journal of events, replies to give again, and search.
///
/// A transaction that was answered is on the disk. Every function throws `StoreError` and nothing else, unless
/// it says so. What holds of one implementation holds of all: the same tests run on each.
protocol Store: Sendable {
  /// Takes what became of a transaction.
  typealias Completion = @Sendable (Result<CommitResult, StoreError>) -> Void

  var configuration: StoreConfiguration { get }
  /// What was read and is not what had been written.
  var damaged: DamagedItems { get }
  /// Transactions and other work that wait for the writer's thread.
  var backlog: Int { get }
  /// How much there is, in bytes, by what it is: files, or tables.
  var sizes: [String: Int] { get async }
  /// What the store did since it was opened.
  var statistics: StoreStatistics { get async }
  /// Whether it can be written to.
  var isOpen: Bool { get async }
  /// Why nothing can be written at present; nil if it can.
  var unwritable: StoreError? { get async }
  /// What an operator has to know, a sentence each, besides what is damaged.
  var problems: [String] { get async }

  /// Writes a transaction durably, whole or not at all, and calls back on the store's thread.
  ///
  /// All that waits when the disk is free shares one commit of the database. It ends with `conflict`,
  /// `superseded`, `outdated` or `invalid` for this transaction alone; `full`, `readOnly`, `locked`, `unreachable`, `io`,
  /// `damaged` for all that were written with it; `closed`. After `unreachable` it may have been written: sent
  /// again, it is done once.
  func commit(_ transaction: Transaction, then completion: @escaping Completion)

  /// Begins a term: from now on its owner's commits of any other are refused, also those that wait.
  ///
  /// - Parameter router: the term of the router that passed it on; nil where there is one router only. Of a router
  ///   nothing is written once one with a later term has written, and it fails as `outdated`.
  func begin(_ term: WriterTerm, router: Int64?) async throws

  /// Documents by their ids, or a page of a collection in the order of the sort key.
  /// - Parameter maximumBytes: the page ends before the bodies exceed this many bytes, but holds one
  ///   document at least.
  /// - Throws: `StoreError`, `invalid` for a limit out of range, too many ids, or a cursor that no page
  ///   gave.
  func load(_ query: DocumentQuery, maximumBytes: Int) async throws -> DocumentPage

  /// Where the journal begins and ends.
  func range() async throws -> JournalRange

  /// Events after a sequence, in their order. A page may hold fewer than asked for, or none, before
  /// the end of the journal: go on from its `resume`.
  /// - Parameter maximumBytes: the page ends before the events exceed it, but holds one at least.
  /// - Throws: `StoreError`, `compacted` when some of the events are gone or the epoch is another:
  ///   then the caller must begin with a snapshot; `invalid`.
  func replay(_ query: JournalQuery, maximumBytes: Int) async throws -> EventPage

  /// Finds what one command led to, oldest first.
  /// - Parameter maximumBytes: the page ends before the events exceed it, but holds one at least.
  /// - Throws: `StoreError`, `invalid` for a limit out of range or what is no id.
  func correlated(
    _ question: FindCorrelated, maximumBytes: Int
  ) async throws -> FindCorrelated.Reply

  /// Documents whose text holds all the words, the best match first, and how many there are.
  /// - Parameter maximumBytes: the hits end before they exceed this many bytes, but there is one at
  ///   least; the rest is found from the offset after them.
  /// - Throws: `StoreError`, `invalid` for too many words or a limit out of range.
  func search(_ query: TextQuery, maximumBytes: Int) async throws -> FoundDocuments

  /// The reply that is kept under a key; nil where there is none.
  ///
  /// - Parameter request: digest of the request that came; nil for any.
  /// - Throws: `StoreError`, `conflict` for the reply to another request.
  func reply(under key: String, to request: String?) async throws -> RawJSON?

  /// Other processes that wait for the store, the first one first.
  func waiting() async throws -> [WaitingStore]

  /// Removes the oldest events of the journal: those stored before `date`, and all but the last
  /// `count`. Documents stay. A replay from before what is left fails with `compacted`.
  ///
  /// Works in small transactions, so that commits come through in between; ends early when its task is
  /// cancelled.
  /// - Returns: how many events were removed.
  @discardableResult
  func compact(before date: Date?, keepingLast count: Int?) async throws -> Int

  /// Reads all that is stored, behind the work: what nobody reads may be damaged for years.
  ///
  /// A damaged row is noted like one that somebody met. Ends early when its task is cancelled.
  /// - Returns: what was found beyond rows, a sentence each.
  /// - Throws: `StoreError` when it cannot be read, or was closed.
  func scrub() async throws -> [String]

  /// Copies the database, as it is now, into a file of its own, while the store goes on.
  ///
  /// The copy was checked and is on the disk when this returns; until then `path` is as it was.
  /// - Parameters:
  ///   - overwriting: whether to replace a file at `path`.
  ///   - progress: called after each step.
  /// - Throws: `StoreError`: `exists`, `invalid` for the store's own file and for a database that is copied with
  ///   tools of its own, `full`, `readOnly`, `io`; `CancellationError`.
  func backup(
    to path: String, overwriting: Bool, progress: @escaping @Sendable (BackupProgress) -> Void
  ) async throws

  /// Returns once what was erased is off the disk, or that has to wait.
  func erased() async

  /// Writes what waits, then lets go of the database. Later calls fail with `closed`, later closes do nothing.
  func close() async
}

/// The same in fewer words.
extension Store {
  /// Writes a transaction as the other one does. Once begun, cancellation does not stop it: the caller always
  /// learns the outcome.
  func commit(_ transaction: Transaction) async throws -> CommitResult {
    try await withCheckedThrowingContinuation { continuation in
      commit(transaction) { continuation.resume(with: $0.mapError { $0 }) }
    }
  }

  func begin(_ term: WriterTerm) async throws { try await begin(term, router: nil) }

  func load(_ query: DocumentQuery) async throws -> DocumentPage {
    try await load(query, maximumBytes: .max)
  }

  func replay(_ query: JournalQuery) async throws -> EventPage {
    try await replay(query, maximumBytes: .max)
  }

  func correlated(_ question: FindCorrelated) async throws -> FindCorrelated.Reply {
    try await correlated(question, maximumBytes: .max)
  }

  func search(_ query: TextQuery) async throws -> FoundDocuments {
    try await search(query, maximumBytes: .max)
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
  /// The reply that is kept under a key, whatever the request was; nil without a reply.
  func reply(under key: String) async throws -> RawJSON? { try await reply(under: key, to: nil) }
}
