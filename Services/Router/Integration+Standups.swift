import Bus
import Messages

extension Integration {
  /// The whole integration of Standups: what each child calls, and what that leads to.
  static func standups() -> Integration {
    var parent = Integration()
    parent.child("standups", answering: ["standups", "meetings"])
    parent.child("timer")
    parent.child("transcription")
    parent.child("persistence")
    parent.child("webhooks")
    parent.bind()
    parent.bindWebhooks()
    return parent
  }

  private mutating func bind() {
    bindDocuments()
    bindMeetings()
    bindTimer()
    bindTranscription()
  }

  /// What standups decides, persistence writes and the router announces.
  private mutating func bindDocuments() {
    bind(
      ChangesDecided.self, of: "standups", to: [Commit.self],
      publishing: ["standup.*", "meeting.*"]
    ) { changes, parent in
      let reply = try await parent.send(changes.commit)
      await parent.publish(reply.events.map(\.publication))
      return reply
    }
    bind(DocumentsRequested.self, of: "standups", to: [Load.self]) { request, parent in
      try await parent.send(request.load)
    }
    bind(RepliesRequested.self, of: "standups", to: [LoadReplies.self]) { request, parent in
      try await parent.send(LoadReplies(limit: request.limit))
    }
    bind(SearchRequested.self, of: "standups", to: [SearchDocuments.self]) { request, parent in
      try await parent.send(request.search)
    }
  }

  /// A meeting needs a clock, and ears if speech may be recognised.
  private mutating func bindMeetings() {
    bind(
      AuthorizationRequested.self, of: "standups", to: [GetSpeechAuthorization.self]
    ) { request, parent in
      try await parent.send(GetSpeechAuthorization(subject: "\(request.standup)"))
    }
    bind(
      AuthorizationAnswered.self, of: "standups", to: [AuthorizeSpeech.self]
    ) { answer, parent in
      try await parent.send(
        AuthorizeSpeech(subject: "\(answer.standup)", isGranted: answer.isGranted))
    }
    bind(
      MeetingsStarted.self, of: "standups",
      to: [StartCountdown.self, StartRecognition.self, TellSpeechFailed.self]
    ) { meetings, parent in
      try await parent.begin(meetings)
    }
    bind(ClockHeld.self, of: "standups", to: [PauseCountdown.self]) { hold, parent in
      try await parent.send(PauseCountdown(id: "\(hold.id)"))
    }
    bind(ClockReleased.self, of: "standups", to: [ResumeCountdown.self]) { release, parent in
      try await parent.send(ResumeCountdown(id: "\(release.id)"))
    }
    bind(SpeakerSkipped.self, of: "standups", to: [SkipSpeaker.self]) { skip, parent in
      try await parent.send(SkipSpeaker(id: "\(skip.id)", from: skip.from))
    }
    bind(
      MeetingEnding.self, of: "standups", to: [CancelCountdown.self, FinishRecognition.self]
    ) { ending, parent in
      try await parent.end(ending)
    }
    bind(
      MeetingDiscarded.self, of: "standups", to: [CancelCountdown.self, CancelRecognition.self]
    ) { meeting, parent in
      try await parent.discard(meeting)
    }
  }

  /// The clock tells whoever runs the meeting.
  private mutating func bindTimer() {
    bind(CountdownSpeakerChanged.self, of: "timer", to: [TellSpeakerChanged.self]) { call, parent in
      try await parent.send(
        TellSpeakerChanged(
          id: try meeting(call.id), speaker: call.speaker, elapsedMs: call.elapsedMs))
    }
    bind(CountdownFinished.self, of: "timer", to: [TellTimeUp.self]) { call, parent in
      try await parent.send(TellTimeUp(id: try meeting(call.id)))
    }
    // The page is passed on as it came: reading and writing it again would take longer than all else.
    forward(CountdownsRequested.self, of: "timer") { request in
      GetLiveWork(after: request.after, only: .countdowns)
    }
  }

  /// What was heard belongs to a meeting; what was decided on recording is kept.
  private mutating func bindTranscription() {
    bind(LineRecognized.self, of: "transcription", to: [TellLineHeard.self]) { call, parent in
      try await parent.send(TellLineHeard(id: try meeting(call.id), line: call.line))
    }
    bind(RecognitionFailed.self, of: "transcription", to: [TellSpeechFailed.self]) { call, parent in
      try await parent.send(TellSpeechFailed(id: try meeting(call.id), reason: call.reason))
    }
    bind(
      SpeechAuthorizationChanged.self, of: "transcription", to: [Commit.self]
    ) { call, parent in
      _ = try await parent.send(Commit(changes: [.put(try Authorizations.document(call))]))
      return Done()
    }
    bind(
      RecognitionRequested.self, of: "transcription", to: [Load.self, GetLiveWork.self]
    ) { request, parent in
      try await Authorizations.page(request, parent)
    }
  }
}

/// The children's ids are opaque texts; those that the parent handed out are meetings.
private func meeting(_ id: String) throws -> TellTimeUp.ID {
  guard let id = TellTimeUp.ID(id) else {
    throw BusError(.notFound, "“\(id)” is not the id of a meeting.")
  }
  return id
}
