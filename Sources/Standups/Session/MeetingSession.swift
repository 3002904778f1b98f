public import Countdown
public import FastJSON
public import Schema

/// A live meeting, with the values that cannot be derived from others. Elapsed time follows from
/// `clock`.
public struct MeetingSession: Identifiable, FastCodable, Hashable, Sendable, Bounded {
  /// Id of the meeting; the past meeting will have the same id.
  public let id: Meeting.ID
  /// The standup as it was at the start, with the attendees who take part, in the order in which
  /// they speak. The saved standup may be edited during the meeting.
  public var standup: Standup
  /// Differences from the standup's list of attendees: absent attendees, and the order. Nil if all
  /// attendees speak as listed.
  public var lineup: Lineup?
  /// Moment at which the clock first ran; nil until recording is decided.
  public var startedAt: ClockReading?
  /// Clock of the meeting; before the start, it is paused at 0.
  public var clock: CountdownClock
  /// Index of the current speaker, from 0.
  public var speakerIndex: Int
  /// Entries for each time at which the clock was started, paused, resumed or moved forward, but
  /// not for turns that begin on schedule. With the schedule, they determine the speaker of words
  /// that arrive later.
  public var floor: [FloorChange]
  /// Segments of the transcript so far, in order of their start, at most about 4,000,000 bytes. If
  /// not all of them fit in a message, it has only the last ones, or none.
  public internal(set) var segments: [Segment]
  /// Keys of the lines in `segments`, so that a line that is received twice is accepted only once.
  public internal(set) var heardLines: [String]
  /// Position up to which speech of the room's microphone was recognised; nil before the first line
  /// whose time is certain.
  public var heard: Heard?
  /// The transcript so far as one string. It ends with ` ❌` if speech recognition failed, and with
  /// ` 🔇` if recording was denied during the meeting.
  public internal(set) var transcript: String
  /// Keys and total size of the lines, and the last of them, so that adding a line does not require a
  /// search through all of them. After a restart, the lines restore it.
  var index: LineIndex
  /// The turns; nil if they follow from the standup's attendees and their weights.
  public var agenda: Agenda?
  /// End of the turn for which a warning was reported, in milliseconds of meeting time; nil before
  /// the first warning.
  public var warnedMs: Int64?
  /// Meeting time at which overtime began, in milliseconds; the last turn has continued since then.
  /// Nil if the meeting is not in overtime.
  public var overMs: Int64?
  /// Follow-ups that were noted in the meeting, open or done; nil for none.
  public var notes: [FollowUp]?
  /// The last change of the turns, while it can be undone; nil otherwise.
  public var undo: Undo?
  /// The values before that change.
  var earlier: Earlier?
  /// The end of the meeting, while it can be undone; nil for a live meeting.
  package var ended: Ended?
  /// Updates that were written for the meeting, before or during it; nil for none.
  public var updates: [WrittenUpdate]?
  /// True while speech is being recognised.
  public var isRecording: Bool
  /// Number of persons whose voices are recognised, 0 to 32; nil if voices are not recognised.
  public var voices: Int?
  /// Mark at the end of the transcript; nil unless recording stopped before the meeting did.
  public internal(set) var mark: Mark?
  /// The screen shown over the meeting: an open alert, during which the clock is paused. Nil if no
  /// alert is open.
  public var destination: Destination?
  public static let bounds: MemberBounds<Self> = [
    \.overMs: .atLeast(1), \.notes: .count(0...FollowUp.maxInMeeting),
    \.updates: .count(0...Standup.maxAttendees), \.voices: .range(0...maxVoices),
    \.segments: .any,
    \.heardLines: .any,
    \.transcript: .any,
  ]

