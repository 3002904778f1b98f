/// Result of a test of the timer.
struct TimerReport: Codable, Sendable {
  /// Version of the document's format.
  static let format = 2

  /// One second of the run, or a longer interval in a long run.
  struct Interval: Codable, Hashable, Sendable {
    /// End of the interval, in seconds since the beginning of the run.
    var at: Double
    var ticks: Int64
    /// Lateness on receipt, in microseconds.
    var p50: Double
    var p99: Double
    var p999: Double
    var max: Double
    /// CPU seconds of the tested processes.
    var cpuSeconds: Double
    var residentBytes: Int64
    /// True if all meetings had been started.
    var isSteady: Bool
  }

  struct Command: Codable, Sendable {
    var sent: Int64
    var done: Int64
    var refused: [String: Int64]
    var unanswered: Int64
    var latency: LatencySummary
  }

  /// Starts of meetings at the beginning of the test.
  struct Ramp: Codable, Hashable, Sendable {
    /// Planned time from the first to the last start, in seconds.
    var plannedSeconds: Double
    /// Time from the first start to the reply to the last one, in seconds; nil if some had no
    /// reply.
    var seconds: Double?
    /// Number of starts without a reply at the beginning of the steady part.
    var unanswered: Int64
  }

  /// Recovery of a timer after it was killed.
  struct Recovery: Codable, Hashable, Sendable {
    /// Time from its restart until it knew all countdowns again, in seconds.
    var secondsToState: Double?
    /// Time from its restart to the due time of the last missing tick, in seconds. Every later tick
    /// arrived.
    var secondsToSchedule: Double
    /// Number of ticks that were due while the timer was unavailable; they are not replayed.
    var lost: Int64
  }

  struct Process: Codable, Hashable, Sendable {
    var pids: [Int32]
    /// CPU seconds during the steady part.
    var cpuSeconds: Double
    /// CPU use as a fraction of one core.
    var cpuShare: Double
    var cpuSecondsPerMillionTicks: Double?
    var peakBytes: Int64
    /// Resident memory when all meetings had been started, and at the end, in bytes.
    var residentBytesBefore: Int64
    var residentBytesAfter: Int64
    /// Increase in resident memory per started meeting, in bytes.
    var bytesPerMeeting: Double?
  }

  struct Tester: Codable, Sendable {
    /// Lateness of the tester's commands.
    var lateness: LatencySummary
    /// CPU use of each thread, as a fraction of one core.
    var tickThreadShare: Double
    var commandThreadShare: Double
    /// Fraction of reads at which a full batch of ticks was waiting.
    var fullQueueShare: Double
    /// CPU use of the whole machine, as a fraction of all cores.
    var machineShare: Double
    /// The tester's resident memory when all meetings had been started, and at the end, in bytes.
    var residentBytesBefore: Int64
    var residentBytesAfter: Int64
    /// Reasons why the figures reflect the tester rather than the timer; may be empty.
    var bottlenecks: [String]
  }

  var format = TimerReport.format
  var kind = "timer"
  var version: String
  /// Start of the run, in RFC 3339.
  var began: String
  var machine: Machine
  var workload: TimerWorkload
  /// Description of the router.
  var router: String = ""
  /// True if the run was interrupted; nil otherwise.
  var wasInterrupted: Bool?
  /// True if the test ran through a router.
  var isThroughRouter: Bool
  var ramp: Ramp
  /// Duration of the steady part, in seconds.
  var seconds: Double
  var ticks: TickCounts
  var speakers: SpeakerCounts
  /// Lateness on receipt in the steady part, which begins when all starts of the ramp have been
  /// answered.
  var lateness: LatencySummary
  /// Lateness at the time of sending, which the tick states truncated to milliseconds.
  var sentLateness: LatencySummary
  var speakerLateness: LatencySummary
  var drift: Drift
  var commands: [String: Command]
  var droppedFromPlan: Int
  var process: Process?
  var tester: Tester
  var intervals: [Interval]
  var recovery: Recovery?
  /// Result for several timers that share the meetings.
  var sharing: SharingReport?
  /// Problems that the counts do not show, as sentences.
  var problems: [String]
}
