import Bus
import Foundation
import Lifecycle
import ZeroMQ

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "focus", summary: "counts down the focus time of single people.",
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
      reducer: FocusReducer(usualMs: settings.usualMs),
      log: { context.log.note($0) }, printChanges: printer(context), metrics: metrics)
    service.observe(metrics, in: context.metrics)
    return service
  }

  /// Prints changes of state to standard output, if that was asked for.
  private static func printer(_ context: ServiceContext) -> (@Sendable ([String]) -> Void)? {
    guard context.printsChanges else { return nil }
    return { lines in
      FileHandle.standardOutput.write(Data((lines.map { $0 + "\n" }.joined()).utf8))
    }
  }
}
