/// What a test of the timer consists of.
struct TimerWorkload: Codable, Hashable, Sendable {
  /// How many meetings are started at the beginning.
  var meetings = 1000
  /// How long it goes on after all of them should have been started, in nanoseconds.
  var duration: Int64 = 10_000_000_000
  /// Over which time the meetings are started; 0 starts all at one moment.
  var ramp: Int64 = 1_000_000_000
  /// How many take a turn in each meeting.
  var speakers = 6
  /// How long each meeting is, in milliseconds.
  var lengthMs: Int64 = 60_000
  /// Under how many views each tick goes out, 1 to 3; one of them is subscribed to.
  var views = 1
  /// Milliseconds between ticks.
  var tickMs: Int64 = 1000
  /// What else happens, by its rate a second, after the ramp.
  var churn: [String: Double] = [:]
  var seed: UInt64 = 1
  /// When the timer is killed and started anew, in nanoseconds after the ramp; nil does not.
  var restart: Int64?
  /// Whether anybody subscribes to the ticks.
  var subscribes = true
  /// Several timers that share the meetings; nil for one.
  var sharing: SharingPlan?
  /// How many more meetings are started at one moment, a quarter into the run; nobody listens to
  /// them.
  var storm: Int?

  func rate(_ kind: TimerAction.Kind) -> Double { churn[kind.rawValue] ?? 0 }
}
