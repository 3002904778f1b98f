import Foundation
import Messages
import Standups
import TestSupport
import Testing

@testable import Bus
@testable import RouterService

/// What each delegate message leads to.
@Suite(.timeLimit(.minutes(1))) struct BindingTests {
  /// What the children say in their hello.
  static let declared: [String: [any DelegateMessage.Type]] = [
    "standups": [
      ChangesDecided.self, DocumentsRequested.self, RepliesRequested.self, SearchRequested.self,
      AuthorizationRequested.self, AuthorizationAnswered.self, MeetingsStarted.self,
      ClockHeld.self, ClockReleased.self, SpeakerSkipped.self, MeetingEnding.self,
      MeetingDiscarded.self,
    ],
    "timer": [CountdownSpeakerChanged.self, CountdownFinished.self, CountdownsRequested.self],
    "transcription": [
      LineRecognized.self, RecognitionFailed.self, SpeechAuthorizationChanged.self,
      RecognitionRequested.self,
    ],
    "webhooks": [
      WebhookChangesDecided.self, WebhookStateRequested.self, WebhookEventsRequested.self,
      WebhookHeadsRequested.self,
    ],
  ]

  @Test func everyMessageIsBoundToItsChild() {
    let bindings = Integration.standups().bindings
    for (child, messages) in Self.declared {
      #expect(
        Set(bindings.values.filter { $0.child == child }.map(\.message))
          == Set(messages.map { $0.target }))
    }
    #expect(bindings.count == Self.declared.values.joined().count)
    #expect(bindings.values.allSatisfy { !$0.causes.isEmpty && $0.reason == nil })
    #expect(
      Integration.standups().children == [
        "standups": ["standups", "meetings"], "timer": ["timer"],
        "transcription": ["transcription"], "persistence": ["persistence"],
        "webhooks": ["webhooks"],
      ])
  }

  let published = Recorder<[Publication]>()

  func tell<Message: DelegateMessage>(
    _ message: Message, _ caller: ScriptedCaller, cause: Header = Header(idem: "key")
  ) async throws -> Message.Reply {
    let binding = try #require(Integration.standups().bindings[Message.target])
    let published = published
    let parent = Parent(cause: cause, caller: caller) { published.record($0) }
    let reply = try await binding.run(try BusJSON.encode(message), parent)
    return try BusJSON.decode(Message.Reply.self, from: reply)
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
    let commit = Commit(changes: [.put(Sample.document)], events: [Sample.event()])
    let caller = ScriptedCaller { _ in Sample.committed }
    let reply = try await tell(ChangesDecided(commit: commit), caller)
    #expect(reply == Sample.committed)
    #expect(caller.log == ["\(commit)"])
    // The same attempt is the same commit.
    #expect(caller.options.values[0].idempotencyKey == "key/persistence.commit")
    #expect(published.values.map { $0.map(\.event) } == [[Sample.committed.events[0].cloudEvent]])
  }

  @Test func whatIsNotWrittenIsNotAnnounced() async {
    let caller = ScriptedCaller { _ in throw BusError(.unavailable, "The disk is full.") }
    #expect(await failure(ChangesDecided(commit: Commit()), caller) == .unavailable)
    #expect(published.values.isEmpty)
  }

  @Test func readingIsPassedOn() async throws {
    let page = Load.Reply(documents: [Sample.document], next: "n", total: 7)
    let replies = LoadReplies.Reply(replies: [StoredReply(key: "k", reply: .null)])
    let hits = SearchDocuments.Reply(hits: [], total: 3)
    let caller = ScriptedCaller { command in
      switch command {
      case is Load: page
      case is LoadReplies: replies
      default: hits
      }
    }
    let load = Load(collection: "standups", after: "x", limit: 5)
    let search = SearchDocuments(collection: "meetings", query: "red")
    #expect(try await tell(DocumentsRequested(load: load), caller) == page)
    #expect(try await tell(RepliesRequested(limit: 9), caller) == replies)
    #expect(try await tell(SearchRequested(search: search), caller) == hits)
    #expect(caller.log == ["\(load)", "\(LoadReplies(limit: 9))", "\(search)"].sorted())
  }

  @Test func authorization() async throws {
    let denied = SpeechAuthorization(status: .denied)
    let caller = ScriptedCaller { _ in denied }
    #expect(try await tell(AuthorizationRequested(standup: Sample.standup), caller) == denied)
    #expect(
      try await tell(
        AuthorizationAnswered(standup: Sample.standup, isGranted: true), caller) == denied)
    let subject = "\(Sample.standup)"
    #expect(
      caller.log
        == [
          "\(GetSpeechAuthorization(subject: subject))",
          "\(AuthorizeSpeech(subject: subject, isGranted: true))",
        ].sorted())
  }

  @Test func theClockObeys() async throws {
    let caller = ScriptedCaller { _ in Sample.status }
    #expect(try await tell(ClockHeld(id: Sample.meeting), caller) == Sample.status)
    #expect(try await tell(ClockReleased(id: Sample.meeting), caller) == Sample.status)
    #expect(try await tell(SpeakerSkipped(id: Sample.meeting, from: 1), caller) == Sample.status)
    #expect(
      caller.log
        == [
          "\(PauseCountdown(id: Sample.id))", "\(ResumeCountdown(id: Sample.id))",
          "\(SkipSpeaker(id: Sample.id, from: 1))",
        ].sorted())
    let gone = ScriptedCaller { _ in throw BusError(.notFound, "No such countdown.") }
    #expect(await failure(ClockHeld(id: Sample.meeting), gone) == .notFound)
  }

  @Test func whatTheTimerTells() async throws {
    let work = GetLiveWork.Reply(
      countdowns: [Sample.countdown], streams: [Sample.stream], next: "next")
    let caller = ScriptedCaller { $0 is GetLiveWork ? work : Done() as any Sendable }
    _ = try await tell(
      CountdownSpeakerChanged(id: Sample.id, speaker: 1, elapsedMs: 3000), caller)
    _ = try await tell(CountdownFinished(id: Sample.id, elapsedMs: 9000), caller)
    let reply = try await tell(CountdownsRequested(after: "7/x"), caller)
    #expect(reply.countdowns == [Sample.countdown])
    #expect(reply.next == "next")
    #expect(
      caller.log
        == [
          "\(TellSpeakerChanged(id: Sample.meeting, speaker: 1, elapsedMs: 3000))",
          "\(TellTimeUp(id: Sample.meeting))", "\(GetLiveWork(after: "7/x", only: .countdowns))",
        ].sorted())
    // Whose id is no meeting's is told that nobody wants to hear of it.
    #expect(await failure(CountdownFinished(id: "tea", elapsedMs: 1), caller) == .notFound)
    let away = ScriptedCaller { _ in throw BusError(.unavailable, "Away.") }
    #expect(
      await failure(CountdownFinished(id: Sample.id, elapsedMs: 1), away) == .unavailable)
  }

  @Test func whatTranscriptionTells() async throws {
    let caller = ScriptedCaller { command in
      switch command {
      case let load as Load where load.after == nil:
        Load.Reply(
          documents: [
            Document(
              collection: "authorizations", id: "a", body: .object(["isGranted": .bool(true)])),
            Document(collection: "authorizations", id: "b", body: .string("not readable")),
          ], next: "more", total: 3)
      case is Load:
        Load.Reply(
          documents: [
            Document(
              collection: "authorizations", id: "c", body: .object(["isGranted": .bool(false)]))
          ], total: 3)
      case let work as GetLiveWork where work.after == nil:
        GetLiveWork.Reply(countdowns: [], streams: [Sample.stream], next: "7/x")
      case is GetLiveWork: GetLiveWork.Reply(countdowns: [], streams: [])
      case is Commit: Sample.committed
      default: Done()
      }
    }
    _ = try await tell(LineRecognized(id: Sample.id, line: Sample.line), caller)
    _ = try await tell(RecognitionFailed(id: Sample.id, reason: "Broken."), caller)
    _ = try await tell(SpeechAuthorizationChanged(subject: "d", isGranted: true), caller)
    #expect(
      caller.log
        == [
          "\(TellLineHeard(id: Sample.meeting, line: Sample.line))",
          "\(TellSpeechFailed(id: Sample.meeting, reason: "Broken."))",
          "\(Commit(changes: [.put(Document(collection: "authorizations", id: "d", body: .object(["isGranted": .bool(true)])))]))",
        ].sorted())
    // The decisions page by page, and with the last of them the streams.
    let first = try await tell(RecognitionRequested(), caller)
    #expect(first == .init(authorizations: ["a": true], streams: [], next: "authorizations/more"))
    let second = try await tell(RecognitionRequested(after: first.next), caller)
    #expect(
      second == .init(authorizations: ["c": false], streams: [Sample.stream], next: "7/x"))
    let third = try await tell(RecognitionRequested(after: second.next), caller)
    #expect(third == .init(authorizations: [:], streams: []))
    #expect(
      caller.sent.values.compactMap { $0 as? GetLiveWork } == [
        GetLiveWork(only: .streams), GetLiveWork(after: "7/x", only: .streams),
      ])
  }

  @Test func oneDecisionIsAskedForAlone() async throws {
    let caller = ScriptedCaller { _ in
      Load.Reply(
        documents: [
          Document(
            collection: "authorizations", id: "a", body: .object(["isGranted": .bool(false)]))
        ], total: 1)
    }
    let reply = try await tell(RecognitionRequested(subject: "a"), caller)
    #expect(reply == .init(authorizations: ["a": false], streams: []))
    #expect(caller.log == ["\(Load(collection: "authorizations", id: "a"))"])
  }

  // MARK: Beginning and end of a meeting

  let started = MeetingsStarted(countdowns: [Sample.countdown], streams: [Sample.stream])

  @Test func aMeetingGetsItsClockAndItsEars() async throws {
    let caller = ScriptedCaller { command in
      command is StartCountdown
        ? Sample.status : StartRecognition.Reply(id: Sample.id, creditSamples: 1) as any Sendable
    }
    #expect(try await tell(started, caller) == Done())
    #expect(caller.log == ["\(Sample.countdown)", "\(Sample.stream)"].sorted())
  }

  /// Sent again, each has its own key again.
  @Test func eachCommandOfACallHasAKeyOfItsOwn() async throws {
    let many = MeetingsStarted(
      countdowns: [Sample.countdown, Sample.countdown], streams: [Sample.stream])
    for _ in 1...2 {
      let caller = ScriptedCaller { command in
        command is StartCountdown
          ? Sample.status : StartRecognition.Reply(id: Sample.id, creditSamples: 1) as any Sendable
      }
      #expect(try await tell(many, caller) == Done())
      #expect(
        caller.options.values.compactMap(\.idempotencyKey).sorted() == [
          "key/timer.start", "key/timer.start/2", "key/transcription.start",
        ])
    }
    // Without a key of the call's, the caller makes a fresh one for each.
    let caller = ScriptedCaller { _ in Sample.status }
    _ = try await tell(ClockHeld(id: Sample.meeting), caller, cause: Header())
    #expect(caller.options.values.map(\.idempotencyKey) == [nil])
  }

  @Test(arguments: [BusError.Code.unavailable, .draining])
  func childrenThatAreAwayAskWhenTheyComeBack(_ code: BusError.Code) async throws {
    let caller = ScriptedCaller { _ in throw BusError(code, "Away.") }
    let many = MeetingsStarted(
      countdowns: [Sample.countdown, Sample.countdown, Sample.countdown],
      streams: [Sample.stream, Sample.stream])
    #expect(try await tell(many, caller) == Done())
    // The others do not wait for what is known.
    #expect(caller.sent.values.count == 2)
  }

  @Test func aTimerThatDoesNotAnswerIsTriedAgain() async {
    let caller = ScriptedCaller { command in
      if command is StartCountdown { throw BusError(.expired, "Too slow.") }
      return StartRecognition.Reply(id: Sample.id, creditSamples: 1)
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
      return StartRecognition.Reply(id: Sample.id, creditSamples: 1)
    }
    #expect(await failure(started, caller) == .invalid)
  }

  @Test(arguments: [nil, .notFound, .unavailable, .draining, .expired] as [BusError.Code?])
  func anEndingMeetingGetsItsLastWordsWhateverTheTimerDoes(_ code: BusError.Code?) async throws {
    let caller = ScriptedCaller { command in
      if command is FinishRecognition { return FinishRecognition.Reply(lines: [Sample.line]) }
      if let code { throw BusError(code, "No clock.") }
      return Sample.status
    }
    let reply = try await tell(MeetingEnding(id: Sample.meeting, isRecording: true), caller)
    #expect(reply.lines == [Sample.line])
    #expect(
      caller.log
        == ["\(CancelCountdown(id: Sample.id))", "\(FinishRecognition(id: Sample.id))"].sorted())
  }

  @Test func withoutARecordingNobodyIsAsked() async throws {
    let caller = ScriptedCaller { _ in Sample.status }
    let reply = try await tell(MeetingEnding(id: Sample.meeting, isRecording: false), caller)
    #expect(reply.lines.isEmpty)
    #expect(caller.log == ["\(CancelCountdown(id: Sample.id))"])
  }

  @Test func lastWordsThatDoNotComeAreAFailure() async throws {
    let caller = ScriptedCaller { command in
      if command is FinishRecognition { throw BusError(.unavailable, "Away.") }
      return Sample.status
    }
    let ending = MeetingEnding(id: Sample.meeting, isRecording: true)
    #expect(await failure(ending, caller) == .unavailable)
    let unknown = ScriptedCaller { _ in throw BusError(.notFound, "Gone.") }
    #expect(try await tell(ending, unknown).lines.isEmpty)
  }

  @Test(arguments: [nil, .notFound, .unavailable] as [BusError.Code?])
  func aDiscardedMeetingIsForgotten(_ code: BusError.Code?) async throws {
    let caller = ScriptedCaller { command in
      if let code { throw BusError(code, "Gone.") }
      return command is CancelCountdown ? Sample.status : Done() as any Sendable
    }
    #expect(try await tell(MeetingDiscarded(id: Sample.meeting), caller) == Done())
    #expect(
      caller.log
        == ["\(CancelCountdown(id: Sample.id))", "\(CancelRecognition(id: Sample.id))"].sorted())
  }
}
