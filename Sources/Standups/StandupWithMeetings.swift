/// A standup together with its past meetings, newest first, as a file or a sample has them.
public struct StandupWithMeetings: Identifiable, Hashable, Sendable {
  /// The standup itself.
  public var standup: Standup
  /// Its past meetings, newest first.
  public var meetings: [Meeting]

  /// The standup's id.
  public var id: Standup.ID { standup.id }

  /// A standup with its past meetings, which the caller sorts; without them it has never met.
  public init(standup: Standup, meetings: [Meeting] = []) {
    self.standup = standup
    self.meetings = meetings
  }
}
