public import Countdown

/// A live meeting is saved in parts, so that a change writes no more than what changed: the session
/// as it was at the start, its state, and each line. A session over which its state was laid and that
/// then took its lines is the one that was saved.
extension MeetingSession {
  /// What changes of a meeting after its start, but for the words.
  public struct State: Codable, Hashable, Sendable {
    /// When the clock first ran; nil while speech recognition is still to be decided.
    public var startedAt: ClockReading?
    /// The clock of the meeting.
    public var clock: CountdownClock
    /// Whose turn it is, from 0.
    public var speakerIndex: Int
    /// When the clock was started, held, released or put forward.
    public var floor: [FloorChange]
    /// Who has which turn; nil for the standup's attendees in their order, with the time split evenly.
    public var agenda: Agenda?
    /// Those who were left out at the start and came later; nil for nobody.
    public var late: [Attendee]?
    /// The end of the turn of which a warning was told, in milliseconds of meeting time.
    public var warnedMs: Int64?
    /// When the time was up, in milliseconds of meeting time, of a meeting that runs over.
    public var overMs: Int64?
    /// What was written down for somebody to come back to; nil for nothing.
    public var notes: [FollowUp]?
    /// Whether speech is being recognised.
    public var isRecording: Bool
    /// With what the transcript ends, if recording stopped before the meeting did.
    public var mark: Mark?
    /// What is open over the meeting, if anything.
    public var destination: Destination?

    /// A state with all its members; nil for what the session does not have.
    public init(
      startedAt: ClockReading?, clock: CountdownClock, speakerIndex: Int, floor: [FloorChange],
      agenda: Agenda? = nil, late: [Attendee]? = nil, warnedMs: Int64? = nil, overMs: Int64? = nil,
      notes: [FollowUp]? = nil, isRecording: Bool, mark: Mark?,
      destination: Destination?
    ) {
      self.startedAt = startedAt
      self.clock = clock
      self.speakerIndex = speakerIndex
      self.floor = floor
      self.agenda = agenda
      self.late = late
      self.warnedMs = warnedMs
      self.overMs = overMs
      self.notes = notes
      self.isRecording = isRecording
      self.mark = mark
      self.destination = destination
    }
  }

  /// The state; one that is laid over a session takes no mark away.
  public var state: State {
    get {
      State(
        startedAt: startedAt, clock: clock, speakerIndex: speakerIndex, floor: floor,
        agenda: agenda, late: late, warnedMs: warnedMs, overMs: overMs, notes: notes,
        isRecording: isRecording, mark: mark, destination: destination)
    }
    set {
      startedAt = newValue.startedAt
      clock = newValue.clock
      speakerIndex = newValue.speakerIndex
      floor = newValue.floor
      for attendee in newValue.late ?? [] { standup.attendees.append(attendee) }
      agenda = newValue.agenda
      warnedMs = newValue.warnedMs
      overMs = newValue.overMs
      notes = newValue.notes
      isRecording = newValue.isRecording
      if let mark = newValue.mark { add(mark) }
      destination = newValue.destination
    }
  }

  /// A line that was heard, as a session takes it.
  public struct Line: Codable, Hashable, Sendable {
    /// Names the line, so that it is taken once.
    public var key: String
    /// What was said, and by whom.
    public var segment: Segment
    /// How far the words have been heard with it; nil before the first whose time is certain.
    public var heard: Heard?

    /// A line; `heard` is nil before the first whose time is certain.
    public init(key: String, segment: Segment, heard: Heard?) {
      self.key = key
      self.segment = segment
      self.heard = heard
    }
  }
}
