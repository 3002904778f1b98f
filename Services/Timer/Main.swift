import Bus
import Lifecycle

@main
enum Main {
  static func main() async {
    await ServiceRunner.main("timer", summary: "runs countdowns with speakers, for any id.") {
      context in
      try await HostedService(context) { delegate, publisher, connection in
        timer(context, delegate, publisher, connection)
      }
    }
  }

  private static func timer(
    _ context: ServiceContext, _ delegate: any DelegateCaller, _ publisher: ZeroMQPublisher,
    _ connection: BusConnection
  ) -> TimerService {
    var configuration = TimerConfiguration()
    configuration.limit = context.environment.timerLimit
    var dependencies = TimerService.Dependencies(
      clock: .live, wake: .live(connection.loop), delegate: delegate, publisher: publisher,
      log: context.log)
    if context.printsChanges { dependencies.onChange = { print($0) } }
    return TimerService(
      executor: connection.loop, configuration: configuration, dependencies: dependencies)
  }
}
