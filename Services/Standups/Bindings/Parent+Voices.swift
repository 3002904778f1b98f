import Bus
import Composition
import Documents
import PeopleAPI
import PersistenceAPI
import Standups
import StandupsAPI
import TranscriptionAPI

/// The voices that transcription recognises in meetings: those of the persons who have agreed, which only
/// the people service knows.
extension Parent {
  /// Commands of a binding that sends voices to transcription.
  static let voiceCauses: [any BusCommand.Type] = [
    GetVoices.self, SetVoices.self, Load.self,
  ]

  /// Sends the voices of meetings to their streams, which are open. A person who withdraws their consent
  /// at the same time is removed again.
  ///
  /// - Throws: a retryable error if people or persistence does not reply. The words are recognised in
  ///   the meantime.
  func sendVoices(of meetings: [RunningMeeting]) async throws {
    let meetings = meetings.filter { $0.listening != nil && $0.voices != nil }
    guard !meetings.isEmpty else { return }
    let agreed = try await agreedVoices(in: meetings)
    try await sendVoices(of: meetings, agreed, unless: { $0.isEmpty && $1.recognised == nil })
    try await removeEnded(agreed, from: meetings)
  }

  /// Removes the voices of persons whose consent has ended while they were being sent.
  ///
  /// - Throws: a retryable error if persistence or transcription does not reply.
  private func removeEnded(
    _ agreed: [String: RoomVoice], from meetings: [RunningMeeting]
  ) async throws {
    guard !agreed.isEmpty else { return }
    let ended: Set<String>
    do {
      ended = Set(agreed.keys).subtracting(try await savedConsents(Array(agreed.keys)))
    } catch {
      // It is unknown if a consent has ended, so no voice is recognised.
      try await sendVoices(of: meetings, [:])
      throw error
    }
    guard !ended.isEmpty else { return }
    try await sendVoices(of: meetings, agreed.filter { !ended.contains($0.key) })
  }

  /// Ends the recognition of voices whose persons no longer agree, in all live meetings at once, and begins
  /// that of persons who have just agreed. An absent service reloads its work when it is available again.
  ///
  /// The people service has not yet applied the changes of which it has notified this binding.
  ///
  /// - Throws: a retryable error if transcription does not respond. The people service then sends its
  ///   decision again, which has no further effect in the store.
  func changeVoices(ended: Set<String>, begun: [String: RoomVoice]) async throws {
    for person in ended.union(begun.keys).sorted().compactMap({ Attendee.PersonID($0) }) {
      var after: String?
      repeat {
        let request = GetRunningMeetings(after: after, person: person)
        let page: GetRunningMeetings.Reply
        do {
          page = try await send(request, timeoutMs: Self.patienceMs)
        } catch let error as BusError
          where [.unavailable, .draining, .unroutable].contains(error.code)
        {
          // The service loads its work again when it starts.
          break
        } catch let error as BusError where error.code == .expired {
          // It is there, and loads nothing again.
          throw BusError(.unavailable, error.message, retryAfterMs: 1000)
        }
        try await changeVoices(in: page.meetings, ended: ended, begun: begun)
        after = page.next
      } while after != nil
    }
  }

  private func changeVoices(
    in meetings: [RunningMeeting], ended: Set<String>, begun: [String: RoomVoice]
  ) async throws {
    let meetings = meetings.filter { $0.listening != nil && $0.voices != nil }
    var agreed: [String: RoomVoice] = [:]
    var failure: BusError?
    do {
      agreed = try await agreedVoices(in: meetings)
    } catch let error as BusError where error.retryable || Self.absence.contains(error.code) {
      // Until people replies, no voice is recognised any more.
      failure = error
    }
    agreed.merge(begun) { $1 }
    for person in ended { agreed[person] = nil }
    try await sendVoices(of: meetings, agreed)
    // Another person may have withdrawn at the same time.
    try await removeEnded(agreed, from: meetings)
    if let failure { throw BusError(.unavailable, failure.message, retryAfterMs: 1000) }
  }

  /// Sends voices to the streams of meetings that are open.
  ///
  /// - Parameter isSkipped: returns true for a meeting to which nothing is sent, by its voices.
  private func sendVoices(
    of meetings: [RunningMeeting], _ agreed: [String: RoomVoice],
    unless isSkipped: ([RoomVoice], RunningMeeting.Voices) -> Bool = { _, _ in false }
  ) async throws {
    let commands = meetings.compactMap { meeting -> SetVoices? in
      guard let voices = meeting.voices, let command = SetVoices(meeting, agreed),
        !isSkipped(command.voices, voices)
      else { return nil }
      return command
    }
    try await sendEach(commands, atOnce: Self.maxAtOnce, timeoutMs: Self.patienceMs) { _, reply in
      do {
        return try Self.isThere(reply)
      } catch let error as BusError where error.code == .notFound {
        // The meeting is over, or its speech cannot be recognised.
        return true
      }
    }
  }