  /// Creates a live meeting from saved values. A new one needs only its id, its standup and a
  /// clock.
  ///
  /// - Parameters:
  ///   - lineup: the lineup that produced `standup.attendees`; nil for all attendees as they are
  ///     listed.
  ///   - startedAt: nil if the clock has never run.
  ///   - speakerIndex: from 0. Default: the first speaker.
  ///   - heard: nil before the first line whose time is certain.
  ///   - agenda: nil for turns that follow from the attendees and their weights.
  ///   - warnedMs: nil if no warning was reported.
  ///   - overMs: nil for a meeting that does not run over.
  ///   - notes: nil for no follow-ups.
  ///   - undo: nil if no change can be undone.
  ///   - updates: nil for no written updates.
  ///   - destination: nil if no screen is shown over the meeting.
  ///   - voices: nil if voices are not recognised.
  public init(
    id: Meeting.ID, standup: Standup, lineup: Lineup? = nil, startedAt: ClockReading? = nil,
    clock: CountdownClock,
    speakerIndex: Int = 0, floor: [FloorChange] = [], segments: [Segment] = [],
    heardLines: [String] = [], heard: Heard? = nil, transcript: String = "",
    agenda: Agenda? = nil, warnedMs: Int64? = nil, overMs: Int64? = nil, notes: [FollowUp]? = nil,
    undo: Undo? = nil, updates: [WrittenUpdate]? = nil, isRecording: Bool = false,
    destination: Destination? = nil, voices: Int? = nil
  ) {
    self.id = id
    self.standup = standup
    self.lineup = lineup
    self.startedAt = startedAt
    self.clock = clock
    self.speakerIndex = speakerIndex
    self.floor = floor
    self.segments = segments
    self.heardLines = heardLines
    self.heard = heard
    self.transcript = transcript
    index = LineIndex(keys: heardLines, segments: segments)
    self.agenda = agenda
    self.warnedMs = warnedMs
    self.overMs = overMs
    self.notes = notes
    self.undo = undo
    self.updates = updates
    self.isRecording = isRecording
    // A transcript that equals the words of its segments has no mark, even if it ends like one,
    // because a speaker may have said the mark.
    mark =
      transcript == Self.transcript(of: segments)
      ? nil : Mark.allCases.first { transcript.hasSuffix($0.text) }
    self.destination = destination
    self.voices = voices
  }

  /// Maximum number of persons whose voices are recognised in a meeting.
  public static let maxVoices: Int64 = 32

  /// An entry of the floor log: the clock was started, paused or resumed, or moved to another
  /// speaker.
  public struct FloorChange: FastCodable, Hashable, Sendable {
    /// Milliseconds of real time since the meeting started, pauses included.
    public var sinceMs: Int64
    /// Elapsed meeting time at that moment, in milliseconds.
    public var elapsedMs: Int64
    /// Index of the speaker at that moment, from 0.
    public var speakerIndex: Int
    /// True if meeting time passes from then on.
    public var isRunning: Bool
    /// Id of the attendee who had the floor, if the change that gave it to them was undone. Until
    /// the next entry, the time is not part of the meeting. Nil for any other entry.
    public var attendee: Attendee.ID?

    /// Creates an entry, with times in milliseconds and the speaker counted from 0; `attendee` is
    /// nil unless the change was undone.
    public init(
      sinceMs: Int64, elapsedMs: Int64, speakerIndex: Int, isRunning: Bool,
      attendee: Attendee.ID? = nil
    ) {
      self.attendee = attendee
      self.sinceMs = sinceMs
      self.elapsedMs = elapsedMs
      self.speakerIndex = speakerIndex
      self.isRunning = isRunning
    }
  }

  /// The position up to which the speech of a meeting was recognised, and the stream that
  /// recognised it.
  public struct Heard: FastCodable, Hashable, Sendable {
    /// Id of the recognition stream.
    public var stream: String
    /// End of the recognised speech, in milliseconds of real time since the meeting started.
    public var untilMs: Int64

    /// Creates a position: speech up to `untilMs` was recognised by one stream.
    public init(stream: String, untilMs: Int64) {
      self.stream = stream
      self.untilMs = untilMs
    }
  }
}
