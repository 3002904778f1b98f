/// Workload of a test of commands.
struct CommandsWorkload: Codable, Hashable, Sendable {
  /// A kind of command.
  enum Part: String, CaseIterable, Codable, Sendable {
    /// Creates a standup. The reply arrives once it is on disk.
    case create
    /// Read one standup, a page of fifty standups, or the live meetings.
    case get, list, live
    /// The requests of a file, in turn.
    case requests
  }

  var parts: [Part] = [.create, .get, .list, .live]
  /// Numbers of commands in flight. Each part is measured with each number.
  var windows = [1, 64]
  /// Duration of each measurement, in nanoseconds.
  var duration: Int64 = 5_000_000_000
  /// Number of standups that are created before the measurement; at least 1.
  var saved = 100
}
