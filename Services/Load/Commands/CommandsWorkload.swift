/// What a test of commands consists of.
struct CommandsWorkload: Codable, Hashable, Sendable {
  /// What can be asked.
  enum Part: String, CaseIterable, Codable, Sendable {
    /// Makes a standup: answered when it is on the disk.
    case create
    /// Reads one standup, a page of fifty, and the live meetings.
    case get, list, live
  }

  var parts = Part.allCases
  /// Commands under way at once: each part is measured with each of these.
  var windows = [1, 64]
  /// How long each measurement lasts, in nanoseconds.
  var duration: Int64 = 5_000_000_000
  /// How many standups are there before; at least one.
  var saved = 100
}
