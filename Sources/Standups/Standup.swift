/// A daily standup: who takes part and how long it lasts. Its past meetings are kept beside it.
public struct Standup: Identifiable, Codable, Hashable, Sendable {
  public typealias ID = Identifier<Standup>

  public let id: ID
  public var title: String
  /// In milliseconds, from 1 s to 24 h.
  public var durationMs: Int64
  public var theme: Theme
  public var attendees: IdentifiedArray<Attendee>

  public init(
    id: ID, title: String = "", durationMs: Int64 = Standup.defaultDurationMs,
    theme: Theme = .bubblegum, attendees: IdentifiedArray<Attendee> = []
  ) {
    self.id = id
    self.title = title
    self.durationMs = durationMs
    self.theme = theme
    self.attendees = attendees
  }

  /// Five minutes.
  public static let defaultDurationMs: Int64 = 300_000
  /// What the API takes: 1 s to 24 h, in milliseconds.
  public static let durationsMs: ClosedRange<Int64> = 1_000...86_400_000
}
