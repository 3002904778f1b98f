public import Bus
public import Countdown
public import Schema

/// Clock of a running focus.
public struct FocusClock: Codable, Hashable, Sendable, Bounded {
  /// Name of the person; the countdown's id is `focus/` and this name.
  public var person: String
  /// Duration of the focus, in milliseconds, from 1 second to 24 hours.
  public var durationMs: Int64
  /// Clock as it was saved.
  public var clock: CountdownClock
  public static let bounds: MemberBounds<Self> = [
    \.person: .personName,
    \.durationMs: .atLeast(1000),
  ]
  /// Creates a saved clock, from which the elapsed time at any later moment can be computed.
  public init(person: String, durationMs: Int64, clock: CountdownClock) {
    self.person = person
    self.durationMs = durationMs
    self.clock = clock
  }
}

/// Requests that the countdowns of these focuses run.
///
/// The focus service sends it when a focus starts, and for all running ones when the service itself
/// starts.
public struct FocusClocksNeeded: DelegateMessage, Hashable {
  /// Empty reply. A timer that is unavailable requests its countdowns when it is available again.
  public typealias Reply = Done
  /// Wire name. Idempotent: a countdown that runs is set to the given time.
  public static let target = "focus.clocksNeeded"
  /// Clocks that should run, one for each person. The service puts at most 200 into a message.
  public var clocks: [FocusClock]
  /// Requests countdowns for these clocks; one that runs is set to the given time.
  public init(clocks: [FocusClock]) { self.clocks = clocks }
}

/// Reports that a person's countdown is no longer needed.
public struct FocusClockStopped: DelegateMessage, Hashable {
  /// Empty reply, also if the timer had no such countdown or is unavailable.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "focus.clockStopped"
  /// Name of the person, as in `focus.clocksNeeded`.
  public var person: String
  public static let bounds: MemberBounds<Self> = [\.person: .personName]
  /// Reports that the countdown of one person is no longer needed.
  public init(person: String) { self.person = person }
}
