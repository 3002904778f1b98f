import Bus
import Composition
import Documents
import PeopleAPI
import PersistenceAPI
import ScheduleAPI
import Standups
import StandupsAPI
import TimerAPI
import TranscriptionAPI

extension Integration {
  /// Binds the standups service. Persistence stores its decisions, and the router publishes them. A
  /// meeting needs a countdown and, if it is recorded, a recognition stream; both report to
  /// standups.
  mutating func bindStandups() {
    bindDocuments()
    bindConsent()
    bindMeetings()
    bindMeetingClocks()
    bindMeetingWords()
  }

  private mutating func bindDocuments() {
    bindDecisions()
    bindBatches(of: .standups, publishing: Self.standupsEvents) {
      Forgotten($0).isEmpty && !$0.changes.contains { $0.isMove }
    }
    let access = StoreAccess(of: .standups)
    forward(SearchRequested.self, of: "standups") { try access.search($0.query) }
  }

  /// Types of the events that standups publishes.
  private static let standupsEvents = ["standup.*", "meeting.*", "update.*", "glossary.*"]

  /// Stores the decisions of standups, and deletes all data related to an erasure: documents such as
  /// dead letters in the same transaction, then the data of other services.
  private mutating func bindDecisions() {
    bindStore(
      of: .standups, publishing: Self.standupsEvents,
      to: ErasureNotice.causes + [TellSubjectMoved.self]
    ) { decided, commit, parent in
      let forgotten = Forgotten(decided)
      var commit = commit
      commit.changes += forgotten.changes
      let outcome = try await parent.commit(commit)
      for command in forgotten.commands {
        try await parent.notify(command, timeoutMs: Parent.absenceMs)
      }
      // A schedule belongs to the team of its standup.
      for case .setTeam(DocumentKind.meetings.collection, let standup, let team) in decided.changes
      {
        try await parent.notify(
          TellSubjectMoved(subject: standup, team: team), timeoutMs: Parent.absenceMs)
      }
      return outcome
    }
  }

  private mutating func bindConsent() {
    bind(
      AuthorizationRequested.self, of: "standups", to: [GetSpeechAuthorization.self]
    ) { request, parent in
      do {
        return RecordingConsent(
          try await parent.send(
            GetSpeechAuthorization(subject: "\(request.standup)", language: request.language),
            timeoutMs: Parent.absenceMs))
      } catch var error as BusError where error.retryable {
        // This call has waited already; retries of the standups service would wait as long each
        // time.
        error.retryable = false
        throw error
      }
    }
    bind(
      AuthorizationAnswered.self, of: "standups",
      to: [AuthorizeSpeech.self, GetSpeechAuthorization.self, Load.self, Commit.self],
      publishing: [StandupRecordingDecided.type]
    ) { answer, parent in
      try await parent.decide(answer)
    }
  }

  private mutating func bindMeetings() {
    bind(
      MeetingsStarted.self, of: "standups",
      to: [StartCountdown.self, StartRecognition.self, TellSpeechFailed.self, SetVoicesTurn.self]
        + Parent.voiceCauses
    ) { started, parent in
      try await parent.begin(started.meetings)
    }
    bind(
      MeetingEnding.self, of: "standups",
      to: [CancelCountdown.self, FinishRecognition.self, GetRecognition.self]
    ) { ending, parent in
      try await parent.end(ending)
    }
    bind(RecordingStopped.self, of: "standups", to: [CancelRecognition.self]) { stopped, parent in
      try await parent.giveUp(CancelRecognition(id: stopped.id.workID))
      return Done()
    }
    bind(
      MeetingDiscarded.self, of: "standups", to: [CancelCountdown.self, CancelRecognition.self]
    ) { meeting, parent in
      try await parent.discard(meeting)
    }
  }

  private mutating func bindMeetingClocks() {
    bind(
      CountdownSpeakerChanged.self, of: "timer", for: Meeting.ID.owner,
      to: [TellSpeakerChanged.self]
    ) { call, name, parent in
      try await parent.send(
        TellSpeakerChanged(
          id: try Meeting.ID(work: name), speaker: call.speaker, elapsedMs: call.elapsedMs))
    }
    bind(
      CountdownFinished.self, of: "timer", for: Meeting.ID.owner, to: [TellTimeUp.self]
    ) { call, name, parent in
      try await parent.send(TellTimeUp(id: try Meeting.ID(work: name)))
    }
  }

  private mutating func bindMeetingWords() {
    bind(
      LineRecognized.self, of: "transcription", for: Meeting.ID.owner, to: [TellLineHeard.self]
    ) { call, name, parent in
      try await parent.send(
        TellLineHeard(id: try Meeting.ID(work: name), line: HeardLine(call.line)))
    }
    bind(
      RecognitionFailed.self, of: "transcription", for: Meeting.ID.owner,
      to: [TellSpeechFailed.self]
    ) { call, name, parent in
      try await parent.send(
        TellSpeechFailed(id: try Meeting.ID(work: name), reason: call.reason))
    }
    bind(
      VoicesRecognised.self, of: "transcription", for: Meeting.ID.owner,
      to: [TellVoicesRecognised.self]
    ) { call, name, parent in
      try await parent.send(
        TellVoicesRecognised(id: try Meeting.ID(work: name), people: call.people))
    }
    bind(
      VoicesLearned.self, of: "transcription", for: Meeting.ID.owner, to: [KeepVoices.self]
    ) { call, _, parent in
      try await parent.send(KeepVoices(voices: call.voices.map { LearnedVoice($0) }))
    }
  }
}

extension DocumentChange {
  /// True if the change moves the documents of a parent to a team.
  fileprivate var isMove: Bool {
    if case .setTeam = self { true } else { false }
  }
}

extension WorkSource<CountdownsRequested> {
  /// Countdowns of the live meetings.
  static let meetings = owner(Meeting.ID.owner, asking: [GetRunningMeetings.self]) {
    _, after, parent in
    let page = try await parent.send(GetRunningMeetings(after: after), timeoutMs: Parent.patienceMs)
    return CountdownsRequested.Reply(
      countdowns: page.meetings.map { StartCountdown($0) }, next: page.next)
  }
}

extension WorkSource<RecognitionRequested> {
  /// Streams of the live meetings that are recorded.
  static let meetings = owner(
    Meeting.ID.owner, asking: [GetRunningMeetings.self, GetVoices.self]
  ) { _, after, parent in
    let page = try await parent.send(GetRunningMeetings(after: after), timeoutMs: Parent.patienceMs)
    return try await parent.streams(of: page)
  }
}
