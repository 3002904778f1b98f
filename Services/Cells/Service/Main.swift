import Connecting
import StandupsLifecycle

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "cells", summary: "maintains the map of standups to cells.", settings: CellsSettings.self
    ) { context, settings in
      let store = try settings.place.map { try CellStore($0.database) }
      return try await HostedService(context) { delegate, _, connection in
        let service = CellsService(
          on: connection.loop, delegate: delegate,
          reducer: CellsReducer(
            io: store.map { CellsIO($0, Neighbours()) } ?? .off, cell: settings.place?.cell),
          log: { context.log.note($0) }, printChanges: context.changePrinter)
        service.observe(CellsMetrics(context.metrics), in: context.metrics)
        return service
      }
    }
  }
}
