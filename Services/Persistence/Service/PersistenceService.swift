import Bus
import Documents
import Foundation
import StandupsLogging
import PersistenceAPI
import Threads

/// The store as a service on the bus. The content of documents and events is opaque to it.
struct PersistenceService: Service {
  let store: any Store
  let log: Log
  /// Limits the size of the journal; nil for unlimited retention.
  var compactor: JournalCompactor?
  /// Searches for damage; nil for no scrub.
  var scrubber: Scrubber?
  /// Directory of the store, whose free space is monitored; nil to disable this.
  var directory: String?
  /// Directory of backups; nil if backups are not possible.
  var backupDirectory: BackupDirectory?
  let backups = BackupTracker()
  /// Limits how often a failure of the store is logged.
  var failures = LogThrottle()
  /// Reason why the last transaction was not written, unless its sender was at fault; nil after a
  /// success.
  let unwritten = Locked<StoreError?>(nil)
  /// Metrics; nil to record none.
  var metrics: PersistenceMetrics?

  /// Maximum size of the documents on a page, in bytes. The rest of the message is reserved for
  /// their envelopes.
  static let pageBytes = 400_000
  /// Maximum size of the events on a page, including their envelopes, in bytes.
  static let replayBytes = 960_000
  /// Maximum size of a document, and of the events of a commit including their envelopes, in bytes,
  /// because stored data must fit in a message when it is read.
  static let maxBytes = Limits.bytes - 64 * 1024
  /// Maximum size of the events in the reply to commits, in bytes.
  static let maxReplyBytes = Limits.bytes - 2 * Limits.headBytes

  /// The commands that the service answers.
  var definition: ServiceDefinition {
    get async {
      var commands = CommandTable()
      commands.begin(Commit.self) { try commit($0, $1.header, then: $2) }
      commands.begin(CommitBatch.self) { try commit($0, $1.header, then: $2) }
      commands.on(Load.self) { command, call in
        try await translating(call.header) {
          try await store.load(command.query, maxBytes: Self.pageBytes)
        }
      }
      commands.on(Replay.self) { try await replay($0.query, $1.header) }
      commands.on(SearchDocuments.self) { command, call in
        try await translating(call.header) {
          try await store.search(command.query, maxBytes: Self.pageBytes)
        }
      }
      commands.on(FindCorrelated.self) { command, call in
        try await translating(call.header) {
          try await store.correlated(command, maxBytes: Self.pageBytes)
        }
      }
      commands.on(FindReply.self) { command, call in
        try await translating(call.header) {
          FindReply.Reply(reply: try await store.reply(under: command.key, to: command.request))
        }
      }
      commands.on(GetWaitingStores.self) { _, call in
        try await translating(call.header) {
          GetWaitingStores.Reply(waiting: try await store.waiting())
        }
      }
      commands.on(BeginTerm.self) { command, call in
        try await translating(call.header) {
          try await store.begin(command.term, router: call.header.term)
          return Done()
        }
      }
      commands.on(GetJournalRange.self) { _, call in
        try await translating(call.header) { try await store.range() }
      }
      commands.on(Backup.self) { try await backup($0, $1.header) }
      commands.on(GetBackup.self) { command, _ in
        guard let progress = backups[command.name] else {
          throw BusError(.notFound, "No backup “\(command.name.prefix(100))” is in progress.")
        }
        return progress
      }
      return ServiceDefinition(name: "persistence", capacity: 4096, commands: commands)
    }
  }

  func start() async throws {
    if let reason = await store.unwritable {
      log.warning("Read-only for now: \(reason.sentence)")
    }
    if let problem = backupDirectory?.problem { log.warning("\(problem)") }
    do {
      try backupDirectory?.clean(now: Date())
    } catch {
      log.warning("Drafts of interrupted backups could not be removed: \(error)")
    }
    await compactor?.start()
    await scrubber?.start()
  }

  func drain() async {
    await compactor?.stop()
    await scrubber?.stop()
    await store.close()
  }

  private func replay(_ query: JournalQuery, _ header: Header) async throws -> EventPage {
    try await translating(header) {
      var page = try await store.replay(query, maxBytes: Self.replayBytes)
      // A single read scans only a limited part of the journal. Continue, because an empty page
      // would not help the caller.
      while page.events.isEmpty, page.hasMore, let resume = page.resume {
        var rest = query
        (rest.after, rest.epoch) = (resume, page.epoch)
        page = try await store.replay(rest, maxBytes: Self.replayBytes)
      }
      return page
    }
  }
}
