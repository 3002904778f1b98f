import Countdown
import Standups
import StandupsAPI

/// A live meeting as it is shown: a value that events change, and that draws itself.
struct LiveView: Hashable, Sendable {
  let id: Meeting.ID
  var standup: Standup
  /// Who has which turn, where that is not as the standup says.
  var agenda: MeetingSession.Agenda?
  var elapsedMs: Int64 = 0
  /// The end of the turn of which a warning was told, in milliseconds of meeting time.
  var warnedMs: Int64?
  /// Real time since the meeting began when it was last read, pauses included, in milliseconds.
  var realMs: Int64 = 0
  /// Whose turn it is, from 0.
  var speaker = 0 {
    didSet { if speaker != oldValue { (turnSeconds, isDoubted) = (0, false) } }
  }
  /// Seconds since the turn began; nil for a turn that was under way when the view opened.
  var turnSeconds: Int?
  /// True once a key has been ignored because it may have been meant for the speaker before.
  var isDoubted = false
  var alert: MeetingSession.Alert? {
    didSet { if alert != oldValue { isDiscarding = false } }
  }
  /// True once the key that discards the meeting was pressed: the next press is meant.
  var isDiscarding = false
  var isRecording = false
  /// Seconds since words were last heard, from any sender; nil before the first.
  var quietSeconds: Int?
  /// What is being said, as far as it is understood.
  var partial = ""
  /// Whether the first turn was shown.
  var hasBegun = false
  /// The segments of the transcript that were printed.
  var printed: Set<Segment> = []
  /// How many seconds nothing was heard of the router, whose heart beats once a second.
  var silentSeconds = 0
  /// A sentence about the last thing that did not work.
  var notice: String?
  var audio: AudioState = .none
  /// What is open, of all attendees, the oldest first.
  var followUps: [FollowUp] = []
  var ending: Ending?
  /// The answer on its way, so that a key pressed twice answers once.
  var isWaiting = false
  /// What is answered without asking, by alert.
  var automatic: AutomaticAnswers

  /// How it came to its end, for whoever watches.
  enum Ending: Hashable, Sendable {
    case finished(Meeting)
    case discarded
    /// The viewer left; the meeting goes on.
    case left
  }

  /// What the audio of this viewer does.
  enum AudioState: Hashable, Sendable {
    case none, sending
    /// What was sent is not taken at present; the number of milliseconds that were dropped so far.
    case behind(droppedMs: Int64)
    case ended
    case failed(Failure)
  }

  init(_ meeting: LiveMeeting, automatic: AutomaticAnswers = AutomaticAnswers()) {
    id = meeting.session.id
    standup = meeting.session.standup
    self.automatic = automatic
    take(meeting)
    turnSeconds = nil
    hasBegun = !(alert?.comesFirst ?? false)
  }

  /// Everything as the service says it is.
  mutating func take(_ meeting: LiveMeeting) {
    standup = meeting.session.standup
    agenda = meeting.session.agenda
    warnedMs = meeting.session.warnedMs
    elapsedMs = meeting.elapsedMs
    realMs = meeting.realMs
    speaker = meeting.session.speakerIndex
    isRecording = meeting.session.isRecording
    if let heard = meeting.session.heard {
      let seconds = Int(max(0, meeting.realMs - heard.untilMs) / 1000)
      quietSeconds = min(quietSeconds ?? seconds, seconds)
    }
    alert = nil
    if case .alert(let open) = meeting.session.destination { alert = open }
  }

  /// How many seconds of silence are too many.
  static let maxSilent = 3
  /// Whether the router is away: what is shown is as old as that.
  var isAway: Bool { silentSeconds >= Self.maxSilent }

  /// Without words for so many seconds a meeting counts as one that hears nothing; the page has the same bound.
  static let maxQuietSeconds = 30
  /// True while words are heard, from any sender. Audio that is sent may be silent.
  var isHeard: Bool { quietSeconds.map { $0 < Self.maxQuietSeconds } ?? false }

  /// For so many seconds after a change, a key may be meant for the speaker before.
  static let freshSeconds = 2

  /// The one who speaks.
  var current: Attendee? { attendee(at: speaker) }
  /// The one who speaks after that.
  var next: Attendee? { attendee(at: speaker + 1) }

  /// How many take a turn, of whom some may come twice.
  var turnCount: Int { agenda?.order.count ?? standup.attendees.count }
  /// Who speaks when.
  var schedule: SpeakerSchedule { standup.schedule(agenda) }

  /// For how long the meeting has run over; nil if it has not.
  var overrunMs: Int64? {
    let overMs = elapsedMs - schedule.durationMs
    return standup.mayRunOver == true && overMs >= 0 ? overMs : nil
  }

  /// What the one who speaks has to come back to.
  var open: [FollowUp] { current.map { followUps.open(of: $0.id) } ?? [] }

  /// Whether the one who speaks said something that can be written down.
  var canMark: Bool { printed.contains { $0.attendee == current?.id } }

  /// As its attendee is called in this meeting.
  func name(_ followUp: FollowUp) -> String {
    DisplayText.safe((standup.attendees[id: followUp.attendee.id] ?? followUp.attendee).displayName)
  }

  func attendee(at index: Int) -> Attendee? { standup.attendee(at: index, agenda) }
}

extension LiveMeeting {
  /// Real time since the clock first ran, in milliseconds, pauses included up to the last change.
  var realMs: Int64 {
    guard let last = session.floor.last else { return elapsedMs }
    return last.sinceMs + (last.isRunning ? max(0, elapsedMs - last.elapsedMs) : 0)
  }
}

/// Which alerts are answered at once, because the command line already said how.
struct AutomaticAnswers: Hashable, Sendable {
  /// `--yes-record`: recording is allowed, if nobody has forbidden it.
  var allowsRecording = false

  func answer(to alert: MeetingSession.Alert) -> MeetingSession.AlertAction? {
    alert == .speechAuthorization && allowsRecording ? .allow : nil
  }
}
