extension SocketLoop: SerialExecutor {
  /// Takes a job of an actor or task that runs here. For the Swift runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  /// This loop as the Swift runtime wants it named.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the caller runs on this loop, so that `assumeIsolated` is allowed.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Stops the program when the caller is not on this loop.
  public func checkIsolated() { preconditionOnLoop("This isolation") }
}
