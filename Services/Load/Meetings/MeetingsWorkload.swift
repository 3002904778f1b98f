/// What a test of whole meetings consists of.
struct MeetingsWorkload: Codable, Hashable, Sendable {
  /// How many are held.
  var meetings = 50
  /// Over which time they begin, in nanoseconds.
  var ramp: Int64 = 5_000_000_000
  /// How long each is, in milliseconds.
  var lengthMs: Int64 = 6000
  var attendees = 3
  var seed: UInt64 = 1

  /// How many a router lets one program follow: the bytes of all topics are bounded (`SubscriptionBounds`).
  static let most = 10_000
  /// Between making a standup and starting its meeting.
  static let pause: Int64 = 500_000_000
}
