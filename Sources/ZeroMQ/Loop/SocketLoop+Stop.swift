extension SocketLoop {
  /// How many rounds of jobs the last turn runs before it leaves the rest to the tail.
  private static var lastRounds: Int { 64 }

  /// Ends the loop: runs what ``onStop(_:)`` registered and the jobs that wait, drops the timers,
  /// closes the sockets that are still open, and ends the thread. Callable from anywhere, any
  /// number of times; also from an actor on the loop.
  /// - Parameter limit: how long to wait for it; a handler that blocks can hold it up.
  /// - Returns: whether the end came within the limit.
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

  /// The last turn.
  func finish() {
    core.turn = .now
    let farewells = core.onStop
    core.onStop = []
    for body in farewells { body() }
    for _ in 0..<Self.lastRounds {
      let entries = inbox.withLock { $0.takeEntries() }
      if entries.isEmpty { break }
      perform(entries)
    }
    core.isOver = true
    for watch in core.sockets + core.files { watch.isActive = false }
    core.sockets = []
    core.files = []
    let timers = core.timers.removeAll()
    for timer in timers { timer.abandon?() }
    // Before the end is known: from then on, another thread may do this loop's work.
    let handles = inbox.withLock { $0.openSockets() }
    for handle in handles { handle.stopMonitor() }
    for handle in handles { close(handle) }
    let ending = inbox.withLock { $0.finish() }
    for waiter in ending.waiters { waiter() }
    if ending.hasTail { runTail() }
  }

  /// Closes a socket and forgets it. On the loop only.
  func close(_ handle: SocketHandle) {
    unwatch(handle)
    handle.close()
    inbox.withLock { $0.unregister(handle) }
  }

  /// Runs what came after the end, until there is no more.
  func runTail() {
    while let entries = inbox.withLock({ $0.takeTail() }) { perform(entries) }
  }

  func startTail() {
    if let driver { return driver.wake(self) }
    let started = startThread { loop in loop.own { loop.runTail() } }
    // Without threads, here and now is better than never.
    if !started { own { runTail() } }
  }
}
