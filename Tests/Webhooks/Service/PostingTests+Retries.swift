import Foundation
import Testing
import WebClient

@testable import WebhooksService

/// Events that are not accepted, and webhooks that are paused for it.
extension PostingTests {
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
    #expect(scenario.webhook("a")?.status(nil).state == .failing)
    #expect(scenario.webhook("a")?.status(nil).nextAttemptAt == now.addingTimeInterval(1))
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
    #expect(scenario.webhook("a")?.queue.isEmpty == true)
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
    #expect(scenario.webhook("a")?.attempts == 12)
  }

  @Test(
    arguments: [
      (1, nil, 0.0, 500), (1, nil, 1.0, 1000), (1, 30, 0.5, 30_000), (10, 30, 0.0, 150_000),
      (10, 30, 1.0, 300_000), (1, 100_000, 0.0, 3_600_000), (1, -5, 0.0, 500),
      (1000, nil, 1, 300_000),
      (0, nil, 2.0, 1000),
    ] as [(Int, Int?, Double, Int)])
  func aPause(failures: Int, retryAfter: Int?, jitter: Double, ms: Int) {
    #expect(BackOff().delayMs(failures: failures, retryAfter: retryAfter, jitter: jitter) == ms)
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
    #expect(!problem.contains("/webhook"), "a URL may hold a token")
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
