import Threads

/// Transactions that wait for the writer and together form its next batch.
final class CommitQueue: Sendable {
  typealias Commit = (transaction: Transaction, completion: Store.Completion)

  private struct State {
    var waiting: [Commit] = []
    /// True if a flush of the waiting transactions is scheduled.
    var isFlushScheduled = false
  }

  private let state = Locked(State())

  /// Adds a transaction.
  ///
  /// - Returns: true if no flush was scheduled; the caller then has to start one.
  func append(_ transaction: Transaction, _ completion: @escaping Store.Completion) -> Bool {
    append(CollectionOfOne(Commit(transaction, completion)))
  }

  /// Adds transactions that are answered together.
  ///
  /// - Parameter transactions: at least one.
  /// - Returns: true if no flush was scheduled; the caller then has to start one.
  func append(
    _ transactions: [Transaction], _ completion: @escaping Store.BatchCompletion
  ) -> Bool {
    if transactions.count == 1 { return append(transactions[0]) { completion([$0]) } }
    let outcomes = CollectedOutcomes(transactions.count, completion)
    return append(
      transactions.enumerated().map { place, transaction -> Commit in
        (transaction, { outcomes.add($0, at: place) })
      })
  }

  private func append(_ commits: some Collection<Commit>) -> Bool {
    state.withLock { state in
      state.waiting.append(contentsOf: commits)
      defer { state.isFlushScheduled = true }
      return !state.isFlushScheduled
    }
  }

  func removeAll() -> [Commit] {
    state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
  }

  /// Number of transactions and other jobs that wait for the writer's thread.
  func backlog(of executor: BlockingExecutor) -> Int {
    state.withLock { state in
      // Do not count the scheduled flush itself.
      state.waiting.count + max(0, executor.waiting - (state.isFlushScheduled ? 1 : 0))
    }
  }
}

/// The outcomes of transactions that are answered together.
private final class CollectedOutcomes: Sendable {
  private struct State {
    var outcomes: [Result<CommitResult, StoreError>]
    var left: Int
  }

  private let state: Locked<State>
  private let completion: Store.BatchCompletion

  init(_ count: Int, _ completion: @escaping Store.BatchCompletion) {
    state = Locked(
      State(outcomes: Array(repeating: .failure(.closed), count: count), left: count))
    self.completion = completion
  }

  /// Adds an outcome, and calls back after the last one.
  func add(_ outcome: Result<CommitResult, StoreError>, at place: Int) {
    let outcomes = state.withLock { state -> [Result<CommitResult, StoreError>]? in
      state.outcomes[place] = outcome
      state.left -= 1
      return state.left == 0 ? state.outcomes : nil
    }
    if let outcomes { completion(outcomes) }
  }
}

extension BlockingExecutor {
  /// Creates a thread for a part of the store.
  ///
  /// - Throws: `StoreError` if the system provides no thread.
  static func forStore(_ label: String) throws(StoreError) -> BlockingExecutor {
    do throws(NoThreadError) {
      return try BlockingExecutor(label: label)
    } catch {
      throw StoreError(.internal, error.description, cause: error)
    }
  }
}
