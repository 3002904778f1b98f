public import Countdown
public import FastJSON

/// A live meeting is saved in parts, so that a change writes only the affected part: the session as
/// it was at the start, its state, and each line. To restore it, the state is assigned to the
/// session, and then the lines are added.
extension MeetingSession {
  /// The values of a meeting that change after its start, except the transcript.
  public struct State: FastCodable, Hashable, Sendable {
    /// Moment at which the clock first ran; nil until recording is decided.
    public var startedAt: ClockReading?
    /// Clock of the meeting; at 0 and paused before the start.
    public var clock: CountdownClock
    /// Index of the current speaker, from 0.
    public var speakerIndex: Int
    /// Entries for each time at which the clock was started, paused, resumed or moved forward.
    public var floor: [FloorChange]
    /// The turns; nil if they follow from the standup's attendees and their weights.
    public var agenda: Agenda?
    /// Attendees who were left out at the start and arrived later; nil for none.
    public var late: [Attendee]?
    /// End of the turn for which a warning was reported, in milliseconds of meeting time; nil
    /// before the first warning.
    public var warnedMs: Int64?
    /// Meeting time at which overtime began, in milliseconds; nil if the meeting is not in
    /// overtime.
    public var overMs: Int64?
    /// Follow-ups that were noted in the meeting; nil for none.
    public var notes: [FollowUp]?
    /// The last change of the turns, if it could be undone since then; nil otherwise.
    public var undo: Undo?
    /// The values before that change.
    public var earlier: Earlier?
    /// Updates that were written for the meeting; nil for none.
    public var updates: [WrittenUpdate]?
    /// True while speech is being recognised.
    public var isRecording: Bool
    /// Number of persons whose voices are recognised; nil if voices are not recognised.
    public var voices: Int?
    /// Mark at the end of the transcript; nil unless recording stopped before the meeting did.
    public var mark: Mark?
    /// The screen shown over the meeting; nil if no alert is open.
    public var destination: Destination?
    /// The end of the meeting, while it can be undone; nil for a live meeting.
    public var ended: Ended?

    /// Creates a state; nil for values that the session does not have.
    public init(
      startedAt: ClockReading?, clock: CountdownClock, speakerIndex: Int, floor: [FloorChange],
      agenda: Agenda? = nil, late: [Attendee]? = nil, warnedMs: Int64? = nil, overMs: Int64? = nil,
      notes: [FollowUp]? = nil, undo: Undo? = nil, earlier: Earlier? = nil,
      updates: [WrittenUpdate]? = nil, isRecording: Bool, mark: Mark?,
      destination: Destination?, ended: Ended? = nil, voices: Int? = nil
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
      self.undo = undo
      self.earlier = earlier
      self.updates = updates
      self.isRecording = isRecording
      self.mark = mark
      self.destination = destination
      self.ended = ended
      self.voices = voices
    }
  }

  /// The saved state. Setting it never removes a mark from the transcript.
  public var state: State {
    get {
      State(
        startedAt: startedAt, clock: clock, speakerIndex: speakerIndex, floor: floor,
        agenda: agenda, late: late, warnedMs: warnedMs, overMs: overMs, notes: notes,
        undo: undo, earlier: earlier, updates: updates, isRecording: isRecording, mark: mark,
        destination: destination, ended: ended, voices: voices)
    }
    set {
      startedAt = newValue.startedAt
      clock = newValue.clock
      speakerIndex = newValue.speakerIndex
      floor = newValue.floor
      // An undo removes an attendee who had arrived late.
      for attendee in late ?? []
      where !(newValue.late ?? []).contains(where: { $0.id == attendee.id }) {
        standup.attendees.remove(id: attendee.id)
      }
      for attendee in newValue.late ?? [] { standup.attendees.append(attendee) }
      agenda = newValue.agenda
      warnedMs = newValue.warnedMs
      overMs = newValue.overMs
      notes = newValue.notes
      undo = newValue.undo
      earlier = newValue.earlier
      updates = newValue.updates
      isRecording = newValue.isRecording
      voices = newValue.voices
      if let mark = newValue.mark { add(mark) }
      destination = newValue.destination
      ended = newValue.ended
    }
  }

  /// A recognised line, as a session saves it.
  public struct Line: FastCodable, Hashable, Sendable {
    /// Identifies the line, so that it is accepted only once.
    public var key: String
    /// The words and their speaker.
    public var segment: Segment
    /// Position up to which speech was recognised, including this line; nil before the first line
    /// whose time is certain.
    public var heard: Heard?
    /// Id of the person whose own microphone recorded it; nil for the microphone of the room.
    /// `heard` is the position of this microphone.
    public var person: Attendee.PersonID?

    /// Creates a line; `heard` is nil before the first line whose time is certain, and `person` is
    /// nil for the microphone of the room.
    public init(
      key: String, segment: Segment, heard: Heard?, person: Attendee.PersonID? = nil
    ) {
      self.key = key
      self.segment = segment
      self.heard = heard
      self.person = person
    }
  }
}
