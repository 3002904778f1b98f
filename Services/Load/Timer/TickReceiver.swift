import Foundation
import Threads
import ZeroMQ

/// The thread that takes the ticks and keeps the account of them.
final class TickReceiver: Sendable {
  enum Place: Sendable {
    /// We bind, and the timer publishes to us.
    case ingest(String)
    /// We connect to a router's events.
    case events(RouterAccess)
  }

  struct State: Sendable {
    /// Whether nothing shall be subscribed to any more, and whether that is so.
    var isDeaf = (wanted: false, done: false)
    /// Where it is bound or connected, once it is.
    var endpoint: String?
    /// Whether a tick of the probe has come: the way is open.
    var hasProbe = false
    /// CPU seconds of this thread.
    var cpuSeconds = 0.0
    /// How many messages were none of ours, or not to be read.
    var unreadable = 0
    /// How often the queue was looked at, and how often it held more than is taken at once.
    var turns = 0
    var fullTurns = 0
  }

  let ledger: Locked<TickLedger>
  let state = Locked(State())
  private let worker = Worker()
  /// Messages that are taken before the lock is given up.
  private static let batch = 128
  /// The number of the timer whose ticks come here.
  private let source: Int

  init(ledger: Locked<TickLedger>, source: Int = 0) {
    self.ledger = ledger
    self.source = source
  }

  /// Starts the thread and returns when it listens.
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

  /// Subscribes to nothing any more.
  func goDeaf() { state.withLock { $0.isDeaf.wanted = true } }

  /// Ends the thread.
  func stop() { worker.stop() }

  /// - Throws: `LoadFailure` where an error has ended the thread: ticks that came since are not in
  ///   the ledger, and it would call them lost.
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
    // What waits here is late, not lost: the tester drops nothing by itself.
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
      // The wall clock, by which ticks say when they were sent, may be set while it goes on.
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
