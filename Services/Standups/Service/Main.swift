import Bus
import StandupsLifecycle
import ZeroMQ

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "standups", summary: "manages standups, attendees and meetings.",
      settings: StandupsSettings.self
    ) { context, settings in
      try await HostedService(context) { delegate, _, connection in
        service(context, settings, delegate, connection.loop)
      }
    }
  }

  private static func service(
    _ context: ServiceContext, _ settings: StandupsSettings, _ delegate: any DelegateCaller,
    _ loop: SocketLoop
  ) -> StandupsService {
    let metrics = StandupsMetrics(context.metrics)
    let service = StandupsService(
      on: loop, delegate: delegate, transcriptDays: settings.transcriptDays,
      log: { context.log.note($0) },
      printChanges: context.changePrinter, metrics: metrics, savesTogether: true)
    service.observe(metrics, in: context.metrics)
    return service
  }
}
