import Documents
import FastJSON
import FocusAPI
import PersistenceAPI
import StandupsAPI
import TestSupport
import Testing
import TimerAPI

@testable import Bus
@testable import Composition
@testable import RouterService

/// The effects of the focus messages, and of the timer's reports about a focus.
@Suite struct FocusBindingTests {
  private let integration = Integration.standups()
  private static let clock = FocusClock(
    person: "Ann Lee", durationMs: 10_000, clock: Sample.clock)
  private static let work = "focus/Ann Lee"
  private static let countdown = StartCountdown(
    id: work, durationMs: 10_000, speakers: 1,
    resuming: .init(clock: Sample.clock, announcedSpeaker: 0),
    labels: EventLabels(type: "focus.tick", subject: "Ann Lee", team: "default"))

  private func tell<Message: DelegateMessage>(
    _ message: Message, _ caller: ScriptedCaller,
    publish: @escaping @Sendable ([Publication]) async -> Void = { _ in }
  ) async throws -> Message.Reply {
    try await integration.tell(message, caller, from: "focus", publish: publish)
  }

  /// The code with which it fails.
  private func failure(_ message: some DelegateMessage, _ code: BusError.Code) async -> BusError
    .Code?
  {
    do {
      _ = try await tell(message, ScriptedCaller { _ in throw BusError(code, "No.") })
      return nil
    } catch {
      return (error as? BusError)?.code
    }
  }

  @Test func everyMessageIsBound() {
    #expect(integration.problems.isEmpty)
    let messages: [any DelegateMessage.Type] = [
      TermBegun.self, ChangesDecided.self, DocumentsRequested.self, ReplyRequested.self,
      FocusClocksNeeded.self, FocusClockStopped.self,
    ]
    let bound = integration.bindings.filter { $0.child == "focus" }
    #expect(Set(bound.map(\.message)) == Set(messages.map { $0.target }))
    #expect(bound.count == messages.count)
    #expect(integration.children["focus"] == ["focus"])
    let ofTimer = integration.bindings.filter { $0.child == "timer" && $0.owner == "focus" }
    #expect(Set(ofTimer.map(\.message)) == ["timer.speakerChanged", "timer.finished"])
    #expect(ofTimer.filter { $0.reason != nil }.map(\.message) == ["timer.speakerChanged"])
  }

  @Test func whatIsDecidedIsWrittenAndThenAnnounced() async throws {
    var (document, event) = (Sample.document, Sample.event())
    document.collection = "focus"
    event.labels.type = FocusStarted.type
    let decided = ChangesDecided(
      changes: [.put(document)], events: [event],
      reply: StoredReply(key: "k", reply: .null))
    let published = Recorder<[Publication]>()
    let caller = ScriptedCaller { _ in Sample.committed }
    let outcome = try await tell(decided, caller) { published.record($0) }
    #expect(outcome == CommitOutcome())
    #expect(
      caller.log == [
        "\(Commit(changes: decided.changes, events: decided.events, idempotency: decided.reply))"
      ])
    #expect(published.values.map { $0.map(\.event) } == [[Sample.committed.events[0].cloudEvent]])

    let earlier = RawJSON(unchecked: Array(#"{"decision":"1"}"#.utf8))
    let repeating = ScriptedCaller { _ in
      Commit.Reply(epoch: "epoch", events: [], repeated: earlier)
    }
    #expect(
      try await tell(ChangesDecided(changes: []), repeating)
        == CommitOutcome(repeated: earlier))
  }

  @Test func readingIsPassedOn() async throws {
    let page = DocumentPage(documents: [Sample.document], total: 1)
    let query = DocumentQuery(collection: "focus.items", parent: "ann", newestFirst: true)
    let caller = ScriptedCaller { _ in page }
    #expect(try await tell(DocumentsRequested(query: query), caller) == page)
    #expect(caller.log == ["\(Load(query))"])
  }

  @Test func aClockRunsAndStops() async throws {
    let caller = ScriptedCaller { _ in Sample.status }
    _ = try await tell(FocusClocksNeeded(clocks: [Self.clock]), caller)
    _ = try await tell(FocusClockStopped(person: "Ann Lee"), caller)
    #expect(
      caller.sent.values.map { "\($0)" }
        == ["\(Self.countdown)", "\(CancelCountdown(id: Self.work))"])
  }

  /// An unavailable timer will query its work; one that may not have received it must be notified
  /// again.
  @Test func aTimerThatIsAwayIsNoFailure() async {
    let needed = FocusClocksNeeded(clocks: [Self.clock])
    let stopped = FocusClockStopped(person: "Ann Lee")
    for code in [BusError.Code.unavailable, .draining] {
      #expect(await failure(needed, code) == nil)
      #expect(await failure(stopped, code) == nil)
    }
    #expect(await failure(needed, .expired) == .unavailable)
    #expect(await failure(needed, .busy) == .busy)
    #expect(await failure(stopped, .expired) == .unavailable)
    #expect(await failure(stopped, .busy) == .busy)
    #expect(await failure(stopped, .notFound) == nil)
    #expect(await failure(stopped, .internal) == .internal)
  }

  @Test func whatTheTimerTells() async throws {
    let caller = ScriptedCaller { _ in Done() }
    _ = try await tell(CountdownFinished(id: Self.work, elapsedMs: 10_000), caller)
    _ = try await tell(
      CountdownSpeakerChanged(id: Self.work, speaker: 0, elapsedMs: 0), caller)
    #expect(caller.log == ["\(TellFocusTimeUp(person: "Ann Lee"))"])
    // The timer then keeps it, and reports it again.
    let finished = CountdownFinished(id: Self.work, elapsedMs: 1)
    #expect(await failure(finished, .unavailable) == .unavailable)
  }

  /// A timer that queries its work receives the meetings, then the focus sessions.
  @Test func theTimerLearnsOfBoth() async throws {
    let caller = ScriptedCaller { command in
      if let running = command as? GetRunningFocus {
        return running.after == nil
          ? GetRunningFocus.Reply(clocks: [Self.clock], next: "a/b")
          : GetRunningFocus.Reply(clocks: [])
      }
      return GetRunningMeetings.Reply(meetings: [Sample.running])
    }
    var replies: [CountdownsRequested.Reply] = []
    repeat {
      replies.append(try await tell(CountdownsRequested(after: replies.last?.next), caller))
    } while replies.last?.next != nil && replies.count < 10
    #expect(
      replies == [
        .init(countdowns: [Sample.countdown], next: "focus/"),
        .init(countdowns: [Self.countdown], next: "focus/a/b"), .init(countdowns: []),
      ])
  }

  /// An unavailable owner reports its work when it is back.
  @Test func oneThatIsAwayIsPassedOver() async throws {
    let withoutMeetings = ScriptedCaller { command in
      guard command is GetRunningFocus else { throw BusError(.unavailable, "Away.") }
      return GetRunningFocus.Reply(clocks: [Self.clock])
    }
    #expect(
      try await tell(CountdownsRequested(), withoutMeetings)
        == .init(countdowns: [Self.countdown], away: ["meeting"]))
    let withoutFocus = ScriptedCaller { _ in throw BusError(.unavailable, "Away.") }
    #expect(
      try await tell(CountdownsRequested(after: "focus/"), withoutFocus)
        == .init(countdowns: [], away: ["focus"]))
  }
}
