import Documents
import Foundation
import Testing
import WebClient
import WebhooksAPI

@testable import WebhooksService

/// Listing, pausing, removing and testing webhooks.
@Suite struct CommandTests {
  let heads = JournalRange(epoch: "e1", head: 9, oldest: 3)

  @Test func anUnknownOneIsNotFound() throws {
    var scenario = Scenario()
    for command in [
      WebhooksCommand.get("x"), .edit(EditWebhook(id: "x", types: [])), .remove("x"), .pause("x"),
      .resume("x"), .test("x"),
    ] {
      let caller = scenario.send(command)
      try scenario.refusal(to: caller, .notFound)
    }
    scenario.store.finish()
  }

  @Test func listAndGet() throws {
    var scenario = Scenario([Scenario.stored("b"), Scenario.stored("a", sequence: 3)])
    scenario.store.send(.beat(Scenario.head(3)))
    _ = try scenario.read("b", after: 0)
    let caller = scenario.send(.list)
    let list = try scenario.reply(to: caller).decode(as: ListWebhooks.Reply.self)
    #expect(list.webhooks.map(\.id) == ["a", "b"])
    #expect(list.webhooks.map(\.behind) == [0, 3])
    let one = scenario.send(.get("a"))
    #expect(try scenario.status(to: one) == list.webhooks[0])
    scenario.store.finish()
  }

