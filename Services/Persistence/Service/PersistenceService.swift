import Bus
import Foundation
import Lifecycle
import Messages

/// The store on the bus. What documents and events say is opaque to it.
struct PersistenceService: Service {
  let store: Store
  let log: Log
  /// Keeps the journal within its bounds; nil keeps all.
  var compactor: JournalCompactor?
  /// Where the store is; nil where its space is not watched.
  var directory: String?
  /// What is measured; nil for nothing.
  var metrics: PersistenceMetrics?

  /// A page is cut before its JSON could outgrow a message: what is around a document or an event comes
  /// on top of this.
  static let pageBytes = 400_000
  /// A page of events, with what is around them.
  static let replayBytes = 960_000
  /// The most bytes of one document, and of the events of one commit with what is around them: what is
  /// stored must fit a message again when it is read.
  static let mostBytes = Limits.bytes - 64 * 1024

  var definition: ServiceDefinition {
    get async {
      var commands = CommandTable()
      commands.on(Commit.self, access: .parent) { try await commit($0, $1.header) }
      commands.on(Load.self, access: .parent) { try await load($0, $1.header) }
      commands.on(Replay.self, access: .parent) { try await replay($0, $1.header) }
      commands.on(SearchDocuments.self, access: .parent) { try await search($0, $1.header) }
      commands.on(FindCorrelated.self, access: .parent) { try await find($0, $1.header) }
      commands.on(LoadReplies.self, access: .parent) { try await replies($0, $1.header) }
      commands.on(Messages.JournalHeads.self) { try await heads($1.header) }
      commands.on(Backup.self) { try await backup($0, $1.header) }
      return ServiceDefinition(name: "persistence", capacity: 4096, commands: commands)
    }
  }

  func start() async throws {
    if let reason = await store.unwritable {
      log.warning("Only reading until that changes: \(reason.sentence)")
    }
    await compactor?.start()
  }

  func drain() async {
    await compactor?.stop()
    await store.close()
  }

  /// A thread that hangs in the disk shows no sign of life.
  func pulse() async {
    _ = await store.statistics
  }

  /// Without a database that can be written nothing can be saved.
  var obstacle: String? {
    get async {
      guard await store.isOpen else { return "The database is closed." }
      if let reason = await store.unwritable { return reason.sentence }
      return await problems().first
    }
  }

  /// A volume that is nearly full is said before nothing can be written any more.
  func problems() async -> [String] {
    directory.flatMap { DiskSpace.problem(in: $0) }.map { [$0] } ?? []
  }

  private func commit(_ command: Commit, _ header: Header) async throws -> Commit.Reply {
    let transaction = try Transaction(command, header: header)
    try transaction.check(mostBytes: Self.mostBytes)
    let start = ContinuousClock.now
    let result = try await translating(header) { try await store.commit(transaction) }
    metrics?.commits.observe(Int(start.duration(to: .now) / .nanoseconds(1)))
    // The same events: this very commit was sent again because its answer got lost, and whoever sent
    // it has to learn that it was done. Other ones: another commit has used the key before.
    let isSame =
      !command.events.isEmpty && result.events.map(\.event.id) == command.events.map(\.id)
    return Commit.Reply(
      epoch: result.epoch,
      events: try result.events.map { try JournalEvent($0, epoch: result.epoch) },
      repeated: command.idempotency == nil || isSame
        ? nil : try result.replayedReply.map { try JSONValue(jsonText: $0) })
  }

  private func load(_ command: Load, _ header: Header) async throws -> Load.Reply {
    try await translating(header) {
      if let id = command.id {
        let document = try await store.load(command.collection, id)
        return Load.Reply(
          documents: try document.map { [try Messages.Document($0)] } ?? [],
          total: document == nil ? 0 : 1)
      }
      let page = try await store.loadAll(
        PageRequest(
          collection: command.collection, parent: command.parent,
          after: try command.after.map { try PageCursor(text: $0) }, limit: command.limit ?? 100,
          maximumBytes: Self.pageBytes, newestFirst: command.newestFirst ?? false))
      return Load.Reply(
        documents: try page.documents.map { try Messages.Document($0) },
        next: page.next?.text,
        total: try await store.count(command.collection, parent: command.parent))
    }
  }

