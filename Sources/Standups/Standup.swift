import FastJSON

/// A daily standup: who takes part and how long it lasts. Its past meetings are kept beside it.
public struct Standup: Identifiable, Codable, Hashable, Sendable {
  /// The id of a standup; ids of meetings and attendees are other types.
  public typealias ID = Identifier<Standup>

  /// A UUID that names the standup for as long as it exists.
  public let id: ID
  /// What it is about, for people: at most 1000 Unicode scalars; may be empty.
  public var title: String
  /// In milliseconds, from 1 s to 24 h.
  public var durationMs: Int64
  /// The colour in which it is shown.
  public var theme: Theme
  /// Those who take a turn, in the order in which they speak; at most 1000.
  public var attendees: IdentifiedArray<Attendee>
  /// How long before the end of a turn its speaker is warned, in milliseconds, from 1 s to an hour; nil for not at all.
  public var warnMs: Int64?
  /// Whether a meeting goes on when its time is up, until somebody ends it; nil for no.
  public var mayRunOver: Bool?
  /// Counts its changes, from 1; past meetings are none. Who edits what was read names it, so that
  /// no change of another is lost. After the last of `revisions` comes 1 again.
  public var revision: Int

  /// A standup, of which only the id has to be given.
  ///
  /// Without more it lasts five minutes, has an empty title, no attendees and the theme
  /// `bubblegum`. Nothing is checked here; `problem` tells whether it can be saved.
  public init(
    id: ID, title: String = "", durationMs: Int64 = Standup.defaultDurationMs,
    theme: Theme = .bubblegum, attendees: IdentifiedArray<Attendee> = [], warnMs: Int64? = nil,
    mayRunOver: Bool? = nil, revision: Int = 1
  ) {
    self.id = id
    self.title = title
    self.durationMs = durationMs
    self.theme = theme
    self.attendees = attendees
    self.warnMs = warnMs
    self.mayRunOver = mayRunOver
    self.revision = revision
  }

  /// The revisions that there are: whole numbers that every reader of JSON keeps (RFC 8259, section 6).
  public static let revisions = 1...Int(WireTime.counts.upperBound)

  /// Counts a change.
  public mutating func countChange() {
    revision = revision < Self.revisions.upperBound ? revision + 1 : Self.revisions.lowerBound
  }

  /// Five minutes.
  public static let defaultDurationMs: Int64 = 300_000
  /// What the API takes: 1 s to 24 h, in milliseconds.
  public static let durationsMs: ClosedRange<Int64> = 1_000...86_400_000
  /// How long before the end of a turn its speaker may be warned, in milliseconds.
  public static let warningsMs: ClosedRange<Int64> = 1_000...3_600_000
  /// How long a meeting may run over at most, in milliseconds: then it ends by itself, as everybody has gone.
  public static let maxOverrunMs: Int64 = 14_400_000
  /// How long a speaker has the floor at least, in milliseconds: with a shorter turn it cannot meet.
  public static let minTurnMs: Int64 = 250
}
