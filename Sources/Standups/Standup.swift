public import FastJSON
public import Schema

/// A daily standup: its attendees, its duration and its rules. Past meetings are saved separately.
public struct Standup: Identifiable, FastCodable, Hashable, Sendable, Bounded {
  /// Id of a standup, the same for as long as it exists.
  public typealias ID = Identifier<Standup>

  /// UUID that identifies the standup for as long as it exists.
  public let id: ID
  /// Displayed title: at most 1000 Unicode scalars; may be empty.
  public var title: String
  /// Duration of a meeting, in milliseconds, from 1 second to 24 hours.
  public var durationMs: Int64
  /// Colour in which the standup is shown.
  public var theme: Theme
  /// Attendees in the order in which they speak; at most 1000.
  public var attendees: IdentifiedArray<Attendee>
  /// Time before the end of each turn at which its speaker is warned, in milliseconds, from 1
  /// second to 1 hour; nil for no warning.
  public var warnMs: Int64?
  /// True if a meeting continues when its time is up, until a person ends it, for at most four
  /// hours; nil if it ends then.
  public var mayRunOver: Bool?
  /// Language of its meetings, a tag of BCP 47 with at most a language, a script and a region; nil for the
  /// language of the speech engine.
  public var language: String?
  /// True if the standup is archived: lists omit it, and it holds no meetings; nil otherwise.
  public var isArchived: Bool?
  /// Id of the team to which the standup belongs; nil for the team `default`.
  public var team: String?
  /// Number of the current revision, from 1. Every change increments it, except changes of past
  /// meetings; 2⁵³ − 1 is followed by 1. An edit may name the revision that it is based on, so that
  /// it does not overwrite another edit.
  public var revision: Int
  public static let bounds: MemberBounds<Self> = [
    \.title: .text(0...longestText),
    \.durationMs: .range(durationsMs),
    \.attendees: .count(0...maxAttendees),
    \.warnMs: .range(warningsMs),
    \.mayRunOver: .only(true),
    \.language: .languageTag,
    \.isArchived: .only(true),
    \.team: .teamID,
    \.revision: .atLeast(1),
  ]

  /// Creates a standup, of which only the id is required.
  ///
  /// By default, it lasts five minutes and has an empty title, no attendees and the theme
  /// `bubblegum`. Values are not checked here; `problem` checks whether it can be saved.
  public init(
    id: ID, title: String = "", durationMs: Int64 = Standup.defaultDurationMs,
    theme: Theme = .bubblegum, attendees: IdentifiedArray<Attendee> = [], warnMs: Int64? = nil,
    mayRunOver: Bool? = nil, isArchived: Bool? = nil, team: String? = nil, revision: Int = 1,
    language: String? = nil
  ) {
    self.id = id
    self.title = title
    self.durationMs = durationMs
    self.theme = theme
    self.attendees = attendees
    self.warnMs = warnMs
    self.mayRunOver = mayRunOver
    self.isArchived = isArchived
    self.team = team
    self.revision = revision
    self.language = language
  }

  /// Text for the search index: the title and the names of the attendees.
  public var searchText: String {
    [title, attendees.map(\.name).filter { !$0.isEmpty }.joined(separator: ", ")]
      .filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// Id of the team to which the standup belongs.
  public var teamID: String { team ?? TeamID.ofDefaultTeam }

  /// Valid revisions: integers that every reader of JSON preserves (RFC 8259, section 6).
  public static let revisions = 1...Int(WireTime.counts.upperBound)

  /// Increments the revision; the last valid one is followed by 1.
  public mutating func countChange() {
    revision = revision < Self.revisions.upperBound ? revision + 1 : Self.revisions.lowerBound
  }

  /// Default duration of a meeting, in milliseconds: five minutes.
  public static let defaultDurationMs: Int64 = 300_000
  /// Valid durations of a meeting, in milliseconds: 1 s to 24 h.
  public static let durationsMs: ClosedRange<Int64> = 1_000...86_400_000
  /// Valid times of a warning before the end of a turn, in milliseconds.
  public static let warningsMs: ClosedRange<Int64> = 1_000...3_600_000
  /// Maximum overtime of a meeting, in milliseconds: it then ends automatically, since everyone has
  /// probably left.
  public static let maxOverrunMs: Int64 = 14_400_000
  /// Minimum duration of a turn, in milliseconds; a standup with a shorter turn cannot start a
  /// meeting.
  public static let minTurnMs: Int64 = 250
}
