import Bus
import Logging
import ZeroMQ

/// The timer: countdowns with speakers for any id. The shell around ``CountdownEngine``.
///
/// Everything happens on one thread, that of the executor: commands, wake-ups, and what the parent
/// answers. So a tick makes no hop from its deadline to the socket.
actor TimerService: Service {
  /// What the service needs from the world.
  struct Dependencies: Sendable {
    var clock: TimerClock
    var wake: WakeTimer
    var delegate: any DelegateCaller
    var publisher: (any PreparedEventPublisher)?
    /// Measures back-off and the drain.
    var patience: any Clock<Duration> = ContinuousClock()
    var log = Log.discarded
    /// Hears of every command and every effect but ticks, for `--print-changes`.
    var printChanges: (@Sendable ([String]) -> Void)?
    /// What is counted on the way; nil for nothing.
    var metrics: TimerMetrics?
  }

  /// The thread on which all of it happens.
  let loop: SocketLoop
  let configuration: TimerConfiguration
  let dependencies: Dependencies

  var engine: CountdownEngine
  var outbox: DelegateOutbox
  /// The delegate calls that wait for another try, by the countdown's serial.
  var retries: [UInt64: Task<Void, Never>] = [:]
  var restoring: Task<Void, Never>?
  var releasing: Task<Void, Never>?
  /// Whether there still are countdowns of others, which must not tick.
  var isReleasing = false
  /// Whether the parent was not yet heard on all countdowns that should run.
  var isRestoring = false
  /// Who else is there; nil, and all is this timer's, until it is known.
  var share: Share?
  var isDraining = false
  /// Resumed when no delegate call is under way any more, or the drain's time is over.
  var drained: CheckedContinuation<Void, Never>?
  private let writer = TickWriter()
  /// The wake-up that is set.
  private var wakeAt: Int64?
  /// When to ask whether what stands still is wanted; nil while nothing does.
  private var recheckAt: Int64?
  /// Where to go on asking whose ticks are wanted; nil when all were asked.
  private var unasked: Int?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// - Parameter loop: the thread on which all of it happens.
  init(
    on loop: SocketLoop, configuration: TimerConfiguration = TimerConfiguration(),
    dependencies: Dependencies
  ) {
    self.loop = loop
    self.configuration = configuration
    self.dependencies = dependencies
    engine = CountdownEngine(limit: configuration.limit, boot: dependencies.clock.boot)
    outbox = DelegateOutbox(limit: configuration.delegateCalls)
  }

  // MARK: Time

  /// Serves what is due. Called by the wake-up; too early or too often does no harm.
  func wake() {
    let due = wakeAt
    wakeAt = nil
    guard !isDraining else { return }
    if let due, dependencies.clock().ns - due > configuration.suspendedNs {
      return startAnew("This timer was suspended for a while")
    }
    if let at = recheckAt, at <= dependencies.clock().ns {
      recheckAt = nil
      if !isRestoring { restore(after: .zero) }
    }
    change(dueAt: engine.nextDeadline) { engine, now, sink in
      let late = engine.nextDeadline.map { now.ns - $0 } ?? 0
      _ = engine.advance(to: now, limit: configuration.batch(late: late), into: &sink)
    }
  }

  /// Serves what is due ahead of its wake-up, as this thread is awake for another reason; not each
  /// tick by itself, as sending some together costs less.
  func serveDue() {
    guard let next = engine.nextDeadline,
      next + configuration.gridNs / 12 <= dependencies.clock().ns
    else { return }
    wake()
  }

  /// Runs one operation of the engine, and does what follows from it.
  ///
  /// - Parameter due: the first deadline, where deadlines are what it is about.
  func change<Result, Failure: Error>(
    dueAt due: Int64? = nil,
    _ operation: (inout CountdownEngine, TimerMoment, inout ServiceSink) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let now = dependencies.clock()
    let publisher = dependencies.publisher.flatMap { $0.interest != 0 ? $0 : nil }
    if publisher != nil { writer.setTime(now.wallMs) }
    var sink = ServiceSink(
      publisher: publisher, writer: writer, outbox: outbox, share: isReleasing ? share : nil)
    // The sink has the only copy while it works, so that nothing is copied.
    outbox = DelegateOutbox(limit: 0)
    defer {
      swap(&outbox, &sink.outbox)
      dependencies.metrics?.took(sink, lateNs: due.map { now.ns - $0 })
      for key in sink.ended { retries.removeValue(forKey: key.serial)?.cancel() }
      makeCalls()
      setWake(now.ns)
    }
    return try operation(&engine, now, &sink)
  }

  private func setWake(_ now: Int64) {
    if engine.count == engine.running {
      recheckAt = nil
    } else if recheckAt == nil {
      recheckAt = now + configuration.recheckNs
    }
    let next = engine.nextDeadline.map { configuration.wake(for: $0, now: now) }
    let target = isDraining ? nil : [next, recheckAt].compactMap(\.self).min()
    guard target != wakeAt else { return }
    wakeAt = target
    // No weak references to what is used for each tick: they make each use of it dearer.
    dependencies.wake.set(target) {
      self.assumeIsolated { $0.wake() }
    }
  }

  /// Whoever was of no interest may be of some now.
  private func interestChanged() {
    let isUnderWay = unasked != nil
    unasked = 0
    if !isUnderWay { askAgain() }
  }

  private func askAgain() {
    guard let from = unasked, !isDraining else { return unasked = nil }
    unasked = change { engine, now, _ in
      engine.listen(from: from, count: configuration.askedAtOnce, at: now)
    }
    guard unasked != nil else { return }
    loop.async { self.assumeIsolated { $0.askAgain() } }
  }

  // MARK: Service

  func start() {
    dependencies.publisher?.onInterest {
      self.assumeIsolated { $0.interestChanged() }
    }
    restore(after: share?.isAlone == false ? configuration.handover : .zero)
  }

  /// Stops ticking at once, as another instance or the next start takes over; calls under way get a
  /// moment to be answered.
  func drain() async {
    guard !isDraining else { return }
    isDraining = true
    restoring?.cancel()
    releasing?.cancel()
    setWake(dependencies.clock().ns)
    if outbox.inFlight > 0 {
      let limit = Task {
        do {
          try await dependencies.patience.sleep(for: configuration.drainLimit)
        } catch {
          return
        }
        endDrain()
      }
      await withCheckedContinuation { drained = $0 }
      limit.cancel()
    }
    cancelRetries()
  }

  func endDrain() {
    drained?.resume()
    drained = nil
  }
}
