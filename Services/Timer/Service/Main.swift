import Bus
import Connecting
import StandupsLifecycle
import StandupsMetrics

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "timer", summary: "runs countdowns that are divided into turns.", settings: TimerSettings.self
    ) { context, settings in
      try await HostedService(context) { delegate, publisher, connection in
        await service(context, settings, delegate, publisher, connection)
      }
    }
  }

  private static func service(
    _ context: ServiceContext, _ settings: TimerSettings, _ delegate: any DelegateCaller,
    _ publisher: ZeroMQPublisher, _ connection: BusConnection
  ) async -> TimerService {
    var configuration = TimerConfiguration()
    configuration.limit = settings.limit
    configuration.gridNs = Int64(settings.gridUs) * 1000
    let metrics = TimerMetrics(context.metrics)
    let service = TimerService(
      on: connection.loop, configuration: configuration,
      dependencies: TimerService.Dependencies(
        clock: .live, wake: .live(connection.loop), delegate: delegate, publisher: publisher,
        log: context.log, printChanges: context.changePrinter,
        metrics: context.isObserved ? metrics : nil))
    await service.observe(metrics, in: context.metrics)
    return service
  }
}
