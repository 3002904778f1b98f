import Bus
import Documents
import FastJSON
import Foundation
import Testing
import WebClient
import WebhooksAPI

@testable import WebhooksService

/// Changing webhooks.
extension CommandTests {
  private static let secret = WebhookSecret("0123456789abcdef")

  @Test func anEditedWebhookContinuesWhereItWas() throws {
    var scenario = Scenario([Scenario.stored(sequence: 3)])
    let edit = EditWebhook(
      id: "A", url: "https://b.test/y", types: ["meeting."], standup: "S", secret: Self.secret)
    let caller = scenario.send(.edit(edit), key: "e")
    let decided = try scenario.commit()
    let stored = try #require(try decided.webhooks["a"])
    #expect(stored.url == "https://b.test/y" && stored.types == ["meeting."])
    #expect(stored.standup == "s" && stored.secret == Self.secret && stored.position.sequence == 3)
    // The earlier URL may be secret.
    #expect(decided.changes.first == .erase(Erasure(subject: "a")))
    #expect(decided.reply?.reply.text.contains(Self.secret.text) == false)
    scenario.committed(.success(.written))
    _ = try scenario.read(after: 3)
    let status = try scenario.status(to: caller)
    #expect(status.url == "https://b.test/y" && status.secretFingerprint?.count == 8)
    scenario.store.finish()
  }

  /// Events that were read before may not be wanted any more.
  @Test func anEditDropsTheRetryAndReadsAgain() throws {
    var scenario = Scenario([Scenario.stored()])
    let now = scenario.now
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .success(Scenario.page(1...1))))
    let post = try scenario.posting(1)
    scenario.store.send(.posted("a", post, Scenario.answered(500))) { $0.failing["a"] = now }
    _ = try scenario.pause()
    scenario.expectSaveDue()
    let caller = scenario.send(.edit(EditWebhook(id: "a", types: ["meeting.finished"])))
    #expect(try scenario.commit().changes.count == 1)
    scenario.committed(.success(.written)) { $0.failing["a"] = nil }
    _ = try scenario.read(after: 0)
    let status = try scenario.status(to: caller)
    #expect(status.state == .active && status.attempts == 0 && status.reason == nil)
    scenario.store.finish()
  }

  /// It may have failed because of its URL: 410 would pause the webhook.
  @Test func theResponseOfAnEarlierURLDoesNotCount() throws {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .success(Scenario.page(1...1))))
    let post = try scenario.posting(1)
    let caller = scenario.send(.edit(EditWebhook(id: "a", url: "https://b.test/y")))
    _ = try scenario.commit()
    scenario.committed(.success(.written))
    _ = try scenario.read(after: 0)
    _ = try scenario.status(to: caller)
    scenario.store.send(.posted("a", post, Scenario.answered(410)))
    scenario.store.finish()
  }

  @Test func aPausedWebhookStaysPaused() throws {
    var stored = Scenario.stored()
    stored.pause = .init(reason: "Paused by a user.", isWanted: true)
    var scenario = Scenario([stored])
    let caller = scenario.send(.edit(EditWebhook(id: "a", standup: "")))
    _ = try scenario.commit()
    scenario.committed(.success(.written))
    let status = try scenario.status(to: caller)
    #expect(status.state == .paused && status.reason == "Paused by a user.")
    scenario.store.finish()
  }

  @Test func anInvalidEditIsRejected() throws {
    var scenario = Scenario([
      Scenario.stored(), Scenario.stored("chat", format: .slack),
    ])
    for edit in [
      EditWebhook(id: "a"), EditWebhook(id: "a", url: "ftp://b.test/"),
      EditWebhook(id: "a", types: ["a b"]), EditWebhook(id: "a", secret: WebhookSecret("short")),
      EditWebhook(id: "chat", secret: Self.secret),
    ] {
      let caller = scenario.send(.edit(edit))
      try scenario.refusal(to: caller, .invalid)
    }
    scenario.store.finish()
  }
}
