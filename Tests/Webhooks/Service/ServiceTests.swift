import Bus
import Foundation
import ServiceShell
import TestSupport
import Testing
import Threads
import WebClient
import WebhooksAPI
import ZeroMQ

@testable import WebhooksService

/// The service in its shell, with a router in memory and receivers of several kinds.
@Suite struct ServiceTests {
  private let loop: SocketLoop
  private let router = InMemoryRouter()
  private let sleeper = TestClock()

  init() throws {
    loop = try SocketLoop(name: "webhooks-test")
  }

  private func service(
    cancel: @escaping @Sendable () -> Void = {},
    printChanges: (@Sendable ([String]) -> Void)? = nil,
    post: @escaping @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>
  ) -> WebhooksService {
    WebhooksService(
      on: loop, delegate: router.delegate,
      io: WebhooksIO(post: post, cancelPosts: cancel, journal: router.news), sleeper: sleeper,
      printChanges: printChanges)
  }

  /// Sends a command as the bus delivers it.
  private func send<Command: BusCommand>(
    _ command: Command, to service: WebhooksService, key: String? = nil
  ) async throws -> Command.Reply {
    let data = try await service.definition.commands.run(
      Command.target, body: BusJSON.encode(command), call: Call(header: Header(idem: key)))
    return try BusJSON.decode(Command.Reply.self, from: data)
  }

