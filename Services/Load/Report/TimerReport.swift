/// The result of a test of the timer.
struct TimerReport: Codable, Sendable {
  /// The form of this document.
  static let format = 2

  /// A second of the run, or more in a long one.
  struct Interval: Codable, Hashable, Sendable {
    /// Seconds from the beginning of the run to the end of the interval.
    var at: Double
    var ticks: Int64
    /// Microseconds when received.
    var p50: Double
    var p99: Double
    var p999: Double
    var max: Double
    /// CPU seconds of the process under test.
    var cpuSeconds: Double
    var residentBytes: Int64
    /// Whether all meetings had been started.
    var isSteady: Bool
  }

  struct Command: Codable, Sendable {
    var sent: Int64
    var done: Int64
    var refused: [String: Int64]
    var unanswered: Int64
    var latency: LatencySummary
  }

  /// How the starts went with which the test began.
  struct Ramp: Codable, Hashable, Sendable {
    /// From the first start to the last.
    var plannedSeconds: Double
    /// From the first start to the answer to the last; nil where some had none.
    var seconds: Double?
    /// Starts without an answer when the steady part began.
    var unanswered: Int64
  }

  /// How a timer came back after it was killed.
  struct Recovery: Codable, Hashable, Sendable {
    /// From its start until the parent had given it all its countdowns.
    var secondsToState: Double?
    /// From its start until the last tick was due that is missing: from then on all came.
    var secondsToSchedule: Double
    /// Ticks that were due while it was away, and are not replayed.
    var lost: Int64
  }

  struct Process: Codable, Hashable, Sendable {
    var pids: [Int32]
    /// While all meetings ran.
    var cpuSeconds: Double
    /// Of one core.
    var cpuShare: Double
    var cpuSecondsPerMillionTicks: Double?
    var peakBytes: Int64
    /// When all meetings had been started, and at the end.
    var residentBytesBefore: Int64
    var residentBytesAfter: Int64
    /// What was resident when all had been started, without what it was before.
    var bytesPerMeeting: Double?
  }

  struct Tester: Codable, Sendable {
    /// How late the tester was with its commands.
    var lateness: LatencySummary
    /// Of one core each.
    var tickThreadShare: Double
    var commandThreadShare: Double
    /// How often more ticks waited than the tester takes at once.
    var fullQueueShare: Double
    /// Of all cores, by everything on the machine.
    var machineShare: Double
    /// Its own, when all meetings had been started, and at the end.
    var residentBytesBefore: Int64
    var residentBytesAfter: Int64
    /// Why the figures say more of the tester than of the timer; empty if they do not.
    var bottlenecks: [String]
  }

  var format = TimerReport.format
  var kind = "timer"
  var version: String
  /// When it began, RFC 3339.
  var began: String
  var machine: Machine
  var workload: TimerWorkload
  /// Which router it went through, if any.
  var router: String = ""
  /// Whether it ended before its time.
  var wasInterrupted: Bool?
  /// Whether it went through a router.
  var isThroughRouter: Bool
  var ramp: Ramp
  /// Seconds that the steady part lasted.
  var seconds: Double
  var ticks: TickCounts
  var speakers: SpeakerCounts
  /// When received, in the steady part: after all starts of the ramp were answered.
  var lateness: LatencySummary
  /// When sent, by the time that the tick carries: cut to milliseconds.
  var sentLateness: LatencySummary
  var speakerLateness: LatencySummary
  var drift: Drift
  var commands: [String: Command]
  var droppedFromPlan: Int
  var process: Process?
  var tester: Tester
  var intervals: [Interval]
  var recovery: Recovery?
  /// Where several timers shared the meetings.
  var sharing: SharingReport?
  /// What went wrong beyond the counts, in sentences.
  var problems: [String]
}
