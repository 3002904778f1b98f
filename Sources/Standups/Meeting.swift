import FastJSON

public import Foundation

/// A past meeting.
public struct Meeting: Identifiable, Codable, Hashable, Sendable {
  /// The id of a meeting, the same while it is live and when it is past.
  public typealias ID = Identifier<Meeting>

  /// A UUID that names the meeting among all others.
  public let id: ID
  /// When it started.
  public var date: Date
  /// All that was said, as the apps keep it: one text.
  public var transcript: String
  /// Who said what, in order; empty for a meeting from the apps.
  public var segments: [Segment]
  /// How long it ran, in milliseconds; nil for a meeting from the apps.
  public var durationMs: Int64?
  /// How it ended; nil for a meeting from the apps.
  public var ending: Ending?
  /// Who took part, as they were called then, in the order of their turns; nil for a meeting from the
  /// apps, and where they would take more than `maxPeopleBytes`.
  public var attendees: [Attendee]?
  /// Who had the floor when, in order; nil where `attendees` is, and where both would take more than
  /// `maxPeopleBytes`.
  public var turns: [Turn]?
  /// Of a long meeting which part of what was said this is, from 2; nil for the first one.
  public var part: Int?
  /// How many parts a long meeting has; nil for one that is whole.
  public var parts: Int?
  /// What was written down in it for somebody to come back to, open or done; nil for nothing.
  public var notes: [FollowUp]?
  /// True where words of it were erased; nil otherwise.
  public var isErased: Bool?

  /// A past meeting; without segments, duration, ending and people it is one as the apps keep it.
  public init(
    id: ID, date: Date, transcript: String, segments: [Segment] = [], durationMs: Int64? = nil,
    ending: Ending? = nil, attendees: [Attendee]? = nil, turns: [Turn]? = nil, part: Int? = nil,
    parts: Int? = nil, notes: [FollowUp]? = nil
  ) {
    self.id = id
    self.date = date
    self.transcript = transcript
    self.segments = segments
    self.durationMs = durationMs
    self.ending = ending
    self.attendees = attendees
    self.turns = turns
    self.part = part
    self.parts = parts
    self.notes = notes
  }

  /// How many bytes of JSON the attendees and turns of a meeting may come to, about: with all that was
  /// said, they have to fit one message.
  public static let maxPeopleBytes = 32_000

  /// How many bytes of JSON its attendees and turns come to, about.
  public var peopleBytes: Int {
    Self.peopleBytes(attendees ?? [], turns: turns?.count ?? 0)
  }

  /// How many bytes of JSON such people come to, about.
  static func peopleBytes(_ attendees: some Collection<Attendee>, turns: Int) -> Int {
    attendees.reduce(70 * attendees.count + 90 * turns) { $0 + JSONSize.bytes(of: $1.name) }
  }

  /// What is found of it: what was said, and what was written down.
  public var searchText: String {
    ([transcript] + (notes ?? []).map(\.text)).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The meeting, completed by what it does not say and another copy of it does.
  ///
  /// Of a transcript that was changed nobody knows any more who said what.
  ///
  /// - Parameter other: the same meeting, as it is known here.
  public func completed(by other: Meeting) -> Meeting {
    var completed = self
    if segments.isEmpty, transcript == other.transcript { completed.segments = other.segments }
    completed.durationMs = durationMs ?? other.durationMs
    completed.ending = ending ?? other.ending
    completed.attendees = attendees ?? other.attendees
    completed.turns = turns ?? other.turns
    completed.notes = joinedNotes(other)
    return completed
  }

  /// What was written down, here and in the other copy, of which the other one knows better whether it is done.
  private func joinedNotes(_ other: Meeting) -> [FollowUp]? {
    guard let notes, let others = other.notes else { return notes ?? other.notes }
    let known = Set(others.map(\.id))
    let all = others + notes.filter { !known.contains($0.id) }
    let isFitting =
      all.count <= FollowUp.maxInMeeting && all.estimatedBytes <= FollowUp.maxBytesInMeeting
    return isFitting ? all : others
  }

  /// A stretch of meeting time in which one had the floor.
  public struct Turn: Codable, Hashable, Sendable {
    /// Who had it.
    public var attendee: Attendee.ID
    /// Where it begins, in milliseconds of elapsed meeting time.
    public var fromMs: Int64
    /// Where it ends, in milliseconds of elapsed meeting time.
    public var toMs: Int64

    /// A turn; both times are milliseconds of elapsed meeting time.
    public init(attendee: Attendee.ID, fromMs: Int64, toMs: Int64) {
      self.attendee = attendee
      self.fromMs = fromMs
      self.toMs = toMs
    }
  }

  /// How a meeting came to its end.
  public enum Ending: String, Codable, Hashable, Sendable {
    /// The time was up.
    case timeUp
    /// Somebody chose “save and end”.
    case saved
  }
}

/// A piece of a transcript: one speaker, one stretch of time.
public struct Segment: Codable, Hashable, Sendable {
  /// Who held the floor.
  public var attendee: Attendee.ID
  /// The name at that time.
  public var speaker: String
  /// Where it begins, in milliseconds of elapsed meeting time.
  public var fromMs: Int64
  /// Where it ends, in milliseconds of elapsed meeting time.
  public var toMs: Int64
  /// What was said in it.
  public var text: String

  /// A piece of a transcript; both times are milliseconds of elapsed meeting time.
  public init(attendee: Attendee.ID, speaker: String, fromMs: Int64, toMs: Int64, text: String) {
    self.attendee = attendee
    self.speaker = speaker
    self.fromMs = fromMs
    self.toMs = toMs
    self.text = text
  }
}

extension Meeting {
  /// With what the transcript ends, if recording stopped before the meeting did.
  public var mark: MeetingSession.Mark? {
    MeetingSession.Mark.allCases.first { transcript.hasSuffix($0.text) }
  }
}
