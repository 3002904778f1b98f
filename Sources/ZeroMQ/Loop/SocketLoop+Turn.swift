import CZeroMQ
import Glibc

extension SocketLoop {
  func runThread() {
    own {
      while inbox.withLock({ $0.phase }) == .running { turn() }
      finish()
    }
  }

  /// One turn: due timers, jobs, sockets; then, if there was nothing, wait.
  private func turn() {
    core.turn = .now
    core.turns += 1
    fireTimers()
    runJobs()
    // The thread waits only after a look at every socket during which no code of others ran: any
    // send or receive can use up the signal that another message has come.
    let mayBlock = !visitSockets() && inbox.withLock { $0.fallAsleep() }
    if mayBlock || !core.files.isEmpty { wait(mayBlock: mayBlock) }
  }

  private func fireTimers() {
    // Timers added by timers wait for the next turn, so that a chain of them cannot keep out
    // others.
    let mark = core.timers.mark
    while let timer = core.timers.popDue(at: core.turn.nanoseconds, before: mark) { timer.fire() }
  }

  /// How many jobs run before timers that became due meanwhile have their turn.
  private static var jobsBetweenTimers: Int { 32 }

  func runJobs() {
    let entries = inbox.withLock { $0.takeEntries() }
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
      case .task(let job, let executor):
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: executor)
      case .body(let body): body()
      }
    }
  }

  /// Calls the handlers of all sockets that are ready; whether any was.
  private func visitSockets() -> Bool {
    var any = false
    // A copy: handlers may watch and unwatch.
    for watch in core.sockets where watch.isActive {
      guard let handle = watch.handle else { continue }
      let events = handle.readyEvents()
      if events.contains(.failed) {
        // The context was closed. The handler hears of it, from its receive, once.
        unwatch(handle)
        watch.onReadable?()
        any = true
        continue
      }
      if events.contains(.writable), let body = watch.onWritable {
        watch.onWritable = nil
        any = true
        body()
      }
      if events.contains(.readable), watch.isActive, let body = watch.onReadable {
        any = true
        body()
      }
    }
    return any
  }

  private func wait(mayBlock: Bool) {
    if mayBlock { armTimer() }
    if core.itemsAreStale { gatherItems() }
    let ready = poll(&core.items, nfds_t(core.items.count), mayBlock ? -1 : 0)
    if mayBlock { inbox.withLock { $0.wokeUp() } }
    // A signal came in between; the next turn looks at everything anyway.
    guard ready > 0 else { return }
    if core.items[0].revents != 0 { descriptors.clearSignal() }
    if core.items[1].revents != 0 {
      // It stays readable until it is read or set again, and there may be no next deadline.
      descriptors.clearTimer()
      core.armed = nil
    }
    // Copies: handlers may watch and unwatch.
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
    // Zero would disarm it; the first nanosecond is past as well.
    descriptors.arm(core.armed.map { max($0, 1) } ?? 0)
  }
}
