import Bus
import Documents
import Foundation
import Testing
import WebClient

@testable import WebhooksService

@Suite struct PostingTests {
  /// A webhook whose first page was read, and whose first event is being posted.
  private func posting(_ sequences: ClosedRange<Int64> = 1...2) throws -> (Scenario, Token) {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(sequences.upperBound)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .success(Scenario.page(sequences))))
    // Taken before the scenario is copied.
    let post = try scenario.posting(1)
    return (scenario, post)
  }

  @Test func oneAfterTheOtherAndThenSaved() throws {
    var (scenario, post) = try posting()
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = 1 }
    scenario.expectSaveDue()
    post = try scenario.posting(2)
    scenario.store.send(.posted("a", post, Scenario.answered(204))) { $0.sequence["a"] = 2 }
    #expect(try scenario.save()["a"]?.position == .init(epoch: "e1", sequence: 2))
    // Nothing has changed since.
    scenario.store.send(.saveDue)
    scenario.store.finish()
    #expect(scenario.hook("a")?.delivered == 2)
  }

  @Test func anEventWakesOnlyThoseThatWantIt() throws {
    var scenario = Scenario([
      Scenario.stored("a", types: ["meeting."]), Scenario.stored("b", types: ["standup.created"]),
    ])
    scenario.store.send(.published(type: "meeting.started", Scenario.head(1)))
    _ = try scenario.read("a", after: 0)
    // A heartbeat applies to all.
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read("b", after: 0)
    let none = EventPage(events: [], epoch: "e1", head: 1, hasMore: false, resume: 1)
    scenario.store.send(.page("b", page, .success(none))) { $0.sequence["b"] = 1 }
    scenario.store.send(.beat(Scenario.head(1)))
    scenario.store.finish()
  }

  @Test func theJournalIsAskedForWhatIsWanted() throws {
    var hook = Scenario.stored(types: ["standup.", "meeting.started"], sequence: 4)
    (hook.standup, hook.meeting) = ("s", nil)
    var query = hook.query(limit: 7)
    #expect(
      query
        == JournalQuery(
          after: 4, epoch: "e1", types: ["standup.", "meeting.started"], standup: "s", limit: 7))
    // A single word is a type or a family.
    hook.types = ["meeting", "com.example"]
    hook.meeting = "m"
    query = hook.query(limit: 7)
    #expect(query.types == ["meeting", "meeting.", "com.example"])
    #expect(query.standup == nil && query.meeting == "m")
    hook.types = []
    #expect(hook.query(limit: 7).types == nil)
  }

  @Test(
    arguments: [
      ([], "any.type", true), (["meeting."], "meeting.started", true),
      (["meeting."], "meeting", false), (["meeting"], "meeting.started", true),
      (["meeting"], "meeting", true), (["meeting"], "meetings.over", false),
      (["meeting.started"], "meeting.started", true),
      (["com.example"], "com.example.deploy", false),
      (["com.example."], "com.example.deploy", true), (["standup.", "test"], "test.one", true),
    ] as [([String], String, Bool)])
  func whatIsWanted(types: [String], type: String, isWanted: Bool) {
    #expect(Scenario.stored(types: types).wants(type: type) == isWanted)
  }

  @Test func whatCameWhileAPageWasReadIsAskedFor() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.published(type: "meeting.started", Scenario.head(2)))
    scenario.store.send(.page("a", page, .success(Scenario.page(1...1))))
    let post = try scenario.posting(1)
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = 1 }
    scenario.expectSaveDue()
    _ = try scenario.read(after: 1)
    scenario.store.finish()
  }

  @Test func theTypesThatCameAreListenedFor() throws {
    var scenario = Scenario([Scenario.stored("a"), Scenario.stored("b")])
    scenario.store.send(.beat(Scenario.head(2)))
    let (a, b) = (try scenario.read("a", after: 0), try scenario.read("b", after: 0))
    var page = Scenario.page(1...1, head: 2, resume: 2)
    page.events.append(Scenario.event(2, "test.one"))
    scenario.store.send(.page("a", a, .success(page)))
    scenario.store.expect(.listen(["meeting.started", "test.one"]))
    _ = try scenario.posting(1, of: "a")
    // It is known by now.
    scenario.store.send(.page("b", b, .success(page)))
    _ = try scenario.posting(1, of: "b")
    scenario.store.finish()
  }

  @Test func notAllOfManyTypesAreListenedFor() throws {
    var scenario = Scenario([Scenario.stored("a"), Scenario.stored("b")])
    scenario.store.send(.beat(Scenario.head(300)))
    let (a, b) = (try scenario.read("a", after: 0), try scenario.read("b", after: 0))
    let events = (1...300).map { Scenario.event($0, "test.\($0)") }
    let page = EventPage(
      events: events, epoch: Scenario.epoch, head: 300, hasMore: false, resume: 300)
    scenario.store.send(.page("a", a, .success(page)))
    let listened = ["meeting.started"] + (1..<WebhooksReducer.maxTypes).map { "test.\($0)" }
    scenario.store.expect(.listen(Set(listened)))
    #expect(try scenario.takePost("a").1.event == events[0])
    scenario.store.send(.page("b", b, .success(page)))
    #expect(try scenario.takePost("b").1.event == events[0])
    scenario.store.finish()
  }

  @Test func pageAfterPage() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(9)))
    var page = try scenario.read(after: 0)
    // No event matches, and the journal continues.
    let empty = EventPage(events: [], epoch: "e1", head: 9, hasMore: true, resume: 5)
    scenario.store.send(.page("a", page, .success(empty))) { $0.sequence["a"] = 5 }
    page = try scenario.read(after: 5)
    scenario.store.send(
      .page("a", page, .success(Scenario.page(6...6, head: 9, resume: 8, hasMore: true))))
    let post = try scenario.posting(6)
    // Events after it that do not match count as delivered.
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = 8 }
    scenario.expectSaveDue()
    page = try scenario.read(after: 8)
    // A page without progress is not requested again at once.
    let stuck = EventPage(events: [], epoch: "e1", head: 9, hasMore: true, resume: 8)
    scenario.store.send(.page("a", page, .success(stuck)))
    scenario.store.finish()
  }

  @Test func aLongWayWithoutAnEventIsSaved() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(5000)))
    let page = try scenario.read(after: 0)
    let none = EventPage(events: [], epoch: "e1", head: 5000, hasMore: false, resume: 5000)
    scenario.store.send(.page("a", page, .success(none))) { $0.sequence["a"] = 5000 }
    scenario.expectSaveDue()
    #expect(try scenario.save()["a"]?.position.sequence == 5000)
  }

  @Test func whileTheJournalIsAwayTheBeatAsksAgain() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .failure(BusError(.unavailable, "away"))))
    scenario.store.send(.beat(Scenario.head(0, "")))
    scenario.store.send(.beat(Scenario.head(1)))
    _ = try scenario.read(after: 0)
    // An outdated reply.
    scenario.store.send(.page("a", page, .success(Scenario.page(1...1))))
    scenario.store.finish()
  }

  // MARK: Failures

  static let failures: [PostOutcome] = [
    Scenario.answered(500), Scenario.answered(404), Scenario.answered(301),
    Scenario.answered(429), Scenario.answered(100), .failed(.cancelled),
    .failed(HTTPFailure(code: .timeout, message: "late")),
  ]

  @Test(arguments: failures) func whatIsNotAcceptedIsTriedAgain(_ outcome: PostOutcome) throws {
    var (scenario, post) = try posting()
    let now = scenario.now
    scenario.store.send(.posted("a", post, outcome)) { $0.failing["a"] = now }
    let pause = try scenario.pause()
    scenario.expectSaveDue()
    #expect(pause.ms == 1000)
    #expect(try scenario.save()["a"]?.failingSince == now)
    #expect(scenario.hook("a")?.status(nil).state == .failing)
    #expect(scenario.hook("a")?.status(nil).nextAttemptAt == now.addingTimeInterval(1))
    scenario.store.send(.retryDue("a", pause.token + 100))
    scenario.store.send(.retryDue("a", pause.token))
    post = try scenario.again(1...2)
    scenario.store.send(.posted("a", post, Scenario.ok)) {
      $0.failing["a"] = nil
      $0.sequence["a"] = 1
    }
    scenario.expectSaveDue()
    _ = try scenario.posting(2)
    #expect(try scenario.save()["a"]?.failingSince == nil)
    scenario.store.finish()
  }

  @Test func whatIsErasedMeanwhileIsNotPosted() throws {
    var (scenario, post) = try posting()
    let now = scenario.now
    scenario.store.send(.posted("a", post, Scenario.answered(503))) { $0.failing["a"] = now }
    var pause = try scenario.pause()
    scenario.expectSaveDue()
    // No events are held in memory while it waits.
    #expect(scenario.hook("a")?.queue.isEmpty == true)
    scenario.store.send(.retryDue("a", pause.token))
    var page = Scenario.page(1...2)
    page.events[0].data = .erased
    let read = try scenario.read(after: 0)
    scenario.store.send(.page("a", read, .success(page)))
    let delivery = try scenario.takePost()
    #expect(delivery.1.event.isErased)
    scenario.store.send(.posted("a", delivery.0, Scenario.answered(503)))
    pause = try scenario.pause()
    #expect(pause.ms == 2000)
  }

  @Test func whatWasReadLongAgoIsReadAgain() throws {
    var (scenario, post) = try posting()
    scenario.time.withLock { $0 += WebhooksReducer.maxAge + 1 }
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = 1 }
    scenario.expectSaveDue()
    let page = try scenario.read(after: 1)
    scenario.store.send(.page("a", page, .success(Scenario.page(2...2))))
    post = try scenario.posting(2)
    scenario.store.finish()
  }

  @Test func pausesGrow() throws {
    var (scenario, post) = try posting()
    let now = scenario.now
    var pauses: [Int] = []
    for attempt in 1...12 {
      scenario.store.send(.posted("a", post, Scenario.answered(503))) { $0.failing["a"] = now }
      let pause = try scenario.pause()
      if attempt == 1 { scenario.expectSaveDue() }
      pauses.append(pause.ms)
      scenario.store.send(.retryDue("a", pause.token))
      post = try scenario.again(1...2)
    }
    #expect(
      pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map { $0 * 1000 })
    #expect(scenario.hook("a")?.attempts == 12)
  }

  @Test(
    arguments: [
      (1, nil, 0.0, 500), (1, nil, 1.0, 1000), (1, 30, 0.5, 30_000), (10, 30, 0.0, 150_000),
      (10, 30, 1.0, 300_000), (1, 100_000, 0.0, 3_600_000), (1, -5, 0.0, 500),
      (1000, nil, 1, 300_000),
      (0, nil, 2.0, 1000),
    ] as [(Int, Int?, Double, Int)])
  func aPause(failures: Int, retryAfter: Int?, jitter: Double, ms: Int) {
    #expect(BackOff().pauseMs(failures: failures, retryAfter: retryAfter, jitter: jitter) == ms)
  }

  @Test func aReceiverMayAskForMore() throws {
    var (scenario, post) = try posting()
    let now = scenario.now
    scenario.store.send(.posted("a", post, Scenario.answered(429, retryAfter: 120))) {
      $0.failing["a"] = now
    }
    #expect(try scenario.pause().ms == 120_000)
    scenario.expectSaveDue()
    post = 0
  }

  @Test func goneMeansPaused() throws {
    var (scenario, post) = try posting()
    scenario.store.send(.posted("a", post, Scenario.answered(410))) {
      $0.paused["a"] = "The receiver responded with status 410 (Gone)."
    }
    scenario.expectSaveDue()
    #expect(try scenario.save()["a"]?.pause?.isWanted == false)
    scenario.store.send(.beat(Scenario.head(7)))
    #expect(scenario.problems.count == 1)
    #expect(scenario.problems.first?.contains("410") == true)
    post = 0
  }

  @Test func afterThreeDaysItIsPaused() throws {
    var (scenario, post) = try posting()
    let begin = scenario.now
    scenario.store.send(.posted("a", post, Scenario.answered(500))) { $0.failing["a"] = begin }
    var pause = try scenario.pause()
    scenario.expectSaveDue()
    scenario.advance(3 * 86_400 - 1)
    scenario.store.send(.retryDue("a", pause.token))
    post = try scenario.again(1...2)
    scenario.store.send(.posted("a", post, Scenario.answered(500)))
    pause = try scenario.pause()
    scenario.advance(1)
    scenario.store.send(.retryDue("a", pause.token))
    post = try scenario.again(1...2)
    scenario.store.send(.posted("a", post, Scenario.answered(502))) {
      $0.paused["a"] =
        "Every attempt has failed for 3 days. Last error: The receiver responded with status 502."
    }
    scenario.store.finish()
  }

  @Test func whoFailsForLongIsAProblem() throws {
    var (scenario, post) = try posting()
    let begin = scenario.now
    scenario.store.send(.posted("a", post, Scenario.answered(500))) { $0.failing["a"] = begin }
    _ = try scenario.pause()
    scenario.expectSaveDue()
    scenario.advance(59)
    #expect(scenario.problems.isEmpty)
    scenario.advance(1)
    #expect(scenario.problems.count == 1)
    let problem = scenario.problems.first ?? ""
    #expect(
      problem.contains("a.test") && problem.contains("The receiver responded with status 500."))
    #expect(!problem.contains("/hook"), "a URL may hold a token")
    post = 0
  }

  @Test func oneThatFailsDoesNotHoldUpAnother() throws {
    var scenario = Scenario([Scenario.stored("a"), Scenario.stored("b")])
    scenario.store.send(.beat(Scenario.head(2)))
    let (a, b) = (try scenario.read("a", after: 0), try scenario.read("b", after: 0))
    scenario.store.send(.page("a", a, .success(Scenario.page(1...2))))
    _ = try scenario.posting(1, of: "a")
    scenario.store.send(.page("b", b, .success(Scenario.page(1...2))))
    var post = try scenario.posting(1, of: "b")
    scenario.store.send(.posted("b", post, Scenario.ok)) { $0.sequence["b"] = 1 }
    scenario.expectSaveDue()
    post = try scenario.posting(2, of: "b")
    scenario.store.send(.posted("b", post, Scenario.ok)) { $0.sequence["b"] = 2 }
    scenario.store.finish()
  }
}
