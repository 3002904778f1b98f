import Bus
import Documents
import FastJSON
import Foundation
import TestSupport
import Testing
import WebhooksAPI
import ZeroMQ

@testable import WebhooksService

/// Documents that no command would have written are set aside, and the service continues.
@Suite struct ExtremeDocumentTests {
  private static func document() throws -> Document {
    var stored = Scenario.stored(
      "00000000-0000-0000-0000-000000000001", types: ["meeting."],
      secret: WebhookSecret("0123456789abcdef"))
    (stored.standup, stored.meeting, stored.team) = ("s", "m", "web")
    stored.failingSince = stored.createdAt
    stored.pause = .init(reason: "Paused by a user.", isWanted: true)
    return try stored.document()
  }

  @Test func everyCommandIsAnsweredWhateverWasSaved() async throws {
    let document = try Self.document()
    #expect(document.problem(as: StoredWebhook.self) == nil)
    let variants = try Extremes.variants(of: document.body)
    try #require(variants.count > 80)
    let loop = try SocketLoop(name: "webhooks-extremes")
    for variant in variants {
      var changed = document
      changed.body = variant.body
      let probe = try await answers(to: changed, on: loop)
      #expect(
        probe.count == 5 && probe.mistakes.isEmpty, "\(variant.description): \(probe.mistakes)")
    }
    await loop.stop()
  }

  private func answers(to document: Document, on loop: SocketLoop) async throws -> CommandProbe {
    let router = InMemoryRouter()
    router.state.withLock { $0.documents = [document.id: document] }
    let service = WebhooksService(
      on: loop, delegate: router.delegate,
      io: WebhooksIO(post: { _ in .failure(.cancelled) }, journal: router.news),
      sleeper: TestClock())
    try await service.start()
    let probe = CommandProbe(service.definition.commands)
    await probe.send(ListWebhooks())
    await probe.send(GetWebhook(id: document.id))
    await probe.send(ResumeWebhook(id: document.id))
    await probe.send(TestWebhook(id: document.id))
    _ = await service.problems()
    await probe.send(RemoveWebhook(id: document.id))
    await service.drain()
    return probe
  }

  /// The composition root checks an archive's documents before it writes them.
  @Test func theParentIsToldWhatIsWrongWithADocument() async throws {
    let good = try Self.document()
    var bad = good
    bad.id = "00000000-0000-0000-0000-000000000002"
    bad.body = try #require(
      try Extremes.variants(of: good.body).first {
        $0.description == "position.sequence.\(Int64.max)"
      }
    ).body.setting("id", to: try RawJSON(encoding: bad.id))
    let loop = try SocketLoop(name: "webhooks-extremes")
    let service = WebhooksService(
      on: loop, delegate: InMemoryRouter().delegate,
      io: WebhooksIO(post: { _ in .failure(.cancelled) }), sleeper: TestClock())
    let reply = try await service.definition.commands.run(
      CheckWebhooks.target, body: BusJSON.encode(CheckWebhooks(documents: [good, bad])),
      call: Call(header: Header()))
    let problems = try BusJSON.decode(DocumentProblems.self, from: reply).problems
    #expect(problems.keys.sorted() == [bad.id])
    #expect(problems[bad.id]?.contains("\(Int64.max)") == true)
    await loop.stop()
  }
}
