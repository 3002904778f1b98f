import Documents
import FastJSON
import Foundation
import PersistenceAPI
import ScheduleAPI
import ServiceCatalog
import Standups
import StandupsAPI
import StandupsDependencies
import TestSupport
import Testing
import TimerAPI
import TranscriptionAPI
import WebhooksAPI

@testable import Composition
@testable import Bus
@testable import RouterService

/// The effects of each delegate message.
@Suite struct BindingTests {
  /// The delegate messages that services declare in their registration.
  static let declared: [String: [any DelegateMessage.Type]] = [
    "standups": [
      TermBegun.self, ChangesDecided.self, DocumentsRequested.self, ReplyRequested.self,
      BatchDecided.self, StandupsShareRequested.self, SearchRequested.self, StandupTeamNamed.self,
      StandupPeopleNamed.self,
      AuthorizationRequested.self, AuthorizationAnswered.self, MeetingsStarted.self,
      MeetingEnding.self, RecordingStopped.self, MeetingDiscarded.self,
    ],
    "timer": [CountdownSpeakerChanged.self, CountdownFinished.self, CountdownsRequested.self],
    "transcription": [
      LineRecognized.self, RecognitionFailed.self, SpeechAuthorizationChanged.self,
      SpeechSubjectNamed.self, DictationNamed.self,
      RecognitionRequested.self, VoicesRecognised.self, VoicesLearned.self,
    ],
    "webhooks": [
      TermBegun.self, ChangesDecided.self, DocumentsRequested.self, ReplyRequested.self,
      WebhookEventsRequested.self, WebhookTextsRequested.self, WebhookTypesRequested.self,
      WebhookHeadsRequested.self, WebhookTeamNamed.self,
    ],
  ]

  /// The owners that a message may be about.
  static let owners = [
    "timer.speakerChanged": ["focus", "load", "meeting", "tool"],
    "timer.finished": ["focus", "load", "meeting", "tool"],
    "transcription.lineRecognized": ["meeting"], "transcription.failed": ["meeting"],
    "transcription.voicesRecognised": ["meeting"], "transcription.voicesLearned": ["meeting"],
  ]

  let integration = Integration.standups()

