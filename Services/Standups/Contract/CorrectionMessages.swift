public import Bus
public import Schema
public import Standups

/// Corrects a line of a transcript: its words, who spoke them, or both. In a live meeting, only the speaker can be
/// corrected.
///
/// The transcript keeps the recognised words and speaker beside the line, and searches, minutes and exports have the corrected
/// line. Any member of the team can correct any line; `meeting.lineCorrected`, or `meeting.lineReassigned` of a live meeting, names
/// the person. Fails with `conflict` if the line is no longer as in `was`, because someone else has corrected it. A line that
/// already is as requested stays unchanged, without an event.
///
/// If voices are recognised in the live meeting, the correction teaches whose voice it is, provided that the
/// attendee has agreed, and earlier and later lines with this voice go to them as well.
///
/// To undo a correction, correct the line again, or restore the recognised line with `isHeard`.
///
/// ```swift
/// let line = meeting.segments[3]
/// let corrected = try await bus.send(
///   CorrectLine(
///     standup: standup.id, meeting: meeting.id, line: 3, was: .init(line),
///     text: "Kubernetes is down.", attendee: ann.id))
/// print(corrected.segment.text, corrected.segment.heard ?? "")
/// ```
public struct CorrectLine: BusCommand, Hashable {
  public static let target = "meetings.correctLine"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .invalid, .conflict, .moved])
  /// Id of the standup.
  public var standup: Standup.ID
  /// Id of the past or live meeting. A meeting of another standup fails with `not_found`.
  public var meeting: Meeting.ID
  /// Number of the part of a long meeting in which the line is, from 1 to the meeting's `parts`. Default:
  /// 1.
  public var part: Int?
  /// Position of the line in `segments` of the part, from 0. In a live meeting, where lines that are recognised late may
  /// move it, `was` decides.
  public var line: Int
  /// The line as it is shown. Fails with `conflict` if it has changed since.
  public var was: Line
  /// The corrected words: one line of 1 to 4,000 bytes of UTF-8; white space is collapsed to single spaces. Fails with
  /// `conflict` while the meeting is live.
  /// Control characters, and the symbols ❌ and 🔇 at the end, fail with `invalid`. Default: unchanged.
  public var text: String?
  /// Id of the attendee who spoke the words: one who took part in the meeting, was absent, or is the speaker
  /// of another line; any other id fails with `invalid`. Default: unchanged.
  public var attendee: Attendee.ID?
  /// True restores the recognised words and speaker. Fails with `invalid` together with `text` or
  /// `attendee`, and with `conflict` while the meeting is live. Default: false.
  public var isHeard: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.part: .range(1...Meeting.maxParts), \.line: .atLeast(0),
    \.text: .line(Segment.maxCorrectedBytes, isVisible: true),
  ]
  /// Corrects the words or the speaker of a line, or restores the recognised one.
  public init(
    standup: Standup.ID, meeting: Meeting.ID, part: Int? = nil, line: Int, was: Line,
    text: String? = nil, attendee: Attendee.ID? = nil, isHeard: Bool? = nil
  ) {
    self.standup = standup
    self.meeting = meeting
    self.part = part
    self.line = line
    self.was = was
    self.text = text
    self.attendee = attendee
    self.isHeard = isHeard
  }

  /// The line as it was saved.
  public struct Reply: Codable, Hashable, Sendable {
    /// Id of the meeting.
    public var meeting: Meeting.ID
    /// The line with the recognised words and speaker beside it.
    public var segment: Segment

    /// Creates the reply. It is erased with the meeting that it names.
    public init(meeting: Meeting.ID, segment: Segment) {
      self.meeting = meeting
      self.segment = segment
    }
  }

  /// The members of a line that a correction of it must have seen.
  public struct Line: Codable, Hashable, Sendable {
    /// Id of the attendee to whom the line belongs.
    public var attendee: Attendee.ID
    /// Start of the line, in milliseconds of elapsed meeting time.
    public var fromMs: Int64
    /// Its words.
    public var text: String

    /// The members of a segment.
    public init(_ segment: Segment) {
      (attendee, fromMs, text) = (segment.attendee, segment.fromMs, segment.text)
    }
  }
}

/// A line of the transcript of a past meeting was corrected, or is again as it was heard.
public struct MeetingLineCorrected: EventData, Hashable {
  public static let type = "meeting.lineCorrected"
  public static let traits = EventTraits(
    subject: "the meeting’s id", source: "standups", families: [.standup, .meeting, .team])
  /// Number of the part of a long meeting in which the line is; absent for the first part.
  public var part: Int?
  /// Position of the line in `segments` of the part, from 0.
  public var line: Int
  /// The line with the recognised words and speaker beside it.
  public var segment: Segment
  /// The person who corrected it. Absent if it was a tool; the event's own `by` names it.
  public var by: Attendee.PersonID?
  public static let bounds: MemberBounds<Self> = [\.part: .atLeast(2), \.line: .atLeast(0)]
  /// Creates the event; `by` is nil for a tool.
  public init(part: Int?, line: Int, segment: Segment, by: Attendee.PersonID?) {
    self.part = part
    self.line = line
    self.segment = segment
    self.by = by
  }
}
