/// A standup together with its past meetings, newest first, as a file or a sample has them.
public struct StandupWithMeetings: Identifiable, Hashable, Sendable {
  public var standup: Standup
  public var meetings: [Meeting]

  public var id: Standup.ID { standup.id }

  public init(standup: Standup, meetings: [Meeting] = []) {
    self.standup = standup
    self.meetings = meetings
  }
}
