import Bus
import BusRouter
import Documents
import Foundation
import PersistenceAPI
import TestSupport
import ZeroMQ

@testable import RouterService

/// A router with its commands and its journal, and services of the test, all in this process.
final class BusRig: Sendable {
  let loop: SocketLoop
  let hub: InProcessHub
  let router: Router
  let journal: BusJournal
  let published = Recorder<CloudEvent>()
  private let commands: RouterCommands
  /// Keeps the peers alive.
  private let peers = Recorder<Peer>()
  private let writing: Task<Void, Never>

  init(
    _ configure: @Sendable (inout RouterConfiguration) -> Void = { _ in }
  ) async throws {
    loop = try SocketLoop(name: "router-test")
    hub = InProcessHub(loop: loop)
    let published = published
    let publish: @Sendable ([Publication]) async -> Void = { events in
      for publication in events { published.record(publication.event) }
    }
    let journal = BusJournal(log: .discarded)
    self.journal = journal
    commands = RouterCommands(since: Date(timeIntervalSince1970: 1))
    let router = Router(
      transport: hub, integration: .standups(), own: commands.table,
      configure: configure, publish: publish,
      onNotice: { journal.note($0, log: .discarded) })
    self.router = router
    commands.router = router
    writing = Task { await journal.run(router, publish: publish) }
    try await router.open()
  }

  /// A tool's connection.
  func tool() async throws -> Peer {
    let peer = Peer(transport: hub.connect(on: loop))
    peers.record(peer)
    try await peer.open()
    return peer
  }

  /// Adds a service to the bus, and returns when the router knows it.
  func add(
    _ name: String, commands: CommandTable = CommandTable(),
    delegates: [any DelegateMessage.Type] = []
  ) async throws -> Peer {
    try await add(ServiceDefinition(name: name, commands: commands, delegates: delegates))
  }

  func add(_ definition: ServiceDefinition) async throws -> Peer {
    let peer = Peer(transport: hub.connect(on: loop))
    peers.record(peer)
    try await peer.open(as: definition)
    try await peer.waitUntilWelcome()
    return peer
  }

  func close() async {
    journal.finish()
    writing.cancel()
    await router.close()
    await writing.value
    await loop.stop()
  }
}

/// The part of persistence that the router needs, in memory.
actor MemoryStore {
  private var documents: [String: Document] = [:]
  private var events: [JournalEvent] = []
  private var replies: [String: Commit.Reply] = [:]
  let commits = Recorder<Commit>()

  nonisolated var commands: CommandTable {
    var table = CommandTable()
    table.on(Commit.self) { command, call in
      try await self.commit(command, call.header)
    }
    table.on(FindCorrelated.self) { command, _ in await self.find(command) }
    table.on(Load.self) { command, _ in await self.load(command.query) }
    table.on(GetJournalRange.self) { _, _ in await self.heads }
    table.on(Replay.self) { command, _ in await self.replay(command.query) }
    return table
  }

  private var heads: JournalRange {
    JournalRange(epoch: "epoch", head: Int64(events.count), oldest: 1)
  }

  private func find(_ command: FindCorrelated) -> FindCorrelated.Reply {
    let found = events.filter {
      $0.correlation?.hasPrefix(command.id) == true || $0.event.id.hasPrefix(command.id)
    }
    let correlations = Set(found.compactMap(\.correlation)).sorted()
    let page = events.filter {
      correlations == [$0.correlation ?? ""] && $0.sequence > command.after ?? 0
    }
    let limit = command.limit ?? 100
    return FindCorrelated.Reply(
      correlations: correlations,
      events: page.prefix(limit).map {
        TracedEvent(
          id: $0.event.id, type: $0.event.labels.type, subject: $0.event.labels.subject,
          sequence: $0.sequence, time: $0.event.time, cause: $0.causation)
      }, hasMore: page.count > limit)
  }

  func commit(_ commit: Commit, _ header: Header) throws -> Commit.Reply {
    if let key = commit.idempotency?.key ?? header.idem, let earlier = replies[key] {
      return earlier
    }
    for change in commit.changes {
      switch change {
      case .put(let document), .insert(let document): documents[document.id] = document
      case .delete(_, let id): documents[id] = nil
      case .deleteMentioning, .erase: break
      case .deleteChildren, .setTeam: throw BusError(.invalid, "Not here.")
      }
    }
    let new = commit.events.enumerated().map {
      JournalEvent(
        event: $0.element, sequence: Int64(events.count + $0.offset + 1), epoch: "epoch",
        correlation: (header.corr ?? header.id).lowercaseText,
        causation: header.id.lowercaseText)
    }
    events += new
    commits.record(commit)
    let reply = Commit.Reply(epoch: "epoch", events: new)
    if let key = commit.idempotency?.key ?? header.idem { replies[key] = reply }
    return reply
  }

  /// A cursor names a position, which remains valid if its document is deleted.
  private static func rest(of all: [Document], after cursor: String) -> ArraySlice<Document> {
    let parts = cursor.split(separator: "/", maxSplits: 1).map(String.init)
    let place = (Int64(parts[0]) ?? 0, parts.last ?? "")
    return all.drop { ($0.sortKey ?? 0, $0.id) <= place }
  }

  private static func cursor(_ document: Document) -> String {
    "\(document.sortKey ?? 0)/\(document.id)"
  }

  private func load(_ query: DocumentQuery) -> DocumentPage {
    let all = documents.values.filter { $0.collection == query.collection }
      .sorted { ($0.sortKey ?? 0, $0.id) < ($1.sortKey ?? 0, $1.id) }
    if let ids = query.ids {
      return DocumentPage(documents: all.filter { ids.contains($0.id) })
    }
    let rest = query.after.map { Self.rest(of: all, after: $0) } ?? all[...]
    var page: [Document] = []
    var bytes = 0
    for document in rest.prefix(query.limit ?? 100) {
      // Like `PersistenceService`, as its tests show.
      bytes += document.body.count
      if bytes > 400_000, !page.isEmpty { break }
      page.append(document)
    }
    return DocumentPage(
      documents: page, next: page.count < rest.count ? page.last.map(Self.cursor) : nil,
      total: all.count)
  }

  private func replay(_ query: JournalQuery) -> EventPage {
    EventPage(
      events: events.filter { $0.sequence > query.after }.map(\.cloudEvent), epoch: "epoch",
      head: Int64(events.count), hasMore: false)
  }
}
