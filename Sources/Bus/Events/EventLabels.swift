public import FastJSON
public import Schema

/// Type, subject and topic families of an event; opaque to the service that publishes it.
///
/// The composition root passes the labels to a service, so the timer can publish a meeting's ticks
/// without knowing what a meeting is.
public struct EventLabels: FastCodable, Hashable, Sendable, Bounded {
  /// The CloudEvents type, such as `meeting.tick`.
  public var type: String
  /// The CloudEvents subject: the thing that the event is about.
  public var subject: String
  /// Id of the standup in whose topic family the event is also published; nil for none.
  public var standup: String?
  /// Id of the meeting in whose topic family the event is also published; nil for none.
  public var meeting: String?
  /// Id of the team in whose topic family the event is also published, 1 to 32 bytes; nil for an
  /// event that belongs to no team.
  public var team: String?
  public static let bounds: MemberBounds<Self> = [
    \.type: .text(0...256),
    \.subject: .text(0...256),
    \.standup: .text(0...256),
    \.meeting: .text(0...256),
    \.team: .text(1...TeamScope.maxIDBytes),
  ]

  /// Creates the labels of one event. The event is always published in the topic family of its
  /// type, and in those of a standup, a meeting and a team only if they are given.
  public init(
    type: String, subject: String, standup: String? = nil, meeting: String? = nil,
    team: String? = nil
  ) {
    self.type = type
    self.subject = subject
    self.standup = standup
    self.meeting = meeting
    self.team = team
  }
}
