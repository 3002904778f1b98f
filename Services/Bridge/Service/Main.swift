import Bus
import Connecting
import StandupsLifecycle
import ServiceShell
import ZeroMQ

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "bridge", summary: "publishes the journal to NATS JetStream.", settings: BridgeSettings.self
    ) { context, settings in
      let notices = NoticeQueue()
      let client = try settings.nats.map {
        try NATSClient($0, settings.stream) { notices.put($0) }
      }
      return try await HostedService(context) { delegate, _, connection in
        let metrics = BridgeMetrics(context.metrics)
        let io =
          client.map { client in
            BridgeIO(client) {
              journal(connection, $0, settings.ephemeralTypes, to: client, settings.stream.cell)
            }
          } ?? .off
        let service = BridgeService(
          on: connection.loop, delegate: delegate,
          commands: try await commands(context, settings, connection),
          reducer: BridgeReducer(
            io: io, settings: settings.stream, isOn: client != nil, metrics: metrics),
          notices: notices, log: { context.log.note($0) }, printChanges: context.changePrinter)
        service.observe(metrics, in: context.metrics)
        return service
      }
    }
  }

  /// Creates the receiver of commands from NATS, which is a tool with the bridge's key; nil if no
  /// commands are accepted.
  private static func commands(
    _ context: ServiceContext, _ settings: BridgeSettings, _ connection: BusConnection
  ) async throws -> NATSCommands? {
    guard let address = settings.nats, let list = settings.commands else { return nil }
    let bus = connection.client()
    try await bus.open()
    let metrics = CommandMetrics(context.metrics)
    let executor = CommandExecutor(
      cell: settings.stream.cell, list: list, bus: bus, metrics: metrics)
    return try NATSCommands(address, executor, metrics) { [log = context.log] problem in
      if let problem { log.warning(problem) } else { log.info("Receiving commands from NATS.") }
    }
  }

  /// Notifications of the journal. Ephemeral events are published to NATS directly.
  private static func journal(
    _ connection: BusConnection, _ types: Set<String>, _ ephemeralTypes: [String],
    to client: NATSClient, _ cell: String
  ) -> AsyncStream<BridgeAction> {
    JournalNews.live(as: { BridgeAction($0) }) { take in
      // A subscriber can subscribe only once.
      let subscriber = connection.subscriber()
      let (confirmation, items) = try await subscriber.subscribe(
        JournalNews.prefixes(of: types.union(ephemeralTypes)))
      // Events published before the subscription began are read immediately.
      take(.reconnected(confirmation))
      for await item in items {
        if case .event(_, let event) = item, event.sequence == nil {
          let subject = EventSubject.ephemeral(cell, event)
          if let body = try? BusJSON.encode(event) {
            await client.publishEphemeral(subject, [UInt8](body))
          }
        } else {
          take(item)
        }
      }
      await subscriber.close()
    } pause: {
      try await Task.sleep(for: .milliseconds(500))
    }
  }
}