  /// The voices of the persons in meetings who have agreed, by their ids.
  ///
  /// - Throws: `unavailable` if the people service does not reply or does not know yet.
  func agreedVoices(in meetings: [RunningMeeting]) async throws -> [String: RoomVoice] {
    let people = Set(meetings.flatMap { $0.voices?.people ?? [] }).map(\.description).sorted()
    var agreed: [String: RoomVoice] = [:]
    for start in stride(from: 0, to: people.count, by: GetVoices.maxPeople) {
      let part = Array(people[start...].prefix(GetVoices.maxPeople))
      for voice in try await send(GetVoices(people: part), timeoutMs: Self.absenceMs).voices {
        agreed[voice.person] = RoomVoice(voice)
      }
    }
    return agreed
  }

  /// Returns those of the persons whose consent is saved now.
  private func savedConsents(_ people: [String]) async throws -> Set<String> {
    var saved: Set<String> = []
    for start in stride(from: 0, to: people.count, by: 1000) {
      let query = DocumentQuery(
        collection: SavedVoice.collection, ids: Array(people[start...].prefix(1000)), form: .digest)
      saved.formUnion(try await send(Load(query)).documents.map(\.id))
    }
    return saved
  }

  /// Sends the turns of meetings in which voices are recognised.
  func setTurns(of meetings: [RunningMeeting]) async throws {
    let turns = meetings.compactMap { meeting -> SetVoicesTurn? in
      // A stream receives its turns with its voices.
      guard meeting.listening == nil, let turns = meeting.turns?.compactMap({ RoomTurn($0) }),
        !turns.isEmpty
      else { return nil }
      let corrected = meeting.corrected?.map {
        RoomLine(key: $0.line, person: $0.person?.description)
      }
      return SetVoicesTurn(id: meeting.id.workID, turns: turns, corrected: corrected)
    }
    try await sendEach(turns, atOnce: Self.maxAtOnce, timeoutMs: Self.patienceMs) { _, reply in
      do {
        return try Self.isThere(reply)
      } catch let error as BusError where error.code == .notFound {
        return true
      }
    }
  }

  /// The streams of a page of meetings with their voices. The page is shorter if the prints would not fit
  /// into a message.
  func streams(of page: GetRunningMeetings.Reply) async throws -> RecognitionRequested.Reply {
    var agreed: [String: RoomVoice]?
    do {
      agreed = try await agreedVoices(in: page.meetings)
    } catch let error as BusError where error.retryable || Self.absence.contains(error.code) {
      // Transcription requests the voices again.
    }
    var streams: [StartRecognition] = []
    var bytes = 0
    for (index, meeting) in page.meetings.enumerated() {
      let stream = StartRecognition(meeting, agreed)
      bytes += stream?.estimatedBytes ?? 0
      guard bytes <= Self.maxPageBytes || index == 0 else {
        return RecognitionRequested.Reply(
          authorizations: [:], streams: streams, next: "\(page.meetings[index - 1].id)")
      }
      if let stream { streams.append(stream) }
    }
    return RecognitionRequested.Reply(authorizations: [:], streams: streams, next: page.next)
  }

  /// Maximum estimated size of the streams in a reply, in bytes: it has to fit in a message of 1 MiB.
  private static let maxPageBytes = 600_000
}

extension RoomVoice {
  /// The voice of a person who has agreed.
  init(_ voice: PersonVoice) {
    self.init(person: voice.person, consent: voice.consent, print: voice.print)
  }
}

extension RoomTurn {
  /// A turn of a meeting; nil if it begins after the longest stream, for example because the meeting is paused for days.
  init?(_ turn: RunningMeeting.Turn) {
    guard (0...Self.maxMs).contains(turn.atMs) else { return nil }
    self.init(atMs: turn.atMs, person: turn.person?.description)
  }
}

extension LearnedVoice {
  /// The voice that the stream of a meeting learned.
  init(_ voice: Voice) {
    self.init(
      person: voice.person, consent: voice.consent, print: voice.print, learnedMs: voice.learnedMs)
  }
}

extension SetVoices {
  /// The voices of a meeting; nil if none can be recognised.
  ///
  /// - Parameter agreed: the voices of persons who have agreed, by their ids.
  init?(_ meeting: RunningMeeting, _ agreed: [String: RoomVoice]) {
    guard let stream = StartRecognition(meeting, agreed), let voices = stream.voices,
      let others = stream.others
    else { return nil }
    self.init(id: stream.id, voices: voices, others: others, turns: stream.turns)
  }
}

extension StartRecognition {
  /// Recognition stream for a meeting with its voices; nil if it is not recorded.
  ///
  /// - Parameter agreed: the voices of persons who have agreed, by their ids; nil if they are not known.
  init?(_ meeting: RunningMeeting, _ agreed: [String: RoomVoice]?) {
    self.init(meeting)
    guard let people = meeting.voices else { return }
    turns = meeting.turns?.compactMap { RoomTurn($0) }
    voices = agreed.map { agreed in
      Array(people.people.compactMap { agreed[$0.description] }.prefix(RoomVoice.maxInRoom))
    }
    others = people.others + people.people.count - (voices?.count ?? 0)
  }

  /// Estimated size as JSON, in bytes.
  fileprivate var estimatedBytes: Int {
    500 + 70 * (turns?.count ?? 0)
      + (voices ?? []).reduce(0) { $0 + 130 + ($1.print?.utf8.count ?? 0) }
  }
}
