import Bus
import Foundation
import Lifecycle
import Metrics

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "timer", summary: "runs countdowns with speakers, for any id.", settings: TimerSettings.self
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
        log: context.log, onChange: printer(context),
        metrics: context.isObserved ? metrics : nil))
    await service.observe(metrics, in: context.metrics)
    return service
  }

  /// Prints changes of state to standard output, if that was asked for.
  private static func printer(_ context: ServiceContext) -> (@Sendable (String) -> Void)? {
    guard context.printsChanges else { return nil }
    return { line in
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
  }
}
