public import Countdown

/// A live meeting: what cannot be derived. Elapsed time follows from `clock`.
public struct MeetingSession: Identifiable, Codable, Hashable, Sendable {
  /// The past meeting will have the same id.
  public let id: Meeting.ID
  /// The standup as it was at the start; it may be edited while it meets.
  public var standup: Standup
  /// Who takes part, and in which order; nil for all attendees as they are listed.
  public var lineup: Lineup?
  /// When the clock first ran; nil while speech recognition is still to be decided.
  public var startedAt: ClockReading?
  /// The clock of the meeting.
  public var clock: CountdownClock
  /// Whose turn it is, from 0.
  public var speakerIndex: Int
  /// When the clock was started, held, released or put forward, so that words heard later find their
  /// speaker; the schedule tells whose turn it was.
  public var floor: [FloorChange]
  /// The segments of the transcript, in the order of their beginnings; at most about `maxSegmentBytes` of JSON.
  public internal(set) var segments: [Segment]
  /// The keys of the lines in `segments`, so that a line told twice is taken once.
  public internal(set) var heardLines: [String]
  /// How far the words have been heard; nil before the first whose time is certain.
  public var heard: Heard?
  /// What was said, as one text; a failure of speech recognition is marked in it.
  public internal(set) var transcript: String
  /// What the lines come to, so that another one need not go through them.
  var index: LineIndex
  /// Who has which turn; nil for the standup's attendees in their order, with the time split evenly.
  public var agenda: Agenda?
  /// The end of the turn of which a warning was told, in milliseconds of meeting time; nil before the first warning.
  public var warnedMs: Int64?
  /// When the time was up, in milliseconds of meeting time, of a meeting that runs over; nil for others.
  public var overMs: Int64?
  /// What was written down in it for somebody to come back to, open or done; nil for nothing.
  public var notes: [FollowUp]?
  /// Whether speech is being recognised.
  public var isRecording: Bool
  /// With what the transcript ends, if recording stopped before the meeting did.
  public internal(set) var mark: Mark?
  /// The one thing that is open over the meeting, if any; while it is open the clock is held.
  public var destination: Destination?

  /// A live meeting as it was kept. One that has not begun needs its id, its standup and a clock.
  ///
  /// - Parameters:
  ///   - lineup: what made `standup.attendees` other than those of the standup; nil for nothing.
  ///   - startedAt: nil for a meeting whose clock has never run.
  ///   - speakerIndex: from 0, the first speaker unless told.
  ///   - heard: nil before the first words whose time is certain.
  ///   - agenda: nil for turns of equal length in the order of the attendees.
  ///   - warnedMs: nil if nobody was warned that a turn ends.
  ///   - overMs: nil for a meeting that does not run over.
  ///   - notes: nil if nothing was written down.
  ///   - destination: nil if nothing is open over the meeting.
  public init(
    id: Meeting.ID, standup: Standup, lineup: Lineup? = nil, startedAt: ClockReading? = nil,
    clock: CountdownClock,
    speakerIndex: Int = 0, floor: [FloorChange] = [], segments: [Segment] = [],
    heardLines: [String] = [], heard: Heard? = nil, transcript: String = "",
    agenda: Agenda? = nil, warnedMs: Int64? = nil, overMs: Int64? = nil, notes: [FollowUp]? = nil,
    isRecording: Bool = false,
    destination: Destination? = nil
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
    self.isRecording = isRecording
    // Somebody may have said the mark.
    mark =
      transcript == Self.transcript(of: segments)
      ? nil : Mark.allCases.first { transcript.hasSuffix($0.text) }
    self.destination = destination
  }

  /// The clock was started, held or released, or put forward to another speaker.
  public struct FloorChange: Codable, Hashable, Sendable {
    /// Milliseconds of real time since the meeting started, pauses included.
    public var sinceMs: Int64
    /// Elapsed meeting time at that moment, in milliseconds.
    public var elapsedMs: Int64
    /// Who has the floor at that moment, from 0.
    public var speakerIndex: Int
    /// Whether meeting time passes from then on.
    public var isRunning: Bool

    /// A line for the floor's log, with times in milliseconds and the speaker counted from 0.
    public init(sinceMs: Int64, elapsedMs: Int64, speakerIndex: Int, isRunning: Bool) {
      self.sinceMs = sinceMs
      self.elapsedMs = elapsedMs
      self.speakerIndex = speakerIndex
      self.isRunning = isRunning
    }
  }

  /// How far the words of a meeting have been heard, and by which stream of recognition.
  public struct Heard: Codable, Hashable, Sendable {
    /// Names the stream of recognition that heard them.
    public var stream: String
    /// Milliseconds of real time since the meeting started.
    public var untilMs: Int64

    /// Words heard up to `untilMs` by one stream.
    public init(stream: String, untilMs: Int64) {
      self.stream = stream
      self.untilMs = untilMs
    }
  }
}