  private func replay(_ command: Replay, _ header: Header) async throws -> Replay.Reply {
    try await translating(header) {
      let filter = JournalFilter(
        types: command.types ?? [], standup: command.standup, meeting: command.meeting)
      let limit = command.limit ?? 100
      var page = try await store.replay(
        after: command.after, epoch: command.epoch, filter: filter, limit: limit,
        maximumBytes: Self.replayBytes)
      // One read looks at a bounded part of the journal. Whoever asks can only go on from an event.
      while page.events.isEmpty, page.resume < page.head {
        page = try await store.replay(
          after: page.resume, epoch: page.epoch, filter: filter, limit: limit,
          maximumBytes: Self.replayBytes)
      }
      return Replay.Reply(
        events: try page.events.map { try JournalEvent($0, epoch: page.epoch) },
        epoch: page.epoch, head: page.head, hasMore: page.resume < page.head,
        resume: page.resume)
    }
  }

  private func search(
    _ command: SearchDocuments, _ header: Header
  ) async throws -> SearchDocuments.Reply {
    try await translating(header) {
      let found = try await store.search(
        command.collection, for: command.query, limit: command.limit ?? 20,
        offset: command.offset ?? 0, mark: ("\u{2}", "\u{3}"))
      var hits: [SearchDocuments.Hit] = []
      var bytes = 0
      for hit in found {
        // Deleted since it was found: no hit any more.
        guard let document = try await store.load(command.collection, hit.id) else { continue }
        bytes += document.body.utf8.count + BusJSON.bytes(of: hit.snippet) + 200
        // The rest is found from the offset after these.
        if !hits.isEmpty, bytes > Self.pageBytes { break }
        hits.append(
          SearchDocuments.Hit(document: try Messages.Document(document), snippet: hit.snippet))
      }
      let total = try await store.countMatches(command.collection, for: command.query)
      return SearchDocuments.Reply(hits: hits, total: total)
    }
  }

  private func find(
    _ command: FindCorrelated, _ header: Header
  ) async throws -> FindCorrelated.Reply {
    try await translating(header) {
      let found = try await store.correlated(
        command.id.lowercased(), after: command.after ?? 0, limit: command.limit ?? 100,
        maximumBytes: Self.pageBytes)
      return FindCorrelated.Reply(
        correlations: found.correlations, events: try found.events.map { try TracedEvent($0) },
        hasMore: found.hasMore)
    }
  }

  private func replies(_ command: LoadReplies, _ header: Header) async throws -> LoadReplies.Reply {
    try await translating(header) {
      let stored = try await store.newestReplies(
        limit: command.limit, maximumBytes: Self.pageBytes,
        excludingPrefix: Transaction.retryPrefix)
      return LoadReplies.Reply(
        replies: try stored.map {
          Messages.StoredReply(key: $0.key, reply: try JSONValue(jsonText: $0.reply))
        })
    }
  }

  private func heads(_ header: Header) async throws -> Messages.JournalHeads.Reply {
    try await translating(header) {
      let heads = try await store.heads(views: [])
      return Messages.JournalHeads.Reply(
        epoch: heads.position.epoch, head: heads.position.sequence, oldest: heads.lowest)
    }
  }

  private func backup(_ command: Backup, _ header: Header) async throws -> Backup.Reply {
    guard command.path.hasPrefix("/") else {
      throw BusError(.invalid, "A backup needs an absolute path, not “\(command.path)”.")
    }
    return try await translating(header) {
      try await store.backup(to: command.path, overwriting: command.overwrite)
      let attributes = try FileManager.default.attributesOfItem(atPath: command.path)
      let bytes = (attributes[.size] as? NSNumber)?.int64Value ?? 0
      metrics?.backups.add()
      metrics?.lastBackup.set(Date().timeIntervalSince1970.rounded())
      log.caused(by: header).info("A backup was written.", ["bytes": LogValue(bytes)])
      return Backup.Reply(path: command.path, bytes: bytes)
    }
  }

  /// Errors of the store as errors of the bus; what an operator has to mend is logged too.
  private func translating<Result>(
    _ header: Header, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let error as StoreError {
      metrics?.errors.with(error.code.rawValue).add()
      if ![.conflict, .invalid, .compacted, .exists].contains(error.code) {
        log.caused(by: header).error("\(error)")
      }
      throw BusError(error)
    }
  }
}
