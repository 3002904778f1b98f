import Glibc
import Synchronization
import Threads

/// Claims a lease and renews it. A dedicated thread queries the store; callers query this object,
/// which only reads the clock.
///
/// ``standStill()`` does not return while it is uncertain whether the lease is held. A caller that
/// calls it before each piece of work therefore does no work in the writer epoch of another
/// process, however long its own process was suspended.
///
/// `@unchecked Sendable`: only the keeper's thread uses the store, the state is behind the mutex,
/// and all values that are read without it are atomic.
public final class LeaseKeeper: @unchecked Sendable {
  private let claim: LeaseClaim
  private let store: any LeaseStore
  private let onLost: @Sendable (String) -> Void
  private let onTrouble: @Sendable (String) -> Void
  /// Time until which the lease is certainly held, in nanoseconds of `BootTime`.
  private let validUntil = Atomic<Int64>(.min)
  private let heldTerm = Atomic<Int64>(0)
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  /// The pipe that wakes the store's thread from a wait: its read end, and its write end.
  private let bell: Int32
  private let ringer: Int32
  private var tenure: Tenure
  private var isEnding = false
  private var isLost = false
  /// True once callers no longer have to wait at the lease barrier.
  private var isOver = false
  private var waiter: CheckedContinuation<Int64, any Error>?
  private var enders: [CheckedContinuation<Void, Never>] = []
  private var crowd = LeaseCrowd()

