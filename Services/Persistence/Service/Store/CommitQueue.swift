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
    state.withLock { state in
      state.waiting.append((transaction, completion))
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
