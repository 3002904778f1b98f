import Bus
import Documents
import FastJSON
import Foundation
import Logging
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
  private let backups = BackupBook()
  /// Limits how often a failure of the store is logged.
  var failures = LogThrottle()
  /// Reason why the last transaction was not written, unless its sender was at fault; nil after a
  /// success.
  private let unwritten = Locked<StoreError?>(nil)
  /// Metrics; nil to record none.
  var metrics: PersistenceMetrics?

  /// Maximum size of the documents of a page, in bytes. The rest of the message is for their
  /// envelopes.
  static let pageBytes = 400_000
  /// Maximum size of the events of a page including their envelopes, in bytes.
  static let replayBytes = 960_000
  /// Maximum size of a document, and of the events of a commit including their envelopes, in bytes:
  /// stored data must fit in a message when it is read.
  static let maxBytes = Limits.bytes - 64 * 1024

  var definition: ServiceDefinition {
    get async {
      var commands = CommandTable()
      commands.begin(Commit.self) { try commit($0, $1.header, then: $2) }
      commands.on(Load.self) { command, call in
        try await translating(call.header) {
          try await store.load(command.query, maximumBytes: Self.pageBytes)
        }
      }
      commands.on(Replay.self) { try await replay($0.query, $1.header) }
      commands.on(SearchDocuments.self) { command, call in
        try await translating(call.header) {
          try await store.search(command.query, maximumBytes: Self.pageBytes)
        }
      }
      commands.on(FindCorrelated.self) { command, call in
        try await translating(call.header) {
          try await store.correlated(command, maximumBytes: Self.pageBytes)
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

  /// Liveness check: does not return while the store's thread is blocked by the disk.
  func pulse() async {
    _ = await store.statistics
  }

  /// Reason why the service is not ready: the database must be open and writable.
  var obstacle: String? {
    get async {
      guard await store.isOpen else { return "The database is closed." }
      if let reason = await store.unwritable { return reason.sentence }
      return unwrittenProblem ?? spaceProblem
    }
  }

  /// Problems, including a volume that is nearly full, before writes fail, and damaged data.
  func problems() async -> [String] {
    let found = [
      unwrittenProblem, spaceProblem, backupDirectory?.problem, store.damaged.problem,
      await notice(),
    ]
    return await found.compactMap { $0 } + store.problems + (scrubber?.problems ?? [])
  }

  private var spaceProblem: String? { directory.flatMap { DiskSpace.problem(in: $0) } }

  /// Problem with the last write for any reason, such as a failing disk; nothing is saved while it
  /// lasts.
  private var unwrittenProblem: String? {
    unwritten.withLock { $0 }.map {
      "The last transaction could not be written: \($0.sentence) Nothing will be saved until a write succeeds."
    }
  }

  /// Notice of lost data, until a user has answered the alert.
  private func notice() async -> String? {
    let query = DocumentQuery(collection: DataFailedToLoad.collection, id: DataFailedToLoad.id)
    guard let document = try? await store.load(query).documents.first,
      let notice = try? document.body.decode(as: DataFailedToLoad.self)
    else { return nil }
    return
      "\(notice.reason) The previous data is at \(notice.path). Answer the alert in the list of standups."
  }

  private func commit(
    _ command: Commit, _ header: Header, then answer: @escaping CommandTable.Answer
  ) throws {
    try command.check(maxBytes: Self.maxBytes)
    let start = ContinuousClock.now
    store.commit(Transaction(command, header: header)) { result in
      note(result)
      answer(
        Result {
          do {
            let result = try result.get()
            metrics?.commits.observe(Int(start.duration(to: .now) / .nanoseconds(1)))
            return try RawJSON(encoding: reply(to: command, result))
          } catch let error as StoreError {
            throw translated(error, header)
          }
        })
    }
  }

  private func note(_ result: Result<CommitResult, StoreError>) {
    switch result {
    case .success: unwritten.withLock { $0 = nil }
    case .failure(let error) where error.code.isCallers || error.code == .closed: break
    case .failure(let error): unwritten.withLock { $0 = error }
    }
  }

  private func reply(to command: Commit, _ result: CommitResult) -> Commit.Reply {
    // If the events are the same, or the reply in the absence of events, this commit was repeated
    // after its reply was lost, and its sender has to learn that it succeeded. Otherwise another
    // commit used the key before.
    let isSame =
      result.events.map(\.event.id) == command.events.map(\.id)
      && (!command.events.isEmpty || result.replayedReply == command.idempotency?.reply)
    return Commit.Reply(
      epoch: result.epoch, events: result.events, isRepeated: result.isRepeated ? true : nil,
      repeated: command.idempotency == nil || isSame ? nil : result.replayedReply)
  }

  private func replay(_ query: JournalQuery, _ header: Header) async throws -> EventPage {
    try await translating(header) {
      var page = try await store.replay(query, maximumBytes: Self.replayBytes)
      // A single read scans a limited part of the journal; continue, because an empty page would
      // not help the caller.
      while page.events.isEmpty, page.hasMore, let resume = page.resume {
        var rest = query
        (rest.after, rest.epoch) = (resume, page.epoch)
        page = try await store.replay(rest, maximumBytes: Self.replayBytes)
      }
      return page
    }
  }

  /// Writes a backup. The right to send commands does not include the right to write arbitrary
  /// files, so only the service's settings determine the directory.
  private func backup(_ command: Backup, _ header: Header) async throws -> Backup.Reply {
    guard let backupDirectory else {
      throw BusError(
        .unavailable, "This persistence service has no directory for backups.", retryable: false)
    }
    let name = command.name
    guard Self.isBackupName(name) else {
      throw BusError(
        .invalid,
        "Invalid backup name “\(name.prefix(100))”; expected a name such as standups.db: 1 to 100 characters"
          + " (letters, digits, “.”, “-” and “_”), beginning with a letter or digit and not ending in "
          + DatabaseFiles.logs.joined(separator: ", ")
          + " or .partial. Backups are written to the directory in STANDUPS_BACKUPS.",
        detail: ["field": "name"])
    }
    let path = "\(backupDirectory.path)/\(name)"
    if let running = backups.begin(name) {
      throw BusError(
        .busy, "The backup “\(running)” is in progress; try again when it is finished.")
    }
    defer { backups.end(name) }
    return try await translating(header) {
      try backupDirectory.prepare(now: Date())
      // Size of the database files. For PostgreSQL it is 0, and the store rejects the command.
      let sizes = await store.sizes
      try backupDirectory.check(
        roomFor: name, bytes: (sizes["main"] ?? 0) + (sizes["wal"] ?? 0))
      try await store.backup(to: path, overwriting: command.overwrite) { progress in
        backups.note(progress, of: name)
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let bytes = (attributes[.size] as? NSNumber)?.int64Value ?? 0
      metrics?.backups.add()
      metrics?.lastBackup.set(Date().timeIntervalSince1970.rounded())
      log.caused(by: header).info("Backup written.", ["bytes": LogValue(bytes)])
      return Backup.Reply(path: path, bytes: bytes)
    }
  }

  /// True for a valid name: not a path, a hidden file, an option of a command, or a file that
  /// SQLite would read as the log of another backup.
  private static func isBackupName(_ name: String) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      [0x30...0x39, 0x41...0x5A, 0x61...0x7A].contains { $0.contains(byte) }
    }
    return (1...100).contains(name.utf8.count) && name.utf8.first.map(isAlphanumeric) == true
      && name.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
      && !DatabaseFiles.logs.contains { name.lowercased().hasSuffix($0) }
      && !BackupDraft.isName(name)
  }

  /// Translates errors of the store into those of the bus, and logs those that an operator has to
  /// fix.
  private func translating<Result>(
    _ header: Header, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as StoreError {
      throw translated(error, header)
    }
  }

  private func translated(_ error: StoreError, _ header: Header) -> BusError {
    metrics?.errors.with(error.code.rawValue).add()
    if !error.code.isCallers, let fields = failures.fields(error.code.rawValue) {
      log.caused(by: header).error("\(error)", fields)
    }
    return BusError(error)
  }
}