  @Test func everyMessageIsBoundToItsChild() {
    #expect(integration.problems.isEmpty)
    for (child, messages) in Self.declared {
      let bound = integration.bindings.filter { $0.child == child }
      #expect(Set(bound.map(\.message)) == Set(messages.map { $0.target }))
      for message in messages {
        // Once, or once for each owner.
        #expect(
          bound.filter { $0.message == message.target }.map { $0.owner ?? "nobody" }.sorted()
            == Self.owners[message.target] ?? ["nobody"])
      }
    }
    let ignored = integration.bindings.filter { $0.reason != nil }
    #expect(
      ignored.map { "\($0.message) \($0.owner ?? "")" }.sorted()
        == [
          "timer.finished load", "timer.speakerChanged focus", "timer.speakerChanged load",
          "timer.speakerChanged tool",
        ])
    #expect(integration.bindings.allSatisfy { $0.causes.isEmpty == ($0.reason != nil) })
    #expect(Set(integration.children.keys) == Set(ServiceCatalog.children.map(\.name)))
    #expect(integration.children["standups"] == ["standups", "meetings", "glossary"])
    #expect(integration.children["timer"] == ["timer"])
  }

  /// Dead-letter messages, consent, and the recogniser's memory.
  @Test func whatIsErasedTakesOthersAlong() throws {
    let standup = Standup.ID(UUID(uuidString: "00000000-0000-0000-0000-000000000002") ?? UUID())
    let meeting = Meeting.ID(UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? UUID())
    let erased = try NewEvent(
      MeetingErased(standup: standup, reason: .deleted), id: UUID(),
      about: "\(meeting)", standup: "\(standup)", meeting: "\(meeting)", time: Date())
    let deleted = Forgotten(
      ChangesDecided(changes: [.erase(Erasure(standup: standup))], events: [erased]))
    #expect(
      deleted.changes == [
        .deleteMentioning(collection: "deadLetters", text: "\(meeting)"),
        .deleteMentioning(collection: "deadLetters", text: "\(standup)"),
        .delete(collection: "authorizations", id: "\(standup)"),
      ])
    try #require(deleted.commands.count == 2)
    #expect(
      deleted.commands[0] as? ForgetSpeech
        == ForgetSpeech(subject: "\(standup)", ids: ["meeting/\(meeting)"]))
    #expect(deleted.commands[1] as? TellSubjectGone == TellSubjectGone(subject: "\(standup)"))
    // For a discarded live meeting, its end notifies the recogniser.
    let discarded = Forgotten(ChangesDecided(changes: [.erase(Erasure(meeting: meeting))]))
    #expect(
      discarded.changes == [.deleteMentioning(collection: "deadLetters", text: "\(meeting)")])
    #expect(discarded.commands.isEmpty)
    // Erasing a person does not erase the standup's consent.
    let person = Forgotten(
      ChangesDecided(changes: [.erase(Erasure(standup: standup, keepsMeetings: true))]))
    #expect(person.changes.isEmpty && person.commands.isEmpty)
  }

  let published = Recorder<[Publication]>()

  func tell<Message: DelegateMessage>(
    _ message: Message, _ caller: ScriptedCaller, from service: String = "standups",
    cause: Header = Header(idem: "key")
  ) async throws -> Message.Reply {
    let published = published
    return try await integration.tell(message, caller, from: service, cause: cause) {
      published.record($0)
    }
  }

  /// The code with which it fails.
  func failure(_ message: some DelegateMessage, _ caller: ScriptedCaller) async -> BusError.Code? {
    do {
      _ = try await tell(message, caller)
      return nil
    } catch {
      return (error as? BusError)?.code
    }
  }

  @Test func whatIsDecidedIsWrittenAndThenAnnounced() async throws {
    let decided = ChangesDecided(
      changes: [.put(Sample.document)], events: [Sample.event()],
      reply: StoredReply(key: "k", reply: .null))
    let caller = ScriptedCaller { _ in Sample.committed }
    #expect(try await tell(decided, caller) == CommitOutcome())
    #expect(
      caller.log == [
        "\(Commit(changes: decided.changes, events: decided.events, idempotency: decided.reply))"
      ])
    // The same attempt has the same idempotency key.
    #expect(caller.options.values[0].idempotencyKey == "key/persistence.commit")
    #expect(published.values.map { $0.map(\.event) } == [[Sample.committed.events[0].cloudEvent]])
  }

  @Test func whatIsNotWrittenIsNotAnnounced() async {
    let caller = ScriptedCaller { _ in throw BusError(.unavailable, "The disk is full.") }
    #expect(await failure(ChangesDecided(changes: []), caller) == .unavailable)
    #expect(published.values.isEmpty)
  }

  @Test func whatAnotherHasDecidedUnderTheKeyIsHandedBack() async throws {
    let earlier = RawJSON(unchecked: Array(#"{"id":"1"}"#.utf8))
    let caller = ScriptedCaller { _ in
      Commit.Reply(epoch: "epoch", events: [], repeated: earlier)
    }
    let outcome = CommitOutcome(repeated: earlier)
    #expect(try await tell(ChangesDecided(changes: []), caller) == outcome)
    #expect(try await tell(ChangesDecided(changes: []), caller, from: "webhooks") == outcome)
  }

  @Test func readingIsPassedOn() async throws {
    let page = DocumentPage(documents: [Sample.document], next: "n", total: 7)
    let reply = FoundReply(reply: .emptyObject)
    let found = FoundDocuments(hits: [], total: 3)
    let events = EventPage(
      events: Sample.committed.events.map(\.cloudEvent), epoch: "e", head: 9, hasMore: true,
      resume: 1)
    let range = JournalRange(epoch: "e", head: 9, oldest: 2)
    let caller = ScriptedCaller { command in
      switch command {
      case is Load: page
      case is FindReply: reply
      case is Replay: events
      case is GetJournalRange: range
      default: found
      }
    }
    let wanted = DocumentQuery(collection: "standups", after: "x", limit: 5, newestFirst: true)
    let text = TextQuery(collection: "meetings", query: "red", limit: 2, offset: 4)
    let part = JournalQuery(after: 1, epoch: "e", types: ["meeting."], limit: 9)
    #expect(try await tell(DocumentsRequested(query: wanted), caller) == page)
    #expect(try await tell(ReplyRequested(key: "k"), caller) == reply)
    #expect(try await tell(SearchRequested(query: text), caller) == found)
    let webhooks = DocumentQuery(collection: "webhooks")
    #expect(try await tell(DocumentsRequested(query: webhooks), caller, from: "webhooks") == page)
    #expect(try await tell(WebhookEventsRequested(query: part), caller) == events)
    #expect(try await tell(WebhookHeadsRequested(), caller) == range)
    #expect(
      caller.log
        == [
          "\(Load(wanted))", "\(FindReply(key: "k"))", "\(SearchDocuments(text))",
          "\(Load(webhooks))", "\(Replay(part))", "\(GetJournalRange())",
        ].sorted())
  }

  @Test(arguments: [
    (SpeechAuthorization.Status.notDetermined, RecordingConsent.Status.notDetermined),
    (.authorized, .authorized), (.denied, .denied), (.restricted, .restricted),
  ])
  func authorization(
    _ status: SpeechAuthorization.Status, _ consent: RecordingConsent.Status
  ) async throws {
    let caller = ScriptedCaller { _ in SpeechAuthorization(status: status, reason: "Because.") }
    let answer = RecordingConsent(status: consent, reason: "Because.")
    #expect(try await tell(AuthorizationRequested(standup: Sample.standup), caller) == answer)
    #expect(
      try await tell(
        AuthorizationAnswered(standup: Sample.standup, isGranted: true), caller) == answer)
    let subject = "\(Sample.standup)"
    // Its existence is also checked separately from the reply.
    #expect(
      Set(caller.log)
        == [
          "\(GetSpeechAuthorization(subject: subject))",
          "\(AuthorizeSpeech(subject: subject, isGranted: true))",
        ])
  }

  @Test func theLanguageOfAMeetingIsPartOfTheQuestion() async throws {
    let caller = ScriptedCaller { _ in
      SpeechAuthorization(status: .restricted, reason: "No model for es.")
    }
    let question = AuthorizationRequested(standup: Sample.standup, language: "es")
    let answer = RecordingConsent(status: .restricted, reason: "No model for es.")
    #expect(try await tell(question, caller) == answer)
    #expect(
      caller.log == ["\(GetSpeechAuthorization(subject: "\(Sample.standup)", language: "es"))"])
  }

  /// The parent has already waited for it; a retry by the service would wait as long again.
  @Test func anAbsentTranscriptionIsAskedOnce() async throws {
    let caller = ScriptedCaller { _ in throw BusError(.unavailable, "It is away.") }
    let error = await #expect(throws: BusError.self) {
      try await tell(AuthorizationRequested(standup: Sample.standup), caller)
    }
    #expect(error?.code == .unavailable && error?.retryable == false)
    #expect(caller.timeouts(of: GetSpeechAuthorization.target) == [500])
  }

  /// A transcription service that receives the command and hangs.
  private func standing(_ never: Recorder<Void>) -> ScriptedCaller {
    ScriptedCaller { command in
      if command is GetSpeechAuthorization { throw BusError(.expired, "No answer.") }
      if command is Commit { return Commit.Reply(epoch: "epoch", events: []) }
      if command is Load { return DocumentPage(documents: []) }
      await never.wait(for: 1)
      throw CancellationError()
    }
  }

  @Test func anAnswerDoesNotWaitForAnAbsentTranscription() async throws {
    let never = Recorder<Void>()
    let caller = standing(never)
    let error = await #expect(throws: BusError.self) {
      try await tell(AuthorizationAnswered(standup: Sample.standup, isGranted: true), caller)
    }
    #expect(error?.code == .expired && error?.retryable == false)
    #expect(caller.timeouts(of: GetSpeechAuthorization.target) == [500])
    #expect(caller.timeouts(of: Commit.target) == [])
    never.record(())
  }

  @Test func aDenialIsKeptWithoutATranscription() async throws {
    let never = Recorder<Void>()
    let caller = standing(never)
    let consent = try await tell(
      AuthorizationAnswered(standup: Sample.standup, isGranted: false), caller)
    #expect(consent == RecordingConsent(status: .denied))
    let commit = try #require(caller.sent.values.compactMap { $0 as? Commit }.first)
    let denial = try Authorizations.change(
      SpeechAuthorizationChanged(subject: "\(Sample.standup)", isGranted: false))
    #expect(commit.changes == [denial])
    #expect(commit.events.map(\.labels.type) == [StandupRecordingDecided.type])
    never.record(())
    // A denial that was not saved is not acknowledged either.
    let away = ScriptedCaller { _ in throw BusError(.unavailable, "Away.") }
    #expect(
      await failure(AuthorizationAnswered(standup: Sample.standup, isGranted: false), away)
        == .unavailable)
  }

  /// A pause is a state of the clock, like any other.
  @Test func theClockObeys() async throws {
    let caller = ScriptedCaller { _ in Sample.status }
    var paused = Sample.running(isHeard: false)
    paused.clock.isRunning = false
    #expect(try await tell(MeetingsStarted(meetings: [paused]), caller) == Done())
    let sent = try #require(caller.sent.values.first as? StartCountdown)
    #expect(caller.sent.values.count == 1 && sent.id == Sample.work)
    #expect(sent.resuming == .init(clock: paused.clock, announcedSpeaker: paused.speaker))
  }

  // MARK: Reports about an owner's work

  @Test func whatTheTimerTellsOfAMeeting() async throws {
    let caller = ScriptedCaller { _ in Done() }
    _ = try await tell(
      CountdownSpeakerChanged(id: Sample.work, speaker: 1, elapsedMs: 3000), caller)
    _ = try await tell(CountdownFinished(id: Sample.work, elapsedMs: 9000), caller)
    #expect(
      caller.log
        == [
          "\(TellSpeakerChanged(id: Sample.meeting, speaker: 1, elapsedMs: 3000))",
          "\(TellTimeUp(id: Sample.meeting))",
        ].sorted())
    // A report without a meeting is dropped: the timer should forget it.
    #expect(
      await failure(CountdownFinished(id: "meeting/tea", elapsedMs: 1), caller) == .notFound)
    #expect(caller.sent.values.count == 2)
    let away = ScriptedCaller { _ in throw BusError(.unavailable, "Away.") }
    #expect(
      await failure(CountdownFinished(id: Sample.work, elapsedMs: 1), away) == .unavailable)
  }

  @Test func aToolsOwnCountdownEndsWithAnEvent() async throws {
    let caller = ScriptedCaller { command in
      Commit.Reply(
        epoch: "epoch",
        events: (command as? Commit)?.events.map {
          JournalEvent(event: $0, sequence: 1, epoch: "epoch")
        } ?? [])
    }
    // The tool receives speakers with its ticks.
    _ = try await tell(CountdownSpeakerChanged(id: "tool/egg", speaker: 1, elapsedMs: 1), caller)
    #expect(caller.sent.values.isEmpty && published.values.isEmpty)

    _ = try await tell(CountdownFinished(id: "tool/egg/2", elapsedMs: 180_000), caller)
    #expect(caller.sent.values.count == 1)
    let commit = try #require(caller.sent.values.first as? Commit)
    #expect(commit.changes.isEmpty)
    // A repetition has a different event.
    #expect(commit.idempotency?.key.hasPrefix("once/") == true)
    let event = try #require(commit.events.first)
    #expect(commit.events.count == 1)
    #expect(event.labels == EventLabels(type: "countdown.ended", subject: "egg/2"))
    #expect(event.source == "/standups/router")
    #expect(event.data.text == #"{"elapsedMs":180000,"id":"egg/2"}"#)
    // A repetition is the same commit.
    #expect(caller.options.values.map(\.idempotencyKey) == ["key/persistence.commit"])
    #expect(published.values.map { $0.map(\.event.id) } == [[event.id]])
    #expect(published.values.first?.first?.labels == event.labels)

    let away = ScriptedCaller { _ in throw BusError(.unavailable, "Away.") }
    #expect(
      await failure(CountdownFinished(id: "tool/egg", elapsedMs: 1), away) == .unavailable)
    #expect(published.values.count == 1)
  }

  @Test(arguments: ["chess/1", "meetings/1", "chess-1", "", "/1", "tool/", "Tool/egg"])
  func workOfNobodyIsUnbound(_ id: String) async throws {
    let caller = ScriptedCaller { _ in Done() }
    #expect(await failure(CountdownFinished(id: id, elapsedMs: 1), caller) == .unbound)
    #expect(await failure(RecognitionFailed(id: id, reason: "Broken."), caller) == .unbound)
    // Reports about tools' work are ignored.
    #expect(await failure(RecognitionFailed(id: "tool/egg", reason: "b"), caller) == .unbound)
    #expect(caller.sent.values.isEmpty)
  }

  @Test func aMessageAboutWorkWithoutAnIDIsADefect() {
    let error = #expect(throws: BusError.self) {
      try integration.binding(
        for: CountdownFinished.target, from: "timer", body: Data(#"{"elapsedMs":1}"#.utf8))
    }
    #expect(error?.code == .invalid)
  }

  @Test func whatTranscriptionTells() async throws {
    let caller = ScriptedCaller { $0 is Commit ? Sample.committed : Done() as any Sendable }
    _ = try await tell(LineRecognized(id: Sample.work, line: Sample.line), caller)
    _ = try await tell(RecognitionFailed(id: Sample.work, reason: "Broken."), caller)
    _ = try await tell(SpeechAuthorizationChanged(subject: "d", isGranted: true), caller)
    #expect(
      caller.log
        == [
          "\(TellLineHeard(id: Sample.meeting, line: Sample.heard))",
          "\(TellSpeechFailed(id: Sample.meeting, reason: "Broken."))",
          "\(Commit(changes: [.put(Self.decision("d", isGranted: true))]))",
        ].sorted())
    #expect(
      await failure(LineRecognized(id: "meeting/tea", line: Sample.line), caller) == .notFound)
  }

  @Test(arguments: [true, false, nil] as [Bool?])
  func whatIsDecidedOnAStandupIsAnEventAndItsMeetingHearsOfADenial(_ isGranted: Bool?) async throws
  {
    let caller = ScriptedCaller { command in
      if command is Load {
        var document = Sample.document
        document.team = "ops"
        return DocumentPage(documents: [document])
      }
      guard let commit = command as? Commit else { return Done() }
      return Commit.Reply(
        epoch: "epoch",
        events: commit.events.map { JournalEvent(event: $0, sequence: 1, epoch: "epoch") })
    }
    let subject = "\(Sample.standup)"
    _ = try await tell(
      SpeechAuthorizationChanged(subject: subject, isGranted: isGranted), caller)
    let standups = DocumentQuery(collection: "standups", ids: [subject], form: .digest)
    #expect(caller.sent.values.first as? Load == Load(standups))
    let commit = try #require(caller.sent.values.dropFirst().first as? Commit)
    #expect(
      commit.changes
        == [
          isGranted.map { .put(Self.decision(subject, isGranted: $0)) }
            ?? .delete(collection: "authorizations", id: subject)
        ])
    let event = try #require(commit.events.first)
    #expect(
      event.labels
        == EventLabels(
          type: "standup.recordingDecided", subject: subject, standup: subject, team: "ops"))
    let decided = try event.data.decode(as: StandupRecordingDecided.self).decision
    #expect(decided == (isGranted.map { $0 ? .allowed : .denied } ?? .ask))
    let told = caller.sent.values.compactMap { $0 as? TellRecordingDenied }
    #expect(told == (isGranted == true ? [] : [TellRecordingDenied(standup: Sample.standup)]))
  }

  /// The update is that of an attendee.
  @Test func onlyAnAttendeeDictates() async throws {
    let (ann, bob) = (Attendee.PersonID(UUID(number: 1)), Attendee.PersonID(UUID(number: 2)))
    let attendee = Attendee(id: Attendee.ID(.init(number: 3)), name: "Ann", person: ann)
    let standup = Standup(
      id: Sample.standup, attendees: [attendee], team: "ops", language: "es")
    let caller = ScriptedCaller { _ in
      GetStandup.Reply(
        summary: StandupSummary(standup: standup, meetings: 0), meetings: [], next: nil)
    }
    let cause = Header(teams: "ops")
    func tell(
      _ person: Attendee.PersonID?, _ caller: ScriptedCaller
    ) async throws -> DictationNamed.Reply {
      try await integration.tell(
        DictationNamed(standup: "\(Sample.standup)", person: person.map { "\($0)" }), caller,
        from: "transcription", cause: cause)
    }
    let allowed = DictationNamed.Reply(isAllowed: true, language: "es")
    #expect(try await tell(ann, caller) == allowed)
    // A tool has the permission for all of the team.
    #expect(try await tell(nil, caller) == allowed)
    #expect(try await tell(bob, caller) == DictationNamed.Reply(isAllowed: false))
    #expect(caller.options.values.allSatisfy { $0.cause?.teams == "ops" })
    let gone = ScriptedCaller { _ in throw BusError(.notFound, "No.") }
    let error = await #expect(throws: BusError.self) { try await tell(ann, gone) }
    #expect(error?.code == .notFound)
  }

  /// A person may only decide on standups in the person's teams.
  @Test func aSubjectOfSpeechIsInTheScope() async throws {
    let standup = Standup(id: Sample.standup, team: "ops")
    let summary = StandupSummary(standup: standup, meetings: 0)
    let caller = ScriptedCaller { _ in
      GetStandup.Reply(summary: summary, meetings: [], next: nil)
    }
    let named = SpeechSubjectNamed(subject: "\(Sample.standup)")
    let cause = Header(teams: "ops")
    #expect(
      try await integration.tell(named, caller, from: "transcription", cause: cause) == Done())
    #expect(caller.log == ["\(GetStandup(id: Sample.standup, limit: 0))"])
    #expect(caller.options.values.map { $0.cause?.teams } == ["ops"])
    for (subject, code) in [
      ("\(Sample.standup)", .notFound), ("ear", .notFound), ("\(Sample.standup)", .unavailable),
    ] as [(String, BusError.Code)] {
      let caller = ScriptedCaller { _ in throw BusError(code, "No.") }
      let error = await #expect(throws: BusError.self) {
        try await integration.tell(
          SpeechSubjectNamed(subject: subject), caller, from: "transcription", cause: cause)
      }
      #expect(error?.code == code)
    }
  }

  static func decision(_ subject: String, isGranted: Bool) -> Document {
    Document(
      collection: "authorizations", id: subject,
      body: RawJSON(unchecked: Array(#"{"isGranted":\#(isGranted)}"#.utf8)))
  }

  // MARK: Start and end of a meeting

  let started = MeetingsStarted(meetings: [Sample.running])

  @Test func aMeetingGetsItsClockAndItsEars() async throws {
    let caller = ScriptedCaller { command in
      command is StartCountdown
        ? Sample.status : StartRecognition.Reply(id: Sample.work, creditSamples: 1) as any Sendable
    }
    #expect(try await tell(started, caller) == Done())
    #expect(caller.log == ["\(Sample.countdown)", "\(Sample.stream)"].sorted())
  }

  /// A repetition uses the same key for each.
  @Test func eachCommandOfACallHasAKeyOfItsOwn() async throws {
    let many = MeetingsStarted(meetings: [Sample.running, Sample.running(isHeard: false)])
    for _ in 1...2 {
      let caller = ScriptedCaller { command in
        command is StartCountdown
          ? Sample.status
          : StartRecognition.Reply(id: Sample.work, creditSamples: 1) as any Sendable
      }
      #expect(try await tell(many, caller) == Done())
      #expect(
        caller.options.values.compactMap(\.idempotencyKey).sorted() == [
          "key/timer.start", "key/timer.start/2", "key/transcription.start",
        ])
    }
    // Without a key in the call, the caller generates a new one for each.
    let caller = ScriptedCaller { _ in Sample.status }
    let quiet = MeetingsStarted(meetings: [Sample.running(isHeard: false)])
    _ = try await tell(quiet, caller, cause: Header())
    #expect(caller.options.values.map(\.idempotencyKey) == [nil])
  }

  @Test(arguments: [BusError.Code.unavailable, .draining])
  func childrenThatAreAwayAskWhenTheyComeBack(_ code: BusError.Code) async throws {
    let caller = ScriptedCaller { _ in throw BusError(code, "Away.") }
    let many = MeetingsStarted(meetings: Array(repeating: Sample.running, count: 3))
    #expect(try await tell(many, caller) == Done())
    // The others do not wait for the known ones.
    #expect(caller.sent.values.count == 2)
  }

  @Test func aTimerThatDoesNotAnswerIsTriedAgain() async {
    let caller = ScriptedCaller { command in
      if command is StartCountdown { throw BusError(.expired, "Too slow.") }
      return StartRecognition.Reply(id: Sample.work, creditSamples: 1)
    }
    #expect(await failure(started, caller) == .unavailable)
  }

  @Test(arguments: [BusError.Code.denied, .busy, .internal, .invalid])
  func speechThatCannotBeRecognisedIsTold(_ code: BusError.Code) async throws {
    let caller = ScriptedCaller { command in
      switch command {
      case is StartRecognition: throw BusError(code, "No ears.")
      case is StartCountdown: Sample.status
      default: Done()
      }
    }
    #expect(try await tell(started, caller) == Done())
    #expect(
      caller.sent.values.contains {
        $0 as? TellSpeechFailed == TellSpeechFailed(id: Sample.meeting, reason: "No ears.")
      })
  }

  @Test func aMeetingThatIsOverNeedNotBeTold() async throws {
    let caller = ScriptedCaller { command in
      switch command {
      case is StartRecognition: throw BusError(.denied, "No ears.")
      case is TellSpeechFailed: throw BusError(.notFound, "Over.")
      default: Sample.status
      }
    }
    #expect(try await tell(started, caller) == Done())
  }

  @Test func aClockThatIsRefusedIsAFailure() async {
    let caller = ScriptedCaller { command in
      if command is StartCountdown { throw BusError(.invalid, "No speakers.") }
      return StartRecognition.Reply(id: Sample.work, creditSamples: 1)
    }
    #expect(await failure(started, caller) == .invalid)
  }

  @Test(
    arguments: [nil, .notFound, .unavailable, .draining, .expired, .busy, .internal]
      as [BusError.Code?])
  func anEndingMeetingGetsItsLastWordsWhateverTheTimerDoes(_ code: BusError.Code?) async throws {
    let caller = ScriptedCaller { command in
      if command is FinishRecognition { return FinishRecognition.Reply(lines: [Sample.line]) }
      if command is GetRecognition { return GetRecognition.Reply(creditSamples: 1) }
      if let code { throw BusError(code, "No clock.") }
      return Sample.status
    }
    let reply = try await tell(MeetingEnding(id: Sample.meeting, isRecording: true), caller)
    #expect(reply.lines == [Sample.heard])
    let told = Set(caller.log)
    #expect(told.contains("\(CancelCountdown(id: Sample.work))"))
    #expect(told.contains("\(FinishRecognition(id: Sample.work))"))
  }

  /// It hangs: its reply does not delay the end, however long it takes.
  @Test func aRecogniserThatDoesNotAnswerIsNotWaitedFor() async throws {
    let never = Recorder<Void>()
    let caller = ScriptedCaller { command in
      if command is GetRecognition { throw BusError(.expired, "No answer.") }
      guard command is FinishRecognition else { return Sample.status }
      await never.wait(for: 1)
      throw CancellationError()
    }
    let ending = MeetingEnding(id: Sample.meeting, isRecording: true)
    let error = await #expect(throws: BusError.self) { try await tell(ending, caller) }
    #expect(error?.code == .expired)
    #expect(caller.timeouts(of: GetRecognition.target) == [500])
    #expect(caller.timeouts(of: CancelCountdown.target) == [500])
    never.record(())
  }

  @Test func withoutARecordingNobodyIsAsked() async throws {
    let caller = ScriptedCaller { _ in Sample.status }
    let reply = try await tell(MeetingEnding(id: Sample.meeting, isRecording: false), caller)
    #expect(reply.lines.isEmpty)
    #expect(caller.log == ["\(CancelCountdown(id: Sample.work))"])
  }

  @Test func lastWordsThatDoNotComeAreAFailure() async throws {
    let caller = ScriptedCaller { command in
      if command is FinishRecognition { throw BusError(.unavailable, "Away.") }
      if command is GetRecognition { return GetRecognition.Reply(creditSamples: 1) }
      return Sample.status
    }
    let ending = MeetingEnding(id: Sample.meeting, isRecording: true)
    #expect(await failure(ending, caller) == .unavailable)
    let unknown = ScriptedCaller { _ in throw BusError(.notFound, "Gone.") }
    #expect(try await tell(ending, unknown).lines.isEmpty)
  }

  @Test(arguments: [nil, .notFound, .unavailable, .draining] as [BusError.Code?])
  func aDiscardedMeetingIsForgotten(_ code: BusError.Code?) async throws {
    let caller = ScriptedCaller { command in
      if let code { throw BusError(code, "Gone.") }
      return command is CancelCountdown ? Sample.status : Done() as any Sendable
    }
    #expect(try await tell(MeetingDiscarded(id: Sample.meeting), caller) == Done())
    #expect(
      caller.log
        == ["\(CancelCountdown(id: Sample.work))", "\(CancelRecognition(id: Sample.work))"].sorted()
    )
  }

  /// A service that did not respond for a moment does not reload its work, so the message fails and
  /// is sent again.
  @Test(arguments: [(.expired, .unavailable), (.busy, .busy)] as [(BusError.Code, BusError.Code)])
  func aReleaseThatIsNotConfirmedFails(
    _ code: BusError.Code, _ expected: BusError.Code
  ) async throws {
    for isTimer in [true, false] {
      let caller = ScriptedCaller { command in
        if (command is CancelCountdown) == isTimer { throw BusError(code, "No answer.") }
        return isTimer ? Done() as any Sendable : Sample.status
      }
      #expect(await failure(MeetingDiscarded(id: Sample.meeting), caller) == expected)
    }
    let silent = ScriptedCaller { _ in throw BusError(code, "No answer.") }
    #expect(await failure(RecordingStopped(id: Sample.meeting), silent) == expected)
  }
}
