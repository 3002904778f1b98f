import Standups
import StandupsAPI

/// Recognition of voices in live meetings.
extension StandupsReduction {
  /// Saves the number of persons whose voices are recognised, and shows it to everyone in the meeting.
  mutating func voicesRecognised(
    _ operation: Operation, _ command: TellVoicesRecognised
  ) throws {
    let people = min(max(command.people, 0), Int(MeetingSession.maxVoices))
    guard var session = state.saved.sessions[id: command.id], session.startedAt != nil,
      session.isRecording, people != session.voices ?? 0
    else { return finish(operation.id, .success(.done)) }
    session.voices = people == 0 ? nil : people
    try decide(
      operation,
      Decision(
        [.putState(session.state, of: session.id)],
        events: [try event(MeetingVoicesRecognised(people: people), of: session, operation)],
        reply: .done))
  }
}

extension RunningMeeting.Voices {
  /// The persons in a meeting; nil if no attendee is linked to one.
  init?(_ session: MeetingSession) {
    var people: [Attendee.PersonID] = []
    for person in session.standup.attendees.compactMap(\.person)
    where people.count < Self.maxPeople && !people.contains(person) {
      people.append(person)
    }
    guard !people.isEmpty else { return nil }
    self.init(
      people: people, others: session.standup.attendees.count - people.count,
      recognised: session.voices)
  }
}

extension MeetingSession {
  /// The last lines whose speaker was corrected, from which transcription learns voices.
  var correctedVoices: [RunningMeeting.Corrected] {
    correctedLines(limit: RunningMeeting.maxCorrected)
      .filter { $0.key.utf8.count <= RunningMeeting.Corrected.maxKeyBytes }
      .map { RunningMeeting.Corrected(line: $0.key, person: $0.attendee?.person) }
  }
}

extension RunningMeeting {
  /// Adds what the recognition of voices needs: the persons if its speech recognition is reported, and the
  /// turns if voices are recognised, or may be.
  mutating func addVoices(of session: MeetingSession) {
    guard session.isRecording else { return }
    if listening != nil { voices = Voices(session) }
    guard voices != nil || session.voices != nil else { return }
    let turns = session.turnsAhead(limit: Self.maxTurns).map {
      Turn(atMs: $0.sinceMs, person: $0.attendee?.person)
    }
    if !turns.isEmpty { self.turns = turns }
    let corrected = session.correctedVoices
    if session.voices != nil, !corrected.isEmpty { self.corrected = corrected }
  }

  /// Estimated size as JSON, in bytes.
  private var estimatedBytes: Int {
    500 + 8 * (turnsMs?.count ?? 0) + 40 * (voices?.people.count ?? 0) + 70 * (turns?.count ?? 0)
      + 130 * (corrected?.count ?? 0)
  }

  /// Returns the number of meetings at the beginning of a list that fit into one message, at least one.
  static func fittingCount(_ meetings: some Sequence<RunningMeeting>, maxBytes: Int) -> Int {
    var (count, bytes) = (0, 0)
    for meeting in meetings {
      bytes += meeting.estimatedBytes
      guard count == 0 || bytes <= maxBytes else { break }
      count += 1
    }
    return count
  }
}
