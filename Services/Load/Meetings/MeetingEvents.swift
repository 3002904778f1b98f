import Foundation
import Threads
import ZeroMQ

/// The thread that takes the events of the meetings and keeps the account of them.
final class MeetingEvents: Sendable {
  struct State: Sendable {
    var ledger: TickLedger
    /// When each meeting should end, in nanoseconds of CLOCK_BOOTTIME, once it is known.
    var ends: [Int64?]
    var finished: Set<Int> = []
    /// Finishes that came before the answer to the start.
    var waiting: [Int: Int64] = [:]
    /// Nanoseconds from the end of the time to the event that tells of it: it is on disk by then.
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

  private func run(_ router: RouterAccess, _ context: Context) throws {
    let socket = try ThreadSocket(.sub, in: context)
    defer { socket.close() }
    try socket.set(.rcvhwm, to: 0)
    // Subscriptions beyond the mark would be dropped.
    try socket.set(.sndhwm, to: 0)
    let nonce = "~/\(UUID().uuidString.lowercased())"
    try socket.use(router.keys)
    try socket.connect(toEach: router.events)
    let views = state.withLock { $0.ends.indices }.map { "s/\(ids.text($0))/" }
    // The nonce last: its answer says that the others are active.
    for topic in views + [nonce] { try socket.set(.subscribe, to: Array(topic.utf8)) }
    while !worker.isStopped {
      guard socket.wait(until: .now.advanced(by: .milliseconds(100))) else { continue }
      while try socket.receive() {
        let now = LoadClock.now
        let bytes = socket[0]
        if bytes.first == UInt8(ascii: "~") {
          guard ByteScan.find(#""denied":[]"#, in: bytes) != nil else {
            throw LoadFailure(
              .denied, code: "denied", "The router does not let us hear of the meetings.")
          }
          state.withLock { $0.isConfirmed = true }
        } else if let event = reader.read(bytes) {
          state.withLock { $0.take(event, at: now) }
        }
      }
    }
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

  /// The answer to the start: from now on it is known when everything is due.
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
