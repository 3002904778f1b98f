import Bus
import Foundation
import StandupsMetrics
import TestSupport
import Testing
import WebClient
import WebhooksAPI
import ZeroMQ

@testable import WebhooksService

/// The metrics of the webhooks service, with a receiver that answers and one that does not.
@Suite struct WebhooksMetricsTests {
  private let registry = MetricRegistry()

  @Test func answersAndFailuresAreCounted() async throws {
    let metrics = WebhooksMetrics(registry)
    #expect(await registry.refreshed(#"standups_webhook_posts_total{outcome="2xx"}"#) == 0)
    metrics.count(.answered(HTTPResponse(status: 204)), .milliseconds(20))
    metrics.count(.answered(HTTPResponse(status: 503)), .milliseconds(20))
    metrics.count(.failed(HTTPFailure(code: .timeout, message: "")), .seconds(3))
    #expect(await registry.refreshed(#"standups_webhook_posts_total{outcome="2xx"}"#) == 1)
    #expect(await registry.refreshed(#"standups_webhook_posts_total{outcome="5xx"}"#) == 1)
    #expect(await registry.refreshed(#"standups_webhook_posts_total{outcome="timeout"}"#) == 1)
    #expect(await registry.refreshed("standups_webhook_post_seconds_count") == 3)
    #expect(await registry.refreshed("standups_webhook_post_seconds_sum") == 3.04)
  }

  @Test func whatFailsAndLagsIsShown() async throws {
    let router = InMemoryRouter()
    let metrics = WebhooksMetrics(registry)
    let loop = try SocketLoop(name: "webhooks-test")
    try await withReceiver(secret: "0123456789abcdef") { receiver in
      let client = try HTTPClient()
      let posted = Recorder<HTTPRequest>()
      let service = WebhooksService(
        on: loop, delegate: router.delegate,
        io: WebhooksIO(
          post: { request in
            let result = await client.send(request)
            posted.record(request)
            return result
          }, close: client.close, journal: router.news, metrics: metrics), sleeper: TestClock())
      service.observe(metrics, in: registry)
      #expect(await service.obstacle == "The service is still loading its data.")
      try await service.start()
      #expect(await service.obstacle == nil)
      let add = AddWebhook(
        url: receiver.url("/status/500"), types: ["meeting."],
        secret: WebhookSecret("0123456789abcdef"))
      _ = try await service.definition.commands.run(
        AddWebhook.target, body: BusJSON.encode(add), call: Call(header: Header(idem: "add")))
      #expect(await registry.refreshed(#"standups_webhooks{state="active"}"#) == 1)
      router.publish("meeting.started")
      router.publish("meeting.finished")
      await posted.wait(for: 1)
      while await registry.refreshed("standups_webhooks_backing_off") != 1 { await Task.yield() }
      #expect(await registry.refreshed(#"standups_webhooks{state="failing"}"#) == 1)
      #expect(await registry.refreshed(#"standups_webhook_posts_total{outcome="5xx"}"#) == 1)
      #expect(await registry.refreshed("standups_webhook_behind_events") == 2)
      await service.drain()
    }
    await loop.stop()
  }
}
