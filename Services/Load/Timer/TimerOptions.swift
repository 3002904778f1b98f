import Foundation

/// Options of a test of the timer.
struct TimerOptions: Sendable {
  enum Subject: Hashable, Sendable {
    /// A timer service that the tester starts.
    case child(program: String?)
    /// A timer that is started by someone else, and connects to the tester at this endpoint.
    case elsewhere(bind: String)
    /// A timer behind a router.
    case through(commands: String, events: String)
  }

  var workload = TimerWorkload()
  var subject = Subject.child(program: nil)
  /// Processes that are measured in addition to a child process.
  var pids: [Int32] = []
  /// Additional environment variables for the child process.
  var environment: [String: String] = [:]
  /// Maximum wait for the timer, in nanoseconds.
  var patience: Int64 = 15_000_000_000
  /// Interval between lines of progress, in nanoseconds.
  var every: Int64?
}
