import Countdown
import Standups
import StandupsAPI
import TranscriptionAPI

/// State of a live meeting's view. It is a value that events change and that renders itself.
struct LiveView: Hashable, Sendable {
  let id: Meeting.ID
  var standup: Standup
  /// The order of the turns, if it differs from the standup's.
  var agenda: MeetingSession.Agenda?
  var elapsedMs: Int64 = 0
  /// End of the turn that received a warning, in milliseconds of meeting time.
  var warnedMs: Int64?
  /// Real time from the start of the meeting to the last read of its state, including pauses, in
  /// milliseconds.
  var realMs: Int64 = 0
  /// Index of the current turn, from 0.
  var speaker = 0 {
    didSet { if speaker != oldValue { (turnSeconds, isDoubted) = (0, false) } }
  }
  /// Seconds since the turn started; nil for a turn that was in progress when the view opened.
  var turnSeconds: Int?
  /// True once a key press has been ignored because it may have been meant for the previous
  /// speaker.
  var isDoubted = false
  var alert: MeetingSession.Alert? {
    didSet { if alert != oldValue { isDiscarding = false } }
  }
  /// True once the key that discards the meeting has been pressed; pressing it again confirms.
  var isDiscarding = false
  var isRecording = false
  /// Number of persons whose voices are recognised; nil if voices are not recognised.
  var voices: Int?
  /// Seconds since words were last recognised from any sender; nil before that.
  var quietSeconds: Int?
  /// The partial transcripts of the current words.
  var guesses = LiveGuesses()
  /// True once the first turn has been shown.
  var hasBegun = false
  /// The last change of the turns, while it can be undone.
  var undo: MeetingSession.Undo? {
    didSet { if undo?.change != oldValue?.change { undoSeconds = 0 } }
  }
  /// Seconds since the view received that change.
  var undoSeconds = 0
  /// The segments of the transcript that have been printed.
  var printed: Set<Segment> = []
  /// Time since the last message from the router, in seconds. The router sends a heartbeat every
  /// second.
  var silentSeconds = 0
  /// The message of the last failure.
  var notice: String?
  var audio: AudioState = .none
  /// The problems of the microphones' signals.
  var signals = LiveSignals()
  /// The open follow-ups of all attendees, oldest first.
  var followUps: [FollowUp] = []
  /// The written updates of the meeting.
  var updates: [WrittenUpdate] = []
  var ending: Ending?
  /// True while an answer is in flight, so that pressing a key twice sends only one answer.
  var isWaiting = false
  /// The alerts to answer automatically.
  var automatic: AutomaticAnswers

  /// The reason why the view ended.
  enum Ending: Hashable, Sendable {
    case finished(Meeting)
    case discarded
    /// The viewer left; the meeting continues.
    case left
  }

  /// The state of this viewer's audio.
  enum AudioState: Hashable, Sendable {
    case none, sending
    /// The service is not accepting audio; `droppedMs` is the duration dropped so far, in
    /// milliseconds.
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

  /// Replaces the displayed state with the service's.
  mutating func take(_ meeting: LiveMeeting) {
    standup = meeting.session.standup
    agenda = meeting.session.agenda
    warnedMs = meeting.session.warnedMs
    elapsedMs = meeting.elapsedMs
    realMs = meeting.realMs
    speaker = meeting.session.speakerIndex
    isRecording = meeting.session.isRecording
    undo = meeting.session.undo
    updates = meeting.session.updates ?? []
    if let heard = meeting.session.heard {
      let seconds = Int(max(0, meeting.realMs - heard.untilMs) / 1000)
      quietSeconds = min(quietSeconds ?? seconds, seconds)
    }
    alert = nil
    if case .alert(let open) = meeting.session.destination { alert = open }
  }

  /// Seconds without a message from the router after which it counts as unavailable.
  static let maxSilent = 3
  /// True if the router is unavailable, so that the displayed state may be outdated.
  var isAway: Bool { silentSeconds >= Self.maxSilent }

  /// Seconds without words after which a meeting counts as silent. The web page uses the same
  /// limit.
  static let maxQuietSeconds = 30
  /// True while words from any sender are recognised. It is not derived from this viewer's audio,
  /// which may be silent.
  var isHeard: Bool { quietSeconds.map { $0 < Self.maxQuietSeconds } ?? false }

  /// Seconds after a change of turn during which a key press may be meant for the previous speaker.
  static let freshSeconds = 2

  var current: Attendee? { attendee(at: speaker) }
  /// Speaker of the next turn; nil during the last turn.
  var next: Attendee? { attendee(at: speaker + 1) }

  /// Number of turns; an attendee may have more than one.
  var turnCount: Int { agenda?.order.count ?? standup.attendees.count }
  /// The start and end of each turn.
  var schedule: SpeakerSchedule { standup.schedule(agenda) }

  /// Time by which the meeting has run over, in milliseconds; nil if it has not.
  var overrunMs: Int64? {
    let overMs = elapsedMs - schedule.durationMs
    return standup.mayRunOver == true && overMs >= 0 ? overMs : nil
  }

  /// The current speaker's open follow-ups.
  var open: [FollowUp] { current.map { followUps.open(of: $0.id) } ?? [] }

  /// True if the current speaker has said something that can be saved as a follow-up.
  var canMark: Bool { printed.contains { $0.attendee == current?.id } }

  /// The attendee's current name, in this meeting's standup.
  func name(_ followUp: FollowUp) -> String {
    DisplayText.safe((standup.attendees[id: followUp.attendee.id] ?? followUp.attendee).displayName)
  }

  /// The name of the attendee of an update, in this meeting's standup.
  func name(_ update: WrittenUpdate) -> String {
    DisplayText.safe((standup.attendees[id: update.attendee.id] ?? update.attendee).displayName)
  }

  /// The written updates to show at the start of the current turn: the speaker's, and in the last
  /// turn those of attendees without a turn.
  var writtenNow: [LiveLine] { updates.compactMap(line) }

  /// Returns the line that shows an update in the current turn; nil if it belongs to another turn.
  func line(_ update: WrittenUpdate) -> LiveLine? {
    let id = update.attendee.id
    if id == current?.id { return .written(update) }
    guard next == nil, !(0..<turnCount).contains(where: { attendee(at: $0)?.id == id }) else {
      return nil
    }
    return .writtenByAbsent(update)
  }

  func attendee(at index: Int) -> Attendee? { standup.attendee(at: index, agenda) }
}

extension LiveMeeting {
  /// Real time since the clock first started, in milliseconds, including all pauses before the last
  /// change.
  var realMs: Int64 {
    guard let last = session.floor.last else { return elapsedMs }
    return last.sinceMs + (last.isRunning ? max(0, elapsedMs - last.elapsedMs) : 0)
  }
}

/// Alerts that are answered automatically, as set on the command line.
struct AutomaticAnswers: Hashable, Sendable {
  /// `--yes-record`: allows recording unless it has been denied.
  var allowsRecording = false

  func answer(to alert: MeetingSession.Alert) -> MeetingSession.AlertAction? {
    alert == .speechAuthorization && allowsRecording ? .allow : nil
  }
}
