/// A standup together with its past meetings, newest first, as in a file or a sample.
public struct StandupWithMeetings: Identifiable, Hashable, Sendable {
  /// The standup, apart from its meetings.
  public var standup: Standup
  /// The standup's past meetings, newest first.
  public var meetings: [Meeting]

  /// Id of the standup, which also identifies this value.
  public var id: Standup.ID { standup.id }

  /// Creates a standup with past meetings, which the caller sorts. Default: no meetings.
  public init(standup: Standup, meetings: [Meeting] = []) {
    self.standup = standup
    self.meetings = meetings
  }
}