  @Test func pausedByHandItWaitsForTheHand() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(2)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .success(Scenario.page(1...2))))
    let post = try scenario.posting(1)
    let pausing = scenario.send(.pause("a"))
    #expect(try scenario.commit().webhooks["a"]?.pause?.isWanted == true)
    scenario.committed(.success(.written)) { $0.paused["a"] = "Paused by a user." }
    #expect(try scenario.status(to: pausing).state == .paused)
    // The pending post still counts.
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = 1 }
    scenario.expectSaveDue()
    scenario.store.send(.beat(Scenario.head(3)))
    #expect(scenario.problems.isEmpty)
    let resuming = scenario.send(.resume("a"))
    #expect(try scenario.commit().webhooks["a"]?.position.sequence == 1)
    scenario.committed(.success(.written)) { $0.paused["a"] = nil }
    _ = try scenario.read(after: 1)
    #expect(try scenario.status(to: resuming).state == .active)
    scenario.store.finish()
  }

  @Test func resumingTriesAtOnce() throws {
    var scenario = Scenario([Scenario.stored()])
    let now = scenario.now
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .success(Scenario.page(1...1))))
    let post = try scenario.posting(1)
    scenario.store.send(.posted("a", post, Scenario.answered(500))) { $0.failing["a"] = now }
    let pause = try scenario.pause()
    scenario.expectSaveDue()
    let caller = scenario.send(.resume("a"))
    _ = try scenario.commit()
    scenario.committed(.success(.written)) { $0.failing["a"] = nil }
    _ = try scenario.read(after: 0)
    _ = try scenario.status(to: caller)
    // The earlier pause ends.
    scenario.store.send(.retryDue("a", pause.token))
    scenario.store.finish()
  }

  /// It is listed until it is removed.
  @Test func whatCannotBeReadCanBeRemoved() throws {
    var scenario = Scenario([Scenario.stored()], unreadable: ["x"])
    #expect(scenario.problems.map { $0.contains("standups webhook remove x") } == [true])
    let caller = scenario.send(.remove("x"), key: "r")
    #expect(
      try scenario.commit().changes == [
        .delete(collection: "webhooks", id: "x"), .erase(Erasure(subject: "x")),
      ])
    scenario.committed(.success(.written))
    #expect(try scenario.reply(to: caller) == .emptyObject)
    #expect(scenario.problems.isEmpty)
    scenario.store.finish()
  }

  /// A message that arrives through two routers is one: its second copy is not executed after the
  /// first was rejected.
  @Test func whatWasRefusedIsNotDoneWhenItComesAgain() throws {
    var scenario = Scenario()
    let message = UUID()
    let early = scenario.send(.pause(Scenario.first), key: "p", message: message)
    try scenario.refusal(to: early, .notFound)
    let maker = scenario.send(.add(AddWebhook(url: "https://a.test/x")), key: "k")
    try scenario.findRange(.success(heads))
    _ = try scenario.commit()
    scenario.committed(.success(.written)) { $0.sequence[Scenario.first] = 9 }
    _ = try scenario.read(Scenario.first, after: 9)
    _ = try scenario.status(to: maker)
    let again = scenario.send(.pause(Scenario.first), key: "p", message: message)
    try scenario.refusal(to: again, .notFound)
    // A new request is carried out.
    _ = scenario.send(.pause(Scenario.first), key: "p", message: UUID())
    #expect(try scenario.commit().webhooks[Scenario.first]?.pause != nil)
    scenario.store.finish()
  }

  /// An id that no command would have written.
  @Test func anUnreadableWebhookIsRemovedByItsIDAsItIs() throws {
    var scenario = Scenario([], unreadable: ["X/y"])
    let caller = scenario.send(.remove("X/y"), key: "r")
    #expect(
      try scenario.commit().changes.first == .delete(collection: "webhooks", id: "X/y"))
    scenario.committed(.success(.written))
    #expect(try scenario.reply(to: caller) == .emptyObject)
    #expect(scenario.problems.isEmpty)
    scenario.store.finish()
  }

  @Test func whatIsRemovedIsForgotten() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .success(Scenario.page(1...1))))
    let post = try scenario.posting(1)
    let caller = scenario.send(.remove("a"), key: "r")
    #expect(
      try scenario.commit().changes == [
        .delete(collection: "webhooks", id: "a"), .erase(Erasure(subject: "a")),
      ])
    scenario.committed(.success(.written)) { $0.sequence["a"] = nil }
    #expect(try scenario.reply(to: caller) == .emptyObject)
    scenario.store.send(.posted("a", post, Scenario.ok))
    let again = scenario.send(.remove("a"), key: "r")
    #expect(try scenario.commit().changes.isEmpty)
    scenario.committed(.success(try Scenario.earlier(.emptyObject)))
    #expect(try scenario.reply(to: again) == .emptyObject)
    scenario.store.finish()
  }

  /// And no more details: the service may reach hosts that the caller may not.
  @Test func aPingSaysHowTheReceiverAnswered() throws {
    var scenario = Scenario([Scenario.stored()])
    var caller = scenario.send(.test("a"))
    var (token, delivery) = try takeTest(&scenario)
    #expect(delivery.event.type == "webhook.ping" && delivery.event.subject == "a")
    let response = HTTPResponse(status: 418, body: Data("short and stout".utf8))
    scenario.store.send(.tested(token, .answered(response), ms: 7))
    #expect(
      try scenario.reply(to: caller)
        == TestWebhook.encoded(
          .init(
            isAccepted: false, status: 418, reason: "The receiver responded with status 418.", ms: 7
          )))
    caller = scenario.send(.test("a"))
    (token, delivery) = try takeTest(&scenario)
    scenario.store.send(.tested(token, Scenario.ok, ms: 1))
    #expect(
      try scenario.reply(to: caller)
        == TestWebhook.encoded(.init(isAccepted: true, status: 200, ms: 1)))
    scenario.store.send(.tested(token, Scenario.ok, ms: 1))
    scenario.store.finish()
  }

  /// A receiver that does not respond delays its own test only, and cannot be made to delay many.
  @Test func aWebhookIsTestedOnceAtATime() throws {
    var scenario = Scenario([Scenario.stored("a"), Scenario.stored("b")])
    let first = scenario.send(.test("a"))
    let (token, _) = try takeTest(&scenario)
    let second = scenario.send(.test("a"))
    #expect(try scenario.refusal(to: second, .busy).retryAfterMs != nil)
    _ = scenario.send(.test("b"))
    _ = try takeTest(&scenario)
    scenario.store.send(.tested(token, Scenario.ok, ms: 1))
    _ = try scenario.reply(to: first)
    _ = scenario.send(.test("a"))
    _ = try takeTest(&scenario)
    scenario.store.finish()
  }

  private func takeTest(_ scenario: inout Scenario) throws -> (Token, Delivery) {
    try scenario.store.take {
      if case .test(let token, let delivery) = $0 { (token, delivery) } else { nil }
    }
  }
}
