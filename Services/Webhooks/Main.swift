import Bus
import Connecting
import Glibc
import Lifecycle
import Metrics
import ServiceShell
import WebClient
import ZeroMQ

@main
enum Main {
  static func main() async {
    // A request that is given up waits for its resolver's thread, and the others wait with it. So the
    // resolver gives up first, unless the environment says otherwise (resolv.conf(5)).
    setenv("RES_OPTIONS", "timeout:1 attempts:2", 0)
    await ServiceRunner.main(
      "webhooks", summary: "delivers events to webhooks.", settings: ReachSettings.self
    ) { context, settings in
      let client = try HTTPClient()
      return try await HostedService(context) { delegate, _, connection in
        let metrics = WebhooksMetrics(context.metrics)
        let world = World(
          post: { await client.send($0) }, cancelPosts: client.cancelAll, close: client.close,
          journal: { journal(connection, $0) }, metrics: metrics, listed: settings.listed,
          isOnThisMachine: context.environment.isOnThisMachine)
        let service = WebhooksService(
          on: connection.loop, delegate: delegate, world: world,
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
      // A subscriber subscribes once.
      let subscriber = connection.subscriber()
      let (confirmation, items) = try await subscriber.subscribe(JournalNews.prefixes(of: types))
      // What was published before it began is found at once.
      take(.reconnected(confirmation))
      for await item in items { take(item) }
      await subscriber.close()
    } pause: {
      try await Task.sleep(for: .milliseconds(500))
    }
  }
}
