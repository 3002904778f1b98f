/// Work that other threads have added to a loop, protected by the loop's lock.
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
  /// True if the thread waits in poll or is about to wait; only then must it be woken.
  private var isAsleep = false
  /// True while a short-lived thread, the tail, runs entries that arrived after the end of the
  /// loop.
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

  /// Returns all waiting entries. They are swapped out, so that entries added by jobs are left for
  /// the next turn.
  mutating func takeEntries() -> [Entry] {
    var taken: [Entry] = []
    swap(&taken, &entries)
    return taken
  }

  /// Returns the entries that arrived after the end of the loop; nil, which ends the tail, if no
  /// entry did.
  mutating func takeTail() -> [Entry]? {
    if entries.isEmpty {
      hasTail = false
      return nil
    }
    return takeEntries()
  }

  /// Returns true if the thread may wait: no entries are left, and no stop was requested.
  mutating func fallAsleep() -> Bool {
    isAsleep = entries.isEmpty && phase == .running
    return isAsleep
  }

  mutating func wokeUp() { isAsleep = false }

  /// Returns `wake` if the thread is asleep and the caller has to wake it; otherwise `nothing`.
  private mutating func wake() -> Arrival {
    defer { isAsleep = false }
    return isAsleep ? .wake : .nothing
  }

  /// Requests the end of the loop. `waiter` is called when the loop ends. If it has already ended,
  /// `past` is true and the caller must call `waiter`.
  mutating func requestStop(_ waiter: @escaping @Sendable () -> Void) -> (Arrival, past: Bool) {
    if phase == .stopped { return (.nothing, true) }
    phase = .stopping
    stopWaiters.append(waiter)
    return (wake(), false)
  }

  /// Records that the loop has ended. The tail runs the remaining and all later entries.
  mutating func finish() -> (waiters: [@Sendable () -> Void], hasTail: Bool) {
    phase = .stopped
    hasTail = !entries.isEmpty
    defer { stopWaiters = [] }
    return (stopWaiters, hasTail)
  }

  /// Registers an open socket, so that it is closed when the loop ends; returns false if the end
  /// was already requested.
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
