import Bus
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI

/// Conversions between the types of meetings and those of the services that work for them.
extension Meeting.ID {
  /// Reads the meeting's id from the name of a piece of work.
  ///
  /// - Parameter name: name that was passed to the service.
  /// - Throws: `not_found` if it is not the id of a meeting.
  init(work name: String) throws(BusError) {
    guard let id = Meeting.ID(name) else {
      throw BusError(.notFound, "Invalid meeting id “\(name.prefix(64))”; expected a UUID.")
    }
    self = id
  }
}

extension StartCountdown {
  /// Countdown for a meeting.
  init(_ meeting: RunningMeeting) {
    self.init(
      id: meeting.id.workID, durationMs: meeting.durationMs, speakers: meeting.speakers,
      turnsMs: meeting.turnsMs,
      resuming: .init(clock: meeting.clock, announcedSpeaker: meeting.speaker),
      labels: EventLabels(MeetingTick.type, meeting))
  }
}

extension StartRecognition {
  /// Recognition stream for a meeting; nil if it is not recorded.
  init?(_ meeting: RunningMeeting) {
    guard let listening = meeting.listening else { return nil }
    self.init(
      id: meeting.id.workID, subject: meeting.standup.description, startMs: listening.startMs,
      labels: EventLabels(MeetingPartial.type, meeting), settledMs: listening.settledMs,
      language: listening.language)
  }
}

extension EventLabels {
  /// Labels of an ephemeral event of a meeting.
  fileprivate init(_ type: String, _ meeting: RunningMeeting) {
    self.init(
      type: type, subject: meeting.id.description, standup: meeting.standup.description,
      meeting: meeting.id.description, team: meeting.team)
  }
}

extension RecordingConsent {
  init(_ authorization: SpeechAuthorization) {
    let status: Status =
      switch authorization.status {
      case .notDetermined: .notDetermined
      case .authorized: .authorized
      case .denied: .denied
      case .restricted: .restricted
      }
    self.init(status: status, reason: authorization.reason)
  }
}

extension HeardLine {
  init(_ line: TranscriptLine) {
    self.init(
      key: line.key, fromMs: line.fromMs, toMs: line.toMs, text: line.text, stream: line.stream,
      person: line.person.flatMap { Attendee.PersonID($0) },
      voice: line.voice.flatMap { Attendee.PersonID($0) }, isDoubtful: line.isDoubtful,
      isReassigned: line.isReassigned)
  }
}
