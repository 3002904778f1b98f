import Foundation
import Threads
import ZeroMQ

/// Thread that receives the ticks and maintains their ledger.
final class TickReceiver: Sendable {
  enum Place: Sendable {
    /// The tester binds, and the timer publishes to it.
    case ingest(String)
    /// The tester connects to a router's events.
    case events(RouterAccess)
  }

  struct State: Sendable {
    /// Flags that unsubscribing was requested, and that it has been done.
    var isDeaf = (wanted: false, done: false)
    /// Endpoint that was bound or connected; nil before that.
    var endpoint: String?
    /// True once a tick of the probe has arrived, which shows that the path works.
    var hasProbe = false
    /// CPU seconds of this thread.
    var cpuSeconds = 0.0
    /// Number of messages that were unreadable or did not belong to this run.
    var unreadable = 0
    /// Number of reads of the queue, and number of reads that returned a full batch.
    var turns = 0
    var fullTurns = 0
  }

  let ledger: Locked<TickLedger>
  let state = Locked(State())
  private let worker = Worker()
  /// Maximum number of messages that are read before the lock is released.
  private static let batch = 128
  /// Number of the timer whose ticks this thread receives.
  private let source: Int

  init(ledger: Locked<TickLedger>, source: Int = 0) {
    self.ledger = ledger
    self.source = source
  }

  /// Starts the thread, and returns once it listens.
  /// - Returns: the endpoint.
  func start(
    _ place: Place, context: Context, reader: TickReader, topics: [String]
  ) throws -> String {
    worker.start { try self.run(place, context, reader, topics) }
    while true {
      if let endpoint = state.withLock({ $0.endpoint }) { return endpoint }
      try worker.check()
      usleep(1000)
    }
  }

  /// Unsubscribes from all topics.
  func goDeaf() { state.withLock { $0.isDeaf.wanted = true } }

  /// Ends the thread.
  func stop() { worker.stop() }

  /// Checks that the thread is running.
  ///
  /// - Throws: `LoadFailure` if an error has ended the thread. Later ticks are then missing from
  ///   the ledger, which would count them as lost.
  func check() throws(LoadFailure) {
    do {
      try worker.check()
    } catch {
      throw LoadFailure(
        error.exit, code: "deaf",
        "The tester stopped receiving ticks, so it cannot determine which were lost; run it again."
          + " Reason: \(error.message)")
    }
  }

  private func run(
    _ place: Place, _ context: Context, _ reader: TickReader, _ topics: [String]
  ) throws {
    let socket = try ThreadSocket(.sub, in: context)
    defer { socket.close() }
    // The queue is unlimited, so ticks that wait here are late rather than lost.
    try socket.set(.rcvhwm, to: 0)
    try socket.set(.sndhwm, to: 0)
    for topic in topics { try socket.set(.subscribe, to: Array(topic.utf8)) }
    let endpoint: String
    switch place {
    case .ingest(let bind): endpoint = try socket.bind(bind)
    case .events(let router):
      try socket.use(router.keys)
      try socket.connect(toEach: router.events)
      endpoint = router.events
    }
    state.withLock { $0.endpoint = endpoint }
    var reader = reader
    var nextLook = LoadClock.now + 1_000_000_000
    while !worker.isStopped {
      if state.withLock({ $0.isDeaf.wanted && !$0.isDeaf.done }) {
        for topic in topics { try socket.set(.unsubscribe, to: Array(topic.utf8)) }
        state.withLock { $0.isDeaf.done = true }
      }
      guard socket.wait(until: .now.advanced(by: .milliseconds(100))) else { continue }
      try takeBatch(socket, reader)
      guard LoadClock.now >= nextLook else { continue }
      // Measure the offset again, because the wall clock may be adjusted during the run, and ticks
      // state their time of sending by it.
      nextLook = LoadClock.now + 1_000_000_000
      reader.wallOffset = LoadClock.wallOffset()
    }
  }

  private func takeBatch(_ socket: ThreadSocket, _ reader: TickReader) throws {
    var taken = 0
    var unreadable = 0
    var hasProbe = false
    try ledger.withLock { ledger in
      while taken < Self.batch, try socket.receive() {
        let now = LoadClock.now
        taken += 1
        guard socket.count == 1, let tick = reader.read(socket[0]) else {
          unreadable += 1
          continue
        }
        if tick.meeting == TimerDriver.probe { hasProbe = true }
        ledger.tick(
          tick.meeting,
          TickArrival(number: tick.number, received: now, sent: tick.sent), from: source)
      }
    }
    let cpu = LoadClock.threadCPU
    state.withLock { state in
      state.turns += 1
      if taken == Self.batch { state.fullTurns += 1 }
      state.unreadable += unreadable
      state.hasProbe = state.hasProbe || hasProbe
      state.cpuSeconds = Double(cpu) / 1e9
    }
  }
}
