/// Workload of a test of commands.
struct CommandsWorkload: Codable, Hashable, Sendable {
  /// A kind of command.
  enum Part: String, CaseIterable, Codable, Sendable {
    /// Creates a standup; answered when it is on disk.
    case create
    /// Reads one standup, a page of fifty, and the live meetings.
    case get, list, live
  }

  var parts = Part.allCases
  /// Numbers of commands in flight; each part is measured with each of them.
  var windows = [1, 64]
  /// Duration of each measurement, in nanoseconds.
  var duration: Int64 = 5_000_000_000
  /// Number of standups created before the measurement; at least 1.
  var saved = 100
}
