public import StandupsDependencies
public import Foundation

/// Three sample standups, offered if saved data could not be read.
public enum Samples {
  /// Returns the standups “Design”, “Product” and “Engineering”, in this order.
  ///
  /// - Parameters:
  ///   - uuid: generates all ids.
  ///   - now: current time; the past meeting of “Design” was a week before.
  public static func make(uuid: UUIDGenerator, now: Date) -> [StandupWithMeetings] {
    [
      StandupWithMeetings(
        standup: standup(
          "Design", minutes: 1, .orange,
          ["Ada", "Barbara", "Edsger", "Grace", "Niklaus", "Tony"], uuid),
        meetings: [
          Meeting(
            id: Meeting.ID(uuid()), date: now.addingTimeInterval(-7 * 24 * 3600),
            transcript: transcript)
        ]),
      StandupWithMeetings(
        standup: standup("Product", minutes: 30, .poppy, ["Margaret", "Radia"], uuid)),
      StandupWithMeetings(
        standup: standup("Engineering", minutes: 10, .periwinkle, ["Katherine", "Dorothy"], uuid)),
    ]
  }

  private static func standup(
    _ title: String, minutes: Int64, _ theme: Theme, _ names: [String], _ uuid: UUIDGenerator
  ) -> Standup {
    Standup(
      id: Standup.ID(uuid()), title: title, durationMs: minutes * 60_000, theme: theme,
      attendees: IdentifiedArray(names.map { Attendee(id: Attendee.ID(uuid()), name: $0) }))
  }

  private static let transcript = """
    Yesterday I drew the new icons, and today I am trying them on a dark background. \
    I moved the timer to the top, where everyone can see it. \
    No blockers.
    """
}
