public import FastJSON
public import Schema

public import Foundation

/// A past meeting.
public struct Meeting: Identifiable, Codable, Hashable, Sendable, Bounded {
  /// Id of a meeting, the same while it is live and after its end.
  public typealias ID = Identifier<Meeting>

  /// UUID of the meeting, the same as while it was live.
  public let id: ID
  /// Start of the meeting.
  public var date: Date
  /// The transcript as one string, with a new line for each change of speaker; in a part of a long
  /// meeting, only that part. It ends with ` ❌` if speech recognition failed, and with ` 🔇` if
  /// recording was denied during the meeting.
  public var transcript: String
  /// The transcript by speaker, in order. Empty for a meeting imported from the apps, and in an
  /// event or a saved reply for which the segments are too long.
  public var segments: [Segment]
  /// Duration of the meeting on a real clock, in milliseconds, without pauses: time that `meetings.next`
  /// skipped is not part of it. Nil for a meeting imported from the apps.
  public var durationMs: Int64?
  /// Planned duration at the start, in milliseconds; nil if unknown.
  public var plannedMs: Int64?
  /// Total time for which the meeting was paused and then resumed, in milliseconds; nil if unknown.
  public var pausedMs: Int64?
  /// Reason why the meeting ended; nil for a meeting imported from the apps.
  public var ending: Ending?
  /// The participants with their names at that time, in the order of their turns. Nil for a meeting
  /// imported from the apps, in all parts of a long meeting but the first, and if the names alone
  /// would exceed 32,000 bytes.
  public var attendees: [Attendee]?
  /// The turns in order. Nil if `attendees` is nil, or if both together would exceed 32,000 bytes.
  public var turns: [Turn]?
  /// The attendees who were absent at the end with their names at that time: those who were left out
  /// at the start, and those who lost their turns. The latter are also in `attendees`. Nil if
  /// unknown, in all parts of a long meeting but the first, and if the names would exceed 32,000
  /// bytes together with `attendees` and `turns`.
  public var absent: [Attendee]?
  /// Ids of the attendees who arrived late. Nil for none, if unknown, and if `absent` is nil.
  public var late: [Attendee.ID]?
  /// Number of this part of a long meeting's transcript, from 2; nil for the first part.
  public var part: Int?
  /// Number of parts of a long meeting's transcript; `standups.meetingPart` reads those after the
  /// first. Nil for a whole meeting.
  public var parts: Int?
  /// Follow-ups that were noted in the meeting, open or done. Nil for none, in all parts of a long
  /// meeting but the first, and if a meeting that ended is reported without its segments.
  public var notes: [FollowUp]?
  /// Updates that were written for the meeting. Nil for none, in all parts of a long meeting but the
  /// first, and if a meeting that ended is reported without its segments.
  public var updates: [WrittenUpdate]?
  /// True if some words of the meeting were erased; nil otherwise.
  public var isErased: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.part: .atLeast(2),
    \.parts: .atLeast(2),
    \.notes: .count(0...FollowUp.maxInMeeting),
    \.updates: .count(0...Standup.maxAttendees),
  ]

  /// Creates a past meeting. Default: the values of a meeting that the apps saved.
  public init(
    id: ID, date: Date, transcript: String, segments: [Segment] = [], durationMs: Int64? = nil,
    ending: Ending? = nil, attendees: [Attendee]? = nil, turns: [Turn]? = nil,
    plannedMs: Int64? = nil, pausedMs: Int64? = nil, absent: [Attendee]? = nil,
    late: [Attendee.ID]? = nil, part: Int? = nil,
    parts: Int? = nil, notes: [FollowUp]? = nil, updates: [WrittenUpdate]? = nil
  ) {
    self.id = id
    self.date = date
    self.transcript = transcript
    self.segments = segments
    self.durationMs = durationMs
    self.ending = ending
    self.attendees = attendees
    self.turns = turns
    self.plannedMs = plannedMs
    self.pausedMs = pausedMs
    self.absent = absent
    self.late = late
    self.part = part
    self.parts = parts
    self.notes = notes
    self.updates = updates
  }

  /// Maximum estimated size of the attendees, present and absent, and the turns of a meeting as JSON,
  /// in bytes: with the transcript, they have to fit in one message.
  public static let maxPeopleBytes = 32_000

  /// Estimated size of its attendees, present and absent, and its turns as JSON, in bytes.
  public var peopleBytes: Int {
    Self.peopleBytes((attendees ?? []) + (absent ?? []), turns: turns?.count ?? 0)
      + Self.lateBytes * (late?.count ?? 0)
  }

  /// Estimated size of the id of an attendee who arrived late as JSON, in bytes.
  static let lateBytes = 40

  /// Returns the estimated size of these attendees and this number of turns as JSON, in bytes.
  static func peopleBytes(_ attendees: some Collection<Attendee>, turns: Int) -> Int {
    attendees.reduce(70 * attendees.count + 110 * turns) {
      $0 + JSONSize.bytes(of: $1.name) + ($1.person == nil ? 0 : Attendee.personBytes)
    }
  }

  /// Text for the search index: the transcript, the follow-ups and the written updates.
  public var searchText: String {
    ([transcript] + (notes ?? []).map(\.text) + (updates ?? []).map(\.text))
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns the meeting with missing values filled in from another copy.
  ///
  /// The segments of the other copy are used only if both transcripts are equal: the speakers of a
  /// changed transcript are unknown.
  ///
  /// - Parameter other: the copy of the same meeting that is saved here.
  public func completed(by other: Meeting) -> Meeting {
    var completed = self
    if segments.isEmpty, transcript == other.transcript { completed.segments = other.segments }
    completed.durationMs = durationMs ?? other.durationMs
    completed.ending = ending ?? other.ending
    completed.attendees = attendees ?? other.attendees
    completed.turns = turns ?? other.turns
    completed.plannedMs = plannedMs ?? other.plannedMs
    completed.pausedMs = pausedMs ?? other.pausedMs
    if absent == nil { (completed.absent, completed.late) = (other.absent, other.late) }
    completed.notes = joinedNotes(other)
    completed.updates = updates ?? other.updates
    return completed
  }

  /// Merges the follow-ups of both copies. The other copy is authoritative for those that both
  /// have. If together they exceed the limits of a meeting, only those of the other copy are
  /// returned.
  private func joinedNotes(_ other: Meeting) -> [FollowUp]? {
    guard let notes, let others = other.notes else { return notes ?? other.notes }
    let known = Set(others.map(\.id))
    let all = others + notes.filter { !known.contains($0.id) }
    let isFitting =
      all.count <= FollowUp.maxInMeeting && all.estimatedBytes <= FollowUp.maxBytesInMeeting
    return isFitting ? all : others
  }

  /// A stretch of meeting time in which one attendee had the floor.
  public struct Turn: Codable, Hashable, Sendable {
    /// Id of the attendee who had the floor.
    public var attendee: Attendee.ID
    /// Start of the turn, in milliseconds of elapsed meeting time.
    public var fromMs: Int64
    /// End of the turn, in milliseconds of elapsed meeting time.
    public var toMs: Int64
    /// Planned length of the turn, in milliseconds, without extensions by `meetings.extend` and
    /// without overtime; nil if unknown.
    public var plannedMs: Int64?

    /// Creates a turn; both times are milliseconds of elapsed meeting time. `plannedMs` is nil if the
    /// plan is unknown.
    public init(attendee: Attendee.ID, fromMs: Int64, toMs: Int64, plannedMs: Int64? = nil) {
      self.attendee = attendee
      self.fromMs = fromMs
      self.toMs = toMs
      self.plannedMs = plannedMs
    }
  }

  /// The way in which a meeting ended.
  public enum Ending: String, Codable, Hashable, Sendable {
    /// The meeting's time was up.
    case timeUp
    /// A person chose “Save and end”.
    case saved
    /// The standup was held in writing.
    case written
  }
}

