/// Something that runs until it is told to come to rest, or is cancelled.
public protocol RunnableService: Sendable {
  /// Runs until the work is over: after a drain, or when the task is cancelled.
  ///
  /// - Throws: what made it impossible to go on. `CancellationError` after a cancellation is no
  ///   failure.
  func run() async throws
  /// Asks for the drain: no new work, what is under way is finished, then `run` returns.
  func beginGracefulShutdown() async
}
