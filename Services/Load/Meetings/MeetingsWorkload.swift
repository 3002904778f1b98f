/// Workload of a test of whole meetings.
struct MeetingsWorkload: Codable, Hashable, Sendable {
  /// Number of meetings.
  var meetings = 50
  /// Time over which the meetings start, in nanoseconds.
  var ramp: Int64 = 5_000_000_000
  /// Length of each meeting, in milliseconds.
  var lengthMs: Int64 = 6000
  var attendees = 3
  var seed: UInt64 = 1

  /// Maximum number of standups to which a router lets one program subscribe, because it limits the
  /// total length of the topics (`SubscriptionBounds`).
  static let most = 10_000
  /// Time between the creation of a standup and the start of its meeting, in nanoseconds.
  static let pause: Int64 = 500_000_000
}
