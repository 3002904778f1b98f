import Foundation

/// How a test of the timer is carried out.
struct TimerOptions: Sendable {
  enum Subject: Hashable, Sendable {
    /// A timer service that the tester starts.
    case child(program: String?)
    /// One that somebody else starts; we are its parent at this endpoint.
    case elsewhere(bind: String)
    /// One behind a router.
    case through(commands: String, events: String)
  }

  var workload = TimerWorkload()
  var subject = Subject.child(program: nil)
  /// Processes whose use is measured besides a child.
  var pids: [Int32] = []
  /// More variables for the child.
  var environment: [String: String] = [:]
  /// How long to wait for the timer, in nanoseconds.
  var patience: Int64 = 15_000_000_000
  /// Nanoseconds between lines of progress.
  var every: Int64?
}
