import Bus
import Foundation
import Threads
import ZeroMQ

/// Thread that receives the events of the meetings and maintains their ledger.
final class MeetingEvents: Sendable {
  struct State: Sendable {
    var ledger: TickLedger
    /// Expected end of each meeting, in nanoseconds of CLOCK_BOOTTIME; nil until it is known.
    var ends: [Int64?]
    var finished: Set<Int> = []
    /// Ends of meetings that were received before the reply to the start.
    var waiting: [Int: Int64] = [:]
    /// Delay from the end of a meeting's time to its event, which is on disk when it arrives, in
    /// nanoseconds.
    var finishes = Histogram(highest: 600_000_000_000)
    var isConfirmed = false
  }

  let state: Locked<State>
  let worker = Worker()
  private let ids: NumberedID
  private let reader: EventReader

  init(ledger: TickLedger, ids: NumberedID, meetings: Int, wallOffset: Int64) {
    state = Locked(State(ledger: ledger, ends: Array(repeating: nil, count: meetings)))
    self.ids = ids
    reader = EventReader(ids: ids, wallOffset: wallOffset)
  }

  func start(_ router: RouterAccess, context: Context) {
    worker.start { try self.run(router, context) }
  }

  /// Number of standups per connection; the router allows a few more (`SubscriptionBounds`).
  private static let perConnection = 1000

  private func run(_ router: RouterAccess, _ context: Context) throws {
    let standups = state.withLock { $0.ends.indices }
    let sockets = try stride(from: 0, to: standups.count, by: Self.perConnection).map {
      try subscribe(standups.dropFirst($0).prefix(Self.perConnection), router, context)
    }
    defer { for socket in sockets { socket.close() } }
    var unconfirmed = sockets.count
    while !worker.isStopped {
      guard ThreadSocket.wait(for: sockets, until: .now.advanced(by: .milliseconds(100))) else {
        continue
      }
      for socket in sockets {
        while try socket.receive() {
          let now = LoadClock.now
          let bytes = socket[0]
          if bytes.first == UInt8(ascii: "~") {
            try Self.check(bytes)
            unconfirmed -= 1
            if unconfirmed == 0 { state.withLock { $0.isConfirmed = true } }
          } else if let event = reader.read(bytes) {
            state.withLock { $0.take(event, at: now) }
          }
        }
      }
    }
  }

  /// Subscribes to some standups over one connection.
  private func subscribe(
    _ standups: Range<Int>, _ router: RouterAccess, _ context: Context
  ) throws -> ThreadSocket {
    let socket = try ThreadSocket(.sub, in: context)
    try socket.set(.rcvhwm, to: 0)
    // Subscriptions beyond the high-water mark would be dropped.
    try socket.set(.sndhwm, to: 0)
    try socket.use(router.keys)
    try socket.connect(toEach: router.events)
    let nonce = "~/\(UUID().uuidString.lowercased())"
    // The nonce comes last, because its reply confirms that the other subscriptions are active.
    for topic in standups.map({ "s/\(ids.text($0))/" }) + [nonce] {
      try socket.set(.subscribe, to: Array(topic.utf8))
    }
    return socket
  }

  /// Checks the router's reply to a subscription.
  ///
  /// - Throws: the router's rejection of the subscription.
  private static func check(_ bytes: UnsafeRawBufferPointer) throws {
    guard ByteScan.find(#""denied":[]"#, in: bytes) == nil else { return }
    let json = Data(bytes.drop { $0 != UInt8(ascii: " ") }.dropFirst())
    let reason = (try? BusJSON.decode(Confirmation.self, from: json))?.reasons?.first
    throw LoadFailure(
      .denied, code: "denied",
      "The router rejected a subscription to a meeting: \(reason ?? "no reason given.")")
  }
}

extension MeetingEvents.State {
  mutating func take(_ event: EventReader.Event, at now: Int64) {
    guard ends.indices.contains(event.standup) else { return }
    switch event.kind {
    case .tick(let number):
      ledger.tick(
        event.standup, TickArrival(number: number, received: now, sent: event.sent))
    case .speakerChanged(let speaker, let elapsedMs):
      ledger.speakerChanged(event.standup, to: speaker, elapsedMs: elapsedMs, at: now)
    case .finished:
      guard finished.insert(event.standup).inserted else { return }
      waiting[event.standup] = now
      settle(event.standup)
    }
  }

  /// Processes the reply to a start; from then on all due times are known.
  mutating func started(_ meeting: Int, _ clock: ReportedClock, lengthMs: Int64) {
    ledger.answered(meeting, clock, isOver: false)
    ends[meeting] = clock.origin + lengthMs * 1_000_000
    settle(meeting)
  }

  private mutating func settle(_ meeting: Int) {
    guard let end = ends[meeting], let now = waiting.removeValue(forKey: meeting) else { return }
    finishes.record(max(0, now - end))
    ledger.finished(meeting)
  }
}
