/// Workload of a test of the timer.
struct TimerWorkload: Codable, Hashable, Sendable {
  /// Number of meetings that are started at the beginning.
  var meetings = 1000
  /// Duration after the planned start of all meetings, in nanoseconds.
  var duration: Int64 = 10_000_000_000
  /// Time over which the meetings are started, in nanoseconds; 0 starts all at once.
  var ramp: Int64 = 1_000_000_000
  /// Number of speakers per meeting.
  var speakers = 6
  /// Length of each meeting, in milliseconds.
  var lengthMs: Int64 = 60_000
  /// Number of topic families in which each tick is published, from 1 to 3. The tester subscribes
  /// to one of them.
  var views = 1
  /// Interval between ticks, in milliseconds.
  var tickMs: Int64 = 1000
  /// Rates of other commands after the ramp, per second, by kind.
  var churn: [String: Double] = [:]
  var seed: UInt64 = 1
  /// Time at which the timer is killed and restarted, in nanoseconds after the ramp; nil for never.
  var restart: Int64?
  /// True if the tester subscribes to the ticks.
  var subscribes = true
  /// Plan for several timers that share the meetings; nil for one timer.
  var sharing: SharingPlan?
  /// Number of additional meetings that start at once, a quarter of the way into the run. No
  /// program subscribes to them.
  var storm: Int?

  func rate(_ kind: TimerAction.Kind) -> Double { churn[kind.rawValue] ?? 0 }
}
