import Bus
import StandupsLifecycle
import ZeroMQ

@main
enum Main {
  static func main() async {
    await ServiceRunner.main("people", summary: "stores persons, teams and their roles.") {
      context in
      try await HostedService(context) { delegate, _, connection in
        let metrics = PeopleMetrics(context.metrics)
        let service = PeopleService(
          on: connection.loop, delegate: delegate, log: { context.log.note($0) },
          printChanges: context.changePrinter, metrics: metrics)
        service.observe(metrics, in: context.metrics)
        return service
      }
    }
  }
}