  /// Creates a keeper; `acquire` starts it.
  ///
  /// - Parameters:
  ///   - claim: the lease to hold.
  ///   - store: used only by this object.
  ///   - onLost: called on the keeper's thread when the lease is finally lost; callers at the lease
  ///     barrier still wait.
  ///   - onTrouble: receives the reason each time the store becomes unavailable.
  public init(
    _ claim: LeaseClaim, store: sending any LeaseStore,
    onLost: @escaping @Sendable (String) -> Void,
    onTrouble: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.claim = claim
    self.store = store
    self.onLost = onLost
    self.onTrouble = onTrouble
    tenure = Tenure(ttlMs: claim.ttlMs)
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    pthread_cond_init(changed, nil)
    var ends: [Int32] = [-1, -1]
    // If the pipe cannot be created, the thread cannot be woken early; everything else works.
    _ = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (bell, ringer) = (ends[0], ends[1])
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    close(bell)
    close(ringer)
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  // MARK: State

  /// True if the lease is certainly held.
  public var isValid: Bool {
    BootTime.now.nanoseconds < validUntil.load(ordering: .acquiring)
  }

  /// The writer epoch in which the lease is or was held; nil if it was never held.
  public var term: Int64? {
    let term = heldTerm.load(ordering: .acquiring)
    return term == 0 ? nil : term
  }

  /// The instances that wait for the lease, as last seen by its holder.
  public var waiters: LeaseCrowd { locked { crowd } }

  /// The lease barrier. Returns immediately while the lease is certainly held. Otherwise, waits
  /// until it is certainly held again or `release` is called. Once the lease is finally lost, never
  /// returns.
  public func standStill() {
    if isValid { return }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isOver, BootTime.now.nanoseconds >= validUntil.load(ordering: .acquiring) {
      pthread_cond_wait(changed, mutex)
    }
  }

  /// Waits, without a time limit, until the lease is acquired, and renews it from then on.
  ///
  /// - Returns: the writer epoch.
  /// - Throws: `CancellationError` if `release` is called first; `LeaseFailure` if the system
  ///   provides no thread.
  public func acquire() async throws -> Int64 {
    try await withCheckedThrowingContinuation { continuation in
      locked { waiter = continuation }
      guard WorkerThread.start(name: "lease", { [self] in keep() }) else {
        let waiter = locked { take(&self.waiter) }
        waiter?.resume(
          throwing: LeaseFailure(
            description:
              "The system could not create a thread for the lease; raise the thread limit (ulimit -u)."
          ))
        return
      }
    }
  }

  /// Releases the lease immediately; callers at the lease barrier continue. Must be called only if
  /// the holder will do no more work under the lease.
  public func release() async {
    await withCheckedContinuation { continuation in
      let isDone = locked {
        isEnding = true
        if isLost {
          isOver = true
          pthread_cond_broadcast(changed)
        }
        if isOver { return true }
        enders.append(continuation)
        return false
      }
      var one: UInt8 = 1
      _ = write(ringer, &one, 1)
      if isDone { continuation.resume() }
    }
  }

  private func take<Value>(_ value: inout Value?) -> Value? {
    defer { value = nil }
    return value
  }

  // MARK: The thread

  private func keep() {
    var isInTrouble = false
    var isBlind = false
    while !locked({ isEnding }) {
      let asked = BootTime.now
      let change: Tenure.Change
      do {
        let answer = try store.attempt(claim, term: locked { tenure.term })
        isInTrouble = false
        change = locked { tenure.answered(answer, askedAt: asked) }
      } catch {
        if !isInTrouble { onTrouble("\(error)") }
        isInTrouble = true
        change = locked {
          // After the connection to the store is lost, other instances may consider this process
          // gone.
          if store.descriptor == nil, store.listen() { tenure.doubt(at: .now) }
          return tenure.unanswered(at: .now)
        }
      }
      publish(change)
      if case .lost = change { return abandon() }
      if !isInTrouble, locked({ tenure.term != nil }) { isBlind = !look(wasBlind: isBlind) }
      rest()
    }
    end()
  }

  /// Reads the list of waiting instances.
  ///
  /// - Returns: false if it could not be read.
  private func look(wasBlind: Bool) -> Bool {
    do {
      let waiting = try store.waiting(claim)
      locked { crowd.saw(waiting, at: .now) }
      return true
    } catch {
      if !wasBlind { onTrouble("the waiting instances are unknown: \(error)") }
      return false
    }
  }

  /// Gives up a lost lease without releasing it. Callers at the lease barrier wait until `release`.
  private func abandon() {
    store.close()
    let enders = locked {
      isLost = true
      isOver = isEnding
      pthread_cond_broadcast(changed)
      defer { self.enders = [] }
      return self.enders
    }
    for ender in enders { ender.resume() }
  }

  /// Notifies all waiting callers of the current state.
  private func publish(_ change: Tenure.Change) {
    if case .acquired(let term) = change { heldTerm.store(term, ordering: .releasing) }
    let waiter = locked { () -> CheckedContinuation<Int64, any Error>? in
      validUntil.store(tenure.validUntil.nanoseconds, ordering: .releasing)
      pthread_cond_broadcast(changed)
      guard case .acquired = change else { return nil }
      return take(&self.waiter)
    }
    switch change {
    case .acquired(let term): waiter?.resume(returning: term)
    case .lost(let reason): onLost(reason)
    case .none: break
    }
  }

  /// Waits until the store must be queried again.
  private func rest() {
    let pauseMs = locked { tenure.pauseMs(at: .now) }
    var items = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
    if let descriptor = store.descriptor {
      items.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    guard poll(&items, nfds_t(items.count), Int32(clamping: pauseMs)) > 0 else { return }
    guard items.count > 1, items[1].revents != 0, store.listen() else { return }
    locked {
      tenure.doubt(at: .now)
      validUntil.store(tenure.validUntil.nanoseconds, ordering: .releasing)
    }
  }

  private func end() {
    let tenure = locked { self.tenure }
    if let term = tenure.term {
      // If the release fails, other instances wait until the lease times out.
      try? store.release(claim, term: term)
    }
    store.close()
    let (waiter, enders) = locked {
      isOver = true
      validUntil.store(.min, ordering: .releasing)
      pthread_cond_broadcast(changed)
      defer { self.enders = [] }
      return (take(&self.waiter), self.enders)
    }
    waiter?.resume(throwing: CancellationError())
    for ender in enders { ender.resume() }
  }
}
