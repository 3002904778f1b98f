import Bus
import StandupsDependencies
import StandupsLifecycle
import WebClient
import ZeroMQ

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "schedule", summary: "emits events when scheduled meetings are due.",
      settings: ScheduleSettings.self
    ) { context, settings in
      let client = try HTTPClient(limits: CalendarIO.limits)
      return try await HostedService(context) { delegate, _, connection in
        let metrics = ScheduleMetrics(context.metrics)
        let service = ScheduleService(
          on: connection.loop, delegate: delegate,
          reducer: ScheduleReducer(
            uuid: UUIDGenerator(Header.freshID), graceMs: settings.graceMs,
            calendars: try CalendarIO(
              listed: settings.reach.listed,
              isOnThisMachine: context.environment.isOnThisMachine, close: client.close
            ) { await client.send($0) }),
          log: { context.log.note($0) }, printChanges: context.changePrinter, metrics: metrics)
        service.observe(metrics, in: context.metrics)
        return service
      }
    }
  }
}
