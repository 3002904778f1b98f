/// What other threads leave for a loop, under the loop's lock.
struct LoopInbox: ~Copyable {
  enum Phase { case running, stopping, stopped }

  enum Entry {
    case job(UnownedJob)
    case task(UnownedJob, LoopTasks)
    case body(@Sendable () -> Void)
  }

  enum Arrival { case nothing, wake, startTail }

  private var entries: [Entry] = []
  private(set) var phase = Phase.running
  /// Whether the thread is, or is about to be, waiting in poll; only then need it be woken.
  private var isAsleep = false
  /// After the thread has ended: whether a short-lived one is running what came late.
  private var hasTail = false
  private var stopWaiters: [@Sendable () -> Void] = []
  private var sockets: [ObjectIdentifier: SocketHandle] = [:]

  mutating func add(_ entry: Entry) -> Arrival {
    entries.append(entry)
    if phase == .stopped {
      defer { hasTail = true }
      return hasTail ? .nothing : .startTail
    }
    return wake()
  }

  /// All that waits. Swapped, so that what the jobs add is for the next turn.
  mutating func takeEntries() -> [Entry] {
    var taken: [Entry] = []
    swap(&taken, &entries)
    return taken
  }

  /// What came after the end; nil, and the tail is over, when there is nothing more.
  mutating func takeTail() -> [Entry]? {
    if entries.isEmpty {
      hasTail = false
      return nil
    }
    return takeEntries()
  }

  /// Whether the thread may wait: nothing is there and nobody asked it to stop.
  mutating func fallAsleep() -> Bool {
    isAsleep = entries.isEmpty && phase == .running
    return isAsleep
  }

  mutating func wokeUp() { isAsleep = false }

  /// Whether the caller, who made this change, has to wake the thread.
  private mutating func wake() -> Arrival {
    defer { isAsleep = false }
    return isAsleep ? .wake : .nothing
  }

  /// Asks for the end. `waiter` is called when it came; at once, by the caller, when it is past.
  mutating func requestStop(_ waiter: @escaping @Sendable () -> Void) -> (Arrival, past: Bool) {
    if phase == .stopped { return (.nothing, true) }
    phase = .stopping
    stopWaiters.append(waiter)
    return (wake(), false)
  }

  /// The end. Whatever is still there, and what comes, is for the tail.
  mutating func finish() -> (waiters: [@Sendable () -> Void], hasTail: Bool) {
    phase = .stopped
    hasTail = !entries.isEmpty
    defer { stopWaiters = [] }
    return (stopWaiters, hasTail)
  }

  /// Notes an open socket, so that it is closed at the end; false when the end was asked for.
  mutating func register(_ socket: SocketHandle) -> Bool {
    guard phase == .running else { return false }
    sockets[ObjectIdentifier(socket)] = socket
    return true
  }

  mutating func unregister(_ socket: SocketHandle) {
    sockets[ObjectIdentifier(socket)] = nil
  }

  func openSockets() -> [SocketHandle] { Array(sockets.values) }
}