  @Test func eventsAreDeliveredAndPositionsSurvive() async throws {
    try await withReceiver(secret: "0123456789abcdef") { receiver in
      let client = try HTTPClient()
      let posted = Recorder<HTTPRequest>()
      let names = Recorder<String>()
      let post: @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure> = { request in
        let result = await client.send(request)
        posted.record(request)
        return result
      }
      let first = service(printChanges: { $0.forEach(names.record) }, post: post)
      try await first.start()
      let webhook = try await send(
        AddWebhook(
          url: receiver.url("/ok"), types: ["meeting."], secret: WebhookSecret("0123456789abcdef")),
        to: first, key: "add")
      for type in ["meeting.started", "standup.created", "meeting.finished"] {
        router.publish(type)
      }
      await posted.wait(for: 2)
      await first.drain()
      #expect(try router.stored(webhook.id)?.position.sequence == 3)
      // From then on it subscribes to the types that it has read.
      #expect(
        router.state.withLock { $0.listeners.last?.types } == [
          "meeting.started", "meeting.finished",
        ])
      #expect(!names.values.contains { $0.contains("0123456789abcdef") })

      // The next run continues after that.
      router.publish()
      let second = service(post: post)
      try await second.start()
      await posted.wait(for: 3)
      let again = try await send(AddWebhook(url: "http://other/"), to: second, key: "add")
      #expect(again.id == webhook.id, "an earlier run made it")
      #expect(try await send(ListWebhooks(), to: second).webhooks.map(\.id) == [webhook.id])
      let ping = try await send(TestWebhook(id: webhook.id.uppercased()), to: second)
      #expect(ping.isAccepted && ping.status == 200)
      _ = try await send(RemoveWebhook(id: webhook.id), to: second, key: "remove")
      await second.drain()
      // As if the second run had been killed before it replied.
      let third = service(post: post)
      try await third.start()
      _ = try await send(RemoveWebhook(id: webhook.id), to: third, key: "remove")
      await third.drain()
      await client.close()
      #expect(try router.stored(webhook.id) == nil)
      let heard = try receiver.heard()
      #expect(
        heard.map { $0.headers["ce-type"] } == [
          "meeting.started", "meeting.finished", "meeting.started", WebhookPing.type,
        ])
      #expect(heard.allSatisfy { $0.signature == "valid" })
    }
    await loop.stop()
  }

  @Test func aKeyOfAnotherCommandIsAnotherKey() async throws {
    let service = service { _ in .failure(.cancelled) }
    try await service.start()
    let webhook = try await send(AddWebhook(url: "http://a.test/"), to: service, key: "k")
    let pause = PauseWebhook(id: webhook.id)
    #expect(try await send(pause, to: service, key: "k").state == .paused)
    #expect(
      try await send(ResumeWebhook(id: webhook.id), to: service, key: "k").state == .active)
    // Repeated, it gets its reply, and is not done again.
    #expect(try await send(pause, to: service, key: "k").state == .paused)
    #expect(try router.stored(webhook.id)?.pause == nil)
    #expect(
      router.state.withLock { Set($0.replies.keys) }
        == ["webhooks.add/k", "webhooks.pause/k", "webhooks.resume/k"])
    await service.drain()
    await loop.stop()
  }

  @Test func itIsTriedAgainUntilItIsAccepted() async throws {
    try await withReceiver { receiver in
      let client = try HTTPClient()
      let service = service { await client.send($0) }
      try await service.start()
      let webhook = try await send(AddWebhook(url: receiver.url("/flaky/2")), to: service)
      router.publish()
      // Advances the time for any wait, to save a failure or to retry.
      try await waitFor(service) { [sleeper] state in
        if sleeper.sleepers > 0 { sleeper.advance(by: .seconds(300)) }
        return state.webhooks[webhook.id]?.delivered == 1
      }
      #expect(try receiver.heard().map(\.status) == [500, 500, 200])
      let ids = Set(try receiver.heard().map { $0.headers["webhook-id"] })
      #expect(ids == ["event-1"])
      await service.drain()
      await client.close()
    }
    await loop.stop()
  }

  /// Returns when the state matches; other tasks change it.
  private func waitFor(
    _ service: WebhooksService, _ isSo: @Sendable (WebhooksState) -> Bool
  ) async throws {
    while !isSo(await service.shell.state) {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func aSilentReceiverDoesNotHoldUpTheEnd() async throws {
    let waiting = Locked<CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>?>(nil)
    let isPosting = Recorder<Void>()
    let service = service(
      cancel: { waiting.withLock { $0 }?.resume(returning: .failure(.cancelled)) }
    ) { _ in
      await withCheckedContinuation { continuation in
        waiting.withLock { $0 = continuation }
        isPosting.record(())
      }
    }
    try await service.start()
    let webhook = try await send(AddWebhook(url: "http://silent/"), to: service)
    router.publish()
    await isPosting.wait(for: 1)
    async let end: Void = service.drain()
    await sleeper.waitForSleepers(1)
    sleeper.advance(by: .seconds(1))
    await end
    #expect(try router.stored(webhook.id)?.position.sequence == 0)
    #expect(try router.stored(webhook.id)?.failingSince == nil)
    await #expect(throws: BusError.self) { try await send(ListWebhooks(), to: service) }
    await loop.stop()
  }

  @Test func theStartWaitsForWhatWasSaved() async throws {
    router.state.withLock { $0.failures = [BusError(.unavailable, "away")] }
    let service = service { _ in .failure(.cancelled) }
    async let start: Void = service.start()
    await sleeper.waitForSleepers(1)
    sleeper.advance(by: .seconds(1))
    try await start
    #expect(try await send(ListWebhooks(), to: service).webhooks.isEmpty)
    await service.drain()
    await loop.stop()
  }

  @Test func itCanBeStoppedBeforeThat() async throws {
    router.state.withLock { $0.failures = [BusError(.unavailable, "away")] }
    let service = service { _ in .failure(.cancelled) }
    let start = Task { try await service.start() }
    await sleeper.waitForSleepers(1)
    await service.drain()
    let error = await #expect(throws: BusError.self) { try await start.value }
    #expect(error?.code == .draining)
    await loop.stop()
  }

  @Test func aSubscriptionThatEndsIsMadeAnew() async throws {
    let attempts = Recorder<Int>()
    let head = JournalHead(epoch: "e", head: 1)
    let news = JournalNews.live(as: { WebhooksAction($0) }) { take in
      attempts.record(0)
      switch attempts.values.count {
      case 1: throw BusError(.unavailable, "no router")
      case 2: break
      default:
        take(.unreadable(topic: "t", reason: "r"))
        take(.event(topic: "t", Scenario.event(7)))
        take(.reconnected(Confirmation(epoch: "e", head: 1, denied: [])))
        take(.beat(head))
        try await TestClock().sleep(for: .seconds(1))
      }
    } pause: {
    }
    var heard: [WebhooksAction] = []
    for await one in news {
      heard.append(one)
      if heard.count == 3 { break }
    }
    #expect(
      heard == [
        .published(type: "meeting.started", JournalHead(epoch: Scenario.epoch, head: 7)),
        .beat(head), .beat(head),
      ])
    #expect(
      JournalNews.prefixes(of: ["test.b", "meeting.started"])
        == ["t/meeting.started/", "t/test.b/"])
    await loop.stop()
  }
}
