import Threads
import ZeroMQ

/// A clock that advances only when a test moves it.
///
/// A test first waits until the tasks under test are sleeping, and then advances the clock. It
/// therefore does not depend on how the machine schedules threads.
///
/// ```swift
/// let clock = TestClock()
/// let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
/// await clock.waitForSleepers()
/// clock.advance(by: .seconds(1))
/// try await sleeper.value
/// ```
public final class TestClock: Clock, Sendable {
  /// A moment of the clock, relative to its creation.
  public struct Instant: InstantProtocol {
    /// Time since the creation of the clock.
    public var offset: Duration

    /// Creates a moment from its offset. Default: the creation of the clock.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the moment that is later by `duration`, or earlier if it is negative.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the time from this moment to another; negative if that one is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Returns true if `a` is before `b`.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private typealias Watcher = CheckedContinuation<Void, Never>

  private struct State {
    var now = Instant()
    var nextID = 0
    var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] =
      [:]
    var cancelled: Set<Int> = []
    var watchers: [(count: Int, continuation: Watcher)] = []

    mutating func readyWatchers() -> [Watcher] {
      let ready = watchers.filter { $0.count <= sleepers.count }
      watchers.removeAll { $0.count <= sleepers.count }
      return ready.map(\.continuation)
    }
  }

  private let state = Locked(State())

  /// Creates a clock at offset zero, without sleepers.
  public init() {}

  /// Moment to which the test has moved the clock.
  public var now: Instant { state.withLock { $0.now } }
  /// One nanosecond. The clock itself has the resolution of `Duration`.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Returns when the test has moved the clock to the deadline.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, watchers) = state.withLock { state -> (Result<Void, any Error>?, [Watcher]) in
          if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
          if deadline <= state.now { return (.success(()), []) }
          state.sleepers[id] = (deadline, continuation)
          return (nil, state.readyWatchers())
        }
        if let result { continuation.resume(with: result) }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns when at least `count` tasks sleep.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  /// Number of tasks that sleep now.
  public var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// Moves the clock and wakes the tasks that are due, earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    }
    for (_, sleeper) in due { sleeper.continuation.resume() }
  }
}
