extension SocketLoop: SerialExecutor {
  /// Enqueues a job of an actor or task that runs here. For the Swift runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  /// A reference to this loop for the Swift runtime.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// True if the caller runs on this loop, so that `assumeIsolated` is permitted.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Stops the program if the caller is not on this loop.
  public func checkIsolated() { preconditionOnLoop("This isolation") }
}
