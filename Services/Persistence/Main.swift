import Bus
import Lifecycle

@main
enum Main {
  static func main() async {
    await ServiceRunner.main(
      "persistence", summary: "keeps documents and events in a SQLite database.",
      problem: { environment in environment.dataDirectory.flatMap { DiskSpace.problem(in: $0) } }
    ) { context in
      let directory = try context.environment.requiredDataDirectory()
      let store = try await opened(directory + "/standups.db")
      let retention = Retention(
        days: context.environment.journalDays, events: context.environment.journalEvents)
      do {
        return try await HostedService(context) { _, _, _ in
          PersistenceService(
            store: store, log: context.log,
            compactor: JournalCompactor(store, retention, log: context.log),
            directory: directory)
        }
      } catch {
        await store.close()
        throw error
      }
    }
  }

  /// A store that cannot be opened is a matter of the machine or its settings, not a defect.
  private static func opened(_ path: String) async throws -> Store {
    do {
      return try await Store.open(StoreConfiguration(path: path), orReadsOnly: true)
    } catch let error as StoreError where [.locked, .full].contains(error.code) {
      throw BusError(.busy, error.sentence)
    } catch let error as StoreError {
      throw ConfigurationError("STANDUPS_DATA", error.sentence)
    }
  }
}
