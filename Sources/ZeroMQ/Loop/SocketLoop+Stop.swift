extension SocketLoop {
  /// Maximum number of rounds of jobs in the last turn; the tail runs the rest.
  private static var lastRounds: Int { 64 }

  /// Ends the loop: runs the handlers that ``onStop(_:)`` registered and the waiting jobs, drops
  /// the timers, closes the sockets that are still open, and ends the thread. May be called on any
  /// thread, any number of times; also from an actor on the loop.
  /// - Parameter limit: maximum time to wait; a handler that blocks can delay the end.
  /// - Returns: true if the loop ended within the limit.
  @discardableResult
  public func stop(within limit: Duration = .seconds(5)) async -> Bool {
    await finishes(within: limit) { done in
      switch inbox.withLock({ $0.requestStop(done) }) {
      case (_, past: true): done()
      case (.wake, past: false): wake()
      default: break
      }
    }
  }

  /// Runs the last turn.
  func finish() {
    core.turn = .now
    let farewells = core.onStop
    core.onStop = []
    for body in farewells { body() }
    for _ in 0..<Self.lastRounds {
      let entries = inbox.withLock { $0.takeEntries() }
      if entries.isEmpty { break }
      perform(entries)
      endTurn()
    }
    endTurn()
    core.isOver = true
    // Closures that the last ones have added.
    endTurn()
    for watch in core.sockets + core.files { watch.isActive = false }
    core.sockets = []
    core.files = []
    let timers = core.timers.removeAll()
    for timer in timers { timer.abandon?() }
    // Sockets are closed before the end is announced, because afterwards another thread may run
    // this loop's work.
    let handles = inbox.withLock { $0.openSockets() }
    for handle in handles { handle.monitor?.stop() }
    for handle in handles { close(handle) }
    let ending = inbox.withLock { $0.finish() }
    for waiter in ending.waiters { waiter() }
    if ending.hasTail { runTail() }
  }

  /// Closes a socket and forgets it. Must be called on the loop.
  func close(_ handle: SocketHandle) {
    unwatch(handle)
    handle.close()
    inbox.withLock { $0.unregister(handle) }
  }

  /// Runs the entries that arrived after the end, until none are left.
  func runTail() {
    while let entries = inbox.withLock({ $0.takeTail() }) { perform(entries) }
  }

  func startTail() {
    if let driver { return driver.wake(self) }
    let started = startThread { loop in loop.own { loop.runTail() } }
    // If no thread can be created, the entries run here, so that they are not lost.
    if !started { own { runTail() } }
  }
}
