import Threads

/// A clock on which sleeping takes no time: it jumps to the deadline, and records it.
final class LeapingClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }
  private struct State {
    var now = Instant(offset: .seconds(1_000))
    var deadlines: [Duration] = []
  }
  private let state = Locked(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  var deadlines: [Duration] { state.withLock { $0.deadlines } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock {
      $0.deadlines.append(deadline.offset)
      $0.now = max($0.now, deadline)
    }
  }

  /// Lets time pass without a sleep.
  func advance(by duration: Duration) {
    state.withLock { $0.now = $0.now.advanced(by: duration) }
  }
}
