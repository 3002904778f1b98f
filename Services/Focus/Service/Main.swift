import Bus
import StandupsLifecycle
import ZeroMQ

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "focus", summary: "times the focus sessions of each person.",
      settings: FocusSettings.self
    ) { context, settings in
      try await HostedService(context) { delegate, _, connection in
        service(context, settings, delegate, connection.loop)
      }
    }
  }

  private static func service(
    _ context: ServiceContext, _ settings: FocusSettings, _ delegate: any DelegateCaller,
    _ loop: SocketLoop
  ) -> FocusService {
    let metrics = FocusMetrics(context.metrics)
    let service = FocusService(
      on: loop, delegate: delegate,
      reducer: FocusReducer(defaultMs: settings.defaultMs),
      log: { context.log.note($0) }, printChanges: context.changePrinter, metrics: metrics)
    service.observe(metrics, in: context.metrics)
    return service
  }
}
