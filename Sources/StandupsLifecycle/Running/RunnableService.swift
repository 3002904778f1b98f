/// A service that runs until a graceful shutdown or a cancellation.
public protocol RunnableService: Sendable {
  /// Runs until the work is finished: after a drain, or when the task is cancelled.
  ///
  /// - Throws: the error that prevents further work. `CancellationError` after a cancellation is
  ///   not a failure.
  func run() async throws
  /// Requests the drain: the service accepts no new work, finishes the work in progress, then `run`
  /// returns.
  func beginGracefulShutdown() async
}
