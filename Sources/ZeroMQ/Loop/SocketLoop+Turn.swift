import CZeroMQ
import Glibc

extension SocketLoop {
  func runThread() {
    own {
      while inbox.withLock({ $0.phase }) == .running { turn() }
      finish()
    }
  }

  /// Sets a lease barrier, which is called before each turn: before anything is read, sent or run
  /// after a wait of any length. It may block the loop. Must be called on the loop.
  package func passEachTurn(through gate: @escaping () -> Void) {
    preconditionOnLoop("A gate")
    core.gate = gate
  }

  /// Runs one turn: due timers, jobs, sockets, and what waited for the end of the turn; then polls
  /// the descriptors, and waits for them if the loop is idle.
  private func turn() {
    core.gate?()
    core.turn = .now
    core.turns += 1
    fireTimers()
    runJobs()
    visitSockets()
    endTurn()
    let isDone = core.atEnd.isEmpty && !core.sockets.contains { $0.mayHaveNews }
    wait(mayBlock: isDone && inbox.withLock { $0.fallAsleep() })
  }

  func fireTimers() {
    // Timers added by timers wait for the next turn, so that a chain of them cannot starve others.
    let mark = core.timers.mark
    while let timer = core.timers.popDue(at: core.turn.nanoseconds, before: mark) { timer.fire() }
  }

  /// Number of jobs between checks for due timers.
  private static var jobsBetweenTimers: Int { 32 }

  /// Maximum number of rounds of jobs, including those that jobs have added, before the sockets are
  /// checked, so that a task that continues immediately does not have to wait for a poll.
  private static var roundsBetweenSockets: Int { 8 }

  func runJobs() {
    for _ in 0..<Self.roundsBetweenSockets {
      let entries = inbox.withLock { $0.takeEntries() }
      if entries.isEmpty { return }
      run(entries)
    }
  }

  private func run(_ entries: [LoopInbox.Entry]) {
    var start = 0
    while start < entries.count {
      let end = min(start + Self.jobsBetweenTimers, entries.count)
      perform(entries[start..<end])
      start = end
      if start < entries.count {
        core.turn = .now
        fireTimers()
      }
    }
  }

  func perform(_ entries: some Sequence<LoopInbox.Entry>) {
    for entry in entries {
      switch entry {
      case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
      case .task(let job, let tasks): job.runSynchronously(on: tasks.asUnownedTaskExecutor())
      case .body(let body): body()
      }
    }
  }

  /// Calls the handlers of all ready sockets. Only sockets that may have pending events are
  /// checked; the descriptors show that the others have none.
  private func visitSockets() {
    // A copy is used, because handlers may watch and unwatch sockets.
    for watch in core.sockets where watch.isActive && watch.mayHaveNews {
      guard let handle = watch.handle else { continue }
      let events = handle.readyEvents()
      if events.contains(.failed) {
        // The context was closed. The handler is called once, and gets that error when it receives.
        unwatch(handle)
        watch.onReadable?()
        continue
      }
      if events.contains(.writable), let body = watch.onWritable {
        watch.onWritable = nil
        handle.awaitsRoom = false
        body()
      }
      if events.contains(.readable), watch.isActive, let body = watch.onReadable {
        // The handler is called again if it leaves messages unread.
        handle.mayHaveNews = true
        body()
      }
    }
  }

  /// Calls `body` once at the end of the current turn: after everything that this turn handles, and
  /// before the loop waits. Work that a turn has gathered can thus be sent together, and waits for
  /// nothing else. If the loop has ended, calls it immediately. Must be called on the loop.
  public func atEndOfTurn(_ body: @escaping () -> Void) {
    preconditionOnLoop("The end of a turn")
    guard !core.isOver else { return body() }
    core.atEnd.append(body)
  }

  /// Runs the closures that waited for the end of the turn. Closures that they add run in the next
  /// turn.
  func endTurn() {
    guard !core.atEnd.isEmpty else { return }
    var bodies: [() -> Void] = []
    swap(&bodies, &core.atEnd)
    for body in bodies { body() }
  }

  private func wait(mayBlock: Bool) {
    if mayBlock { armTimer() }
    if core.itemsAreStale { gatherItems() }
    let ready = poll(&core.items, nfds_t(core.items.count), mayBlock ? -1 : 0)
    if mayBlock { inbox.withLock { $0.wokeUp() } }
    // A signal interrupted poll. The next turn checks all descriptors anyway.
    guard ready > 0 else { return }
    if core.items[0].revents != 0 { descriptors.clearSignal() }
    if core.items[1].revents != 0 {
      // The descriptor remains readable until it is read or armed again, and there may be no other
      // deadline for which to arm it.
      descriptors.clearTimer()
      core.armed = nil
    }
    for (watch, item) in zip(core.sockets, core.items[(2 + core.files.count)...])
    where item.revents != 0 {
      watch.handle?.mayHaveNews = true
    }
    // Copies are used, because handlers may watch and unwatch descriptors.
    for (watch, item) in zip(core.files, core.items[2...])
    where item.revents != 0 && watch.isActive {
      watch.onReadable?()
    }
  }

  private func gatherItems() {
    let watched = (core.files + core.sockets).map(\.descriptor)
    core.items = ([descriptors.wake, descriptors.timer] + watched).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    core.itemsAreStale = false
  }

  private func armTimer() {
    guard core.armed != core.timers.first else { return }
    core.armed = core.timers.first
    // Zero would disarm the timer. One nanosecond is also in the past.
    descriptors.arm(core.armed.map { max($0, 1) } ?? 0)
  }
}
