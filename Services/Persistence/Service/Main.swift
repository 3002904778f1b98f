import Bus
import StandupsLifecycle
import StandupsLogging

@main
enum Main {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if PersistenceVerbs.include(arguments) {
      await PersistenceVerbs.run(Array(arguments), in: .standard).exitProcess()
    }
    await ServiceRunner.main(
      "persistence", summary: "stores documents and events in SQLite or PostgreSQL.",
      settings: PersistenceSettings.self,
      problem: { environment in environment.dataDirectory.flatMap { DiskSpace.problem(in: $0) } }
    ) { context, settings in
      let directory = try context.environment.requiredDataDirectory()
      let metrics = PersistenceMetrics(context.metrics)
      var configuration = StoreConfiguration()
      configuration.willCommit = { metrics.batches.observe($0) }
      configuration.foundDamaged = {
        context.log.error(
          "The checksum of a stored item does not match; the item is not used.",
          ["item": LogValue($0)])
      }
      let fencing = Fencing()
      let place = StorePlace(
        directory: directory, database: settings.database,
        instance: context.instance.lowercaseText)
      let standby = StandbyNote(context)
      let store = try await place.open(
        configuration,
        standby: { wait in
          context.log.info("Standing by: another persistence service is using the database.")
          return try await standby.held(wait)
        }, fenced: { fencing.signal() })
      let retention = Retention(days: settings.journalDays, events: settings.journalEvents)
      do {
        let service = try await HostedService(context) { _, _, _ in
          PersistenceService(
            store: store, log: context.log,
            compactor: JournalCompactor(store, retention, log: context.log),
            scrubber: Scrubber(store, log: context.log),
            directory: directory,
            backupDirectory: BackupDirectory(path: settings.backups ?? "\(directory)/backups"),
            metrics: metrics)
        }
        context.metrics.onRead {
          await metrics.update(store, free: DiskSpace.available(in: directory))
        }
        return FenceableService(service, fencing)
      } catch {
        await store.close()
        throw error
      }
    }
  }
}
