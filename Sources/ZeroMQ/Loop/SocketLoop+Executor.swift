extension SocketLoop: SerialExecutor {
  /// Enqueues a job of an actor or task that runs on this loop. Called by the Swift runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  /// Returns a reference to this loop for the Swift runtime.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Returns true if the caller runs on this loop, so that `assumeIsolated` is permitted.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Stops the program if the caller is not on this loop.
  public func checkIsolated() { preconditionOnLoop("This isolation") }
}
