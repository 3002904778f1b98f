/// Under which views an event goes out; opaque to the service that publishes it.
///
/// The parent gives them to a child, so that the timer can publish a meeting's ticks without knowing
/// what a meeting is.
public struct EventLabels: Codable, Hashable, Sendable {
  /// The CloudEvents type, such as `meeting.tick`.
  public var type: String
  /// The CloudEvents subject: what the event is about.
  public var subject: String
  /// The id of the standup whose view it belongs to.
  public var standup: String?
  /// The id of the meeting whose view it belongs to.
  public var meeting: String?

  /// The views of one event: always that of its type; those of a standup and a meeting only if they
  /// are named.
  public init(type: String, subject: String, standup: String? = nil, meeting: String? = nil) {
    self.type = type
    self.subject = subject
    self.standup = standup
    self.meeting = meeting
  }
}
