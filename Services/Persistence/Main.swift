import Bus
import Lifecycle
import Logging

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "persistence", summary: "keeps documents and events in a SQLite database.",
      settings: PersistenceSettings.self,
      problem: { environment in environment.dataDirectory.flatMap { DiskSpace.problem(in: $0) } }
    ) { context, settings in
      let directory = try context.environment.requiredDataDirectory()
      let metrics = PersistenceMetrics(context.metrics)
      var configuration = SQLiteConfiguration(path: directory + "/standups.db")
      configuration.common.willCommit = { metrics.batches.observe($0) }
      configuration.common.foundDamaged = {
        context.log.error(
          "What is on the disk is not what was written; it is not used.", ["item": LogValue($0)])
      }
      let store = try await opened(configuration)
      let retention = Retention(days: settings.journalDays, events: settings.journalEvents)
      do {
        let service = try await HostedService(context) { _, _, _ in
          PersistenceService(
            store: store, log: context.log,
            compactor: JournalCompactor(store, retention, log: context.log),
            scrubber: Scrubber(store, log: context.log),
            directory: directory, metrics: metrics)
        }
        context.metrics.onRead {
          await metrics.show(store, free: DiskSpace.available(in: directory))
        }
        return service
      } catch {
        await store.close()
        throw error
      }
    }
  }

  private static func opened(_ configuration: SQLiteConfiguration) async throws -> SQLiteStore {
    do {
      return try await SQLiteStore.open(configuration, orReadsOnly: true)
    } catch let error as StoreError {
      throw error.atStart()
    }
  }
}
