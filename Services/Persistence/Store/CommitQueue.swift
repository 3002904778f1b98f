import Threads

/// The transactions that wait for the writer; all of them are its next batch.
final class CommitQueue: Sendable {
  typealias Commit = (transaction: Transaction, completion: Store.Completion)

  private struct State {
    var waiting: [Commit] = []
    /// Whether somebody will write what waits.
    var isFlushScheduled = false
  }

  private let state = Locked(State())

  /// - Returns: whether nobody was going to write it: then the caller sees to that.
  func append(_ transaction: Transaction, _ completion: @escaping Store.Completion) -> Bool {
    state.withLock { state in
      state.waiting.append((transaction, completion))
      defer { state.isFlushScheduled = true }
      return !state.isFlushScheduled
    }
  }

  func takeAll() -> [Commit] {
    state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
  }

  /// Transactions and other work that wait for the writer's thread.
  func backlog(of executor: BlockingExecutor) -> Int {
    state.withLock { state in
      // The flush that is lined up is no work of its own.
      state.waiting.count + max(0, executor.waiting - (state.isFlushScheduled ? 1 : 0))
    }
  }
}
