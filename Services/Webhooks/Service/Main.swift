import Bus
import Connecting
import Glibc
import StandupsLifecycle
import StandupsMetrics
import ServiceShell
import WebClient
import ZeroMQ

@main
enum Main {
  static func main() async {
    // A cancelled request waits for its resolver's thread, and thereby delays the others. The
    // resolver's time limit is therefore shorter, unless the environment sets it (resolv.conf(5)).
    setenv("RES_OPTIONS", "timeout:1 attempts:2", 0)
    await ServiceRunner.main(
      "webhooks", summary: "delivers events to webhooks.", settings: ReachSettings.self
    ) { context, settings in
      let client = try HTTPClient()
      return try await HostedService(context) { delegate, _, connection in
        let metrics = WebhooksMetrics(context.metrics)
        let io = WebhooksIO(
          post: { await client.send($0) }, cancelPosts: client.cancelAll, close: client.close,
          journal: { journal(connection, $0) }, metrics: metrics, listed: settings.listed,
          isOnThisMachine: context.environment.isOnThisMachine)
        let service = WebhooksService(
          on: connection.loop, delegate: delegate, io: io,
          log: { context.log.note($0) }, printChanges: context.changePrinter)
        service.observe(metrics, in: context.metrics)
        return service
      }
    }
  }

  private static func journal(
    _ connection: BusConnection, _ types: Set<String>
  ) -> AsyncStream<WebhooksAction> {
    JournalNews.live(as: { WebhooksAction($0) }) { take in
      // A subscriber can subscribe only once.
      let subscriber = connection.subscriber()
      let (confirmation, items) = try await subscriber.subscribe(JournalNews.prefixes(of: types))
      // Events that were published before the subscription are found immediately.
      take(.reconnected(confirmation))
      for await item in items { take(item) }
      await subscriber.close()
    } pause: {
      try await Task.sleep(for: .milliseconds(500))
    }
  }
}
