import Bus
import StandupsLogging
import ZeroMQ

/// The timer service: countdowns with speakers, for any id. It is the shell around
/// ``CountdownEngine``.
///
/// Commands, wake-ups and replies of the composition root are processed on one thread, that of the
/// executor, so a tick passes from its deadline to the socket without a thread switch.
actor TimerService: Service {
  /// Clocks, connections and outputs of the service.
  struct Dependencies: Sendable {
    var clock: TimerClock
    var wake: WakeTimer
    var delegate: any DelegateCaller
    var publisher: (any PreparedEventPublisher)?
    /// Clock for the delays of retries and draining.
    var sleeper: any Clock<Duration> = ContinuousClock()
    var log = Log.discarded
    /// Receives every command and every effect except ticks, for `--print-changes`.
    var printChanges: (@Sendable ([String]) -> Void)?
    /// Metrics to update; nil to record none.
    var metrics: TimerMetrics?
  }

  /// The thread on which everything runs.
  let loop: SocketLoop
  let configuration: TimerConfiguration
  let dependencies: Dependencies

  var engine: CountdownEngine
  var outbox: DelegateOutbox
  /// Delegate calls that wait for a retry, by the countdown's serial.
  var retries: [UInt64: Task<Void, Never>] = [:]
  var restoring: Task<Void, Never>?
  var releasing: Task<Void, Never>?
  /// True while countdowns of other timers are left, which must not tick.
  var isReleasing = false
  /// True until the composition root has named all countdowns that should run.
  var isRestoring = false
  /// The share of this timer. Nil until it is known; all countdowns then belong to this timer.
  var share: Share?
  var isDraining = false
  /// Resumed once no delegate call is in progress, or the time for draining is over.
  var drained: CheckedContinuation<Void, Never>?
  private let writer = TickWriter()
  /// Moment of the next wake-up, in nanoseconds.
  var wakeAt: Int64?
  /// Moment of the next request about countdowns that are not running; nil if all run.
  var recheckAt: Int64?
  /// Slot at which the check of subscriptions continues; nil if all are checked.
  var unchecked: Int?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Creates the service.
  ///
  /// - Parameter loop: the thread on which everything runs.
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

  /// Runs one operation of the engine, and performs its effects.
  ///
  /// - Parameter due: the first deadline, if the operation serves deadlines.
  func change<Result, Failure: Error>(
    dueAt due: Int64? = nil,
    _ operation: (inout CountdownEngine, TimerMoment, inout ServiceSink) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let now = dependencies.clock()
    let publisher = dependencies.publisher.flatMap { $0.interest != 0 ? $0 : nil }
    if publisher != nil { writer.setTime(now.wallMs) }
    var sink = ServiceSink(
      publisher: publisher, writer: writer, outbox: outbox, share: isReleasing ? share : nil)
    // The sink has the only reference while it works, so nothing needs to be copied.
    outbox = DelegateOutbox(limit: 0)
    defer {
      swap(&outbox, &sink.outbox)
      dependencies.metrics?.record(sink, lateNs: due.map { now.ns - $0 })
      for key in sink.ended { retries.removeValue(forKey: key.serial)?.cancel() }
      makeCalls()
      setWake(now.ns)
    }
    return try operation(&engine, now, &sink)
  }

  func start() {
    dependencies.publisher?.onInterest {
      self.assumeIsolated { $0.subscriptionsChanged() }
    }
    restore(after: share?.isAlone == false ? configuration.handover : .zero)
  }

  /// Stops ticking immediately, because another instance or the next run takes over. Calls in
  /// progress get a short time to complete.
  func drain() async {
    guard !isDraining else { return }
    isDraining = true
    restoring?.cancel()
    releasing?.cancel()
    setWake(dependencies.clock().ns)
    if outbox.inFlight > 0 {
      let limit = Task {
        do {
          try await dependencies.sleeper.sleep(for: configuration.drainLimit)
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