/// A piece of a transcript: one speaker, one stretch of time.
public struct Segment: FastCodable, Hashable, Sendable {
  /// Id of the attendee who had the floor, whose own microphone or voice was recognised, or to whom a
  /// person reassigned the line.
  public var attendee: Attendee.ID
  /// Name of the attendee at that time; “Someone” if it was blank.
  public var speaker: String
  /// Start of the segment, in milliseconds of elapsed meeting time.
  public var fromMs: Int64
  /// End of the segment, in milliseconds of elapsed meeting time.
  public var toMs: Int64
  /// The words: as they were recognised, or as they were corrected.
  public var text: String
  /// The words as they were recognised, if `text` differs from them; nil otherwise.
  public var heard: String?
  /// Id of the attendee to whom the line belonged before, if a person reassigned it to another one; nil
  /// otherwise.
  public var heardAttendee: Attendee.ID?
  /// Name of that attendee, as in `speaker`; nil without `heardAttendee`.
  public var heardSpeaker: String?
  /// Result of comparing the voice with those of the persons who have agreed; nil if it was not compared,
  /// and if no other voice than that of the attendee who had the floor is likely.
  public var voice: Voice?

  /// Creates a segment; both times are milliseconds of elapsed meeting time. Default: as it was
  /// recognised, without regard to the voice.
  public init(
    attendee: Attendee.ID, speaker: String, fromMs: Int64, toMs: Int64, text: String,
    heard: String? = nil, heardAttendee: Attendee.ID? = nil, heardSpeaker: String? = nil,
    voice: Voice? = nil
  ) {
    self.attendee = attendee
    self.speaker = speaker
    self.fromMs = fromMs
    self.toMs = toMs
    self.text = text
    self.heard = heard
    self.heardAttendee = heardAttendee
    self.heardSpeaker = heardSpeaker
    self.voice = voice
  }

  /// The result of comparing the voice of a line.
  public enum Voice: String, Codable, CaseIterable, Hashable, Sendable {
    /// The voice decided who spoke.
    case recognised
    /// Another person may have spoken than the one who had the floor, to whom the line belongs.
    case doubtful
  }
}

extension Meeting {
  /// Mark at the end of the transcript, if recording stopped before the meeting did.
  public var mark: MeetingSession.Mark? {
    MeetingSession.Mark.allCases.first { transcript.hasSuffix($0.text) }
  }
}
