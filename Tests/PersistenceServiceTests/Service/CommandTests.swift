import Bus
import Foundation
import Messages
import Metrics
import TestSupport
import Testing

@testable import PersistenceService

/// Every command of the service, over a real store.
@Suite(.timeLimit(.minutes(1))) struct CommandTests {
  typealias Doc = Messages.Document

  func with(
    _ body: (ServiceCaller, TemporaryDirectory) async throws -> Void
  ) async throws {
    try await withStore { store, directory in
      let service = PersistenceService(store: store, log: .discarded)
      try await body(ServiceCaller(commands: await service.definition.commands), directory)
    }
  }

  func event(
    _ data: JSONValue = .object([:]), id: String = UUID().uuidString, standup: String? = nil
  ) -> Messages.NewEvent {
    Messages.NewEvent(
      id: id, source: "/standups/test",
      labels: EventLabels(type: "standup.updated", subject: "s", standup: standup, meeting: "m"),
      time: Date(timeIntervalSince1970: 1_795_260_600.125), traceparent: "00-a-b-01", data: data)
  }

  @Test(
    arguments: [
      .null, .bool(true), .integer(.max), .integer(.min), .integer(9_007_199_254_740_993),
      .unsigned(.max), .number(0.1), .number(-1e300), .string("naïve 👩‍👩‍👧 \u{0}\"\\/\u{2028} עברית"),
      .array([.array([]), .object(["": .null]), .array([.integer(1), .string("")])]),
      .object(["a": .object(["ü": .array([.bool(false)])]), "b.c": .number(2.5)]),
    ] as [JSONValue])
  func whatIsStoredComesBack(_ value: JSONValue) async throws {
    try await with { caller, _ in
      let document = Doc(
        collection: "standups", id: "ïd 1", parent: "p", sortKey: -5, body: .object(["v": value]))
      let committed = try await caller.send(
        Commit(changes: [.put(document)], events: [event(value, id: "e1", standup: "s")]))
      #expect(committed.events[0].event.data == value)
      #expect(committed.repeated == nil)
      let one = try await caller.send(Load(collection: "standups", id: "ïd 1"))
      #expect(one.documents == [document])
      #expect(one.total == 1)
      #expect(try await caller.send(Load(collection: "standups")).documents == [document])
      let replayed = try await caller.send(Replay(after: 0))
      #expect(replayed.events == committed.events)
      #expect(replayed.events[0].event == event(value, id: "e1", standup: "s"))
      #expect(replayed.hasMore == false)
    }
  }

  @Test func commitsErrorsAndBackupsAreMeasured() async throws {
    let registry = MetricRegistry()
    let metrics = PersistenceMetrics(registry)
    try await withStore { store, directory in
      let service = PersistenceService(store: store, log: .discarded, metrics: metrics)
      #expect(await service.obstacle == nil)
      let caller = ServiceCaller(commands: await service.definition.commands)
      for _ in 0..<3 { _ = try await caller.send(Commit(events: [event()])) }
      _ = try await caller.send(Backup(path: directory.path + "/copy.db"))
      await #expect(throws: BusError.self) {
        try await caller.send(Backup(path: directory.path + "/copy.db"))
      }
      await metrics.show(store, free: 4096)
      #expect(registry.value("standups_persistence_commit_seconds_count") == 3)
      #expect(registry.value("standups_persistence_transactions_total") == 3)
      #expect(registry.value("standups_persistence_events_total") == 3)
      #expect(registry.value("standups_persistence_journal_head") == 3)
      #expect(registry.value("standups_persistence_backups_total") == 1)
      #expect(registry.value(#"standups_persistence_errors_total{code="exists"}"#) == 1)
      #expect(registry.value("standups_persistence_disk_free_bytes") == 4096)
      #expect((registry.value(#"standups_persistence_database_bytes{file="main"}"#) ?? 0) >= 4096)
      #expect((registry.value(#"standups_persistence_database_bytes{file="wal"}"#) ?? 0) > 4096)
      await store.close()
      #expect(await service.obstacle == "The database is closed.")
    }
  }

  @Test func documentsAreReplacedAndDeleted() async throws {
    try await with { caller, _ in
      func put(_ id: String, _ parent: String?, _ text: String) -> Messages.DocumentChange {
        .put(Doc(collection: "meetings", id: id, parent: parent, body: .string(text)))
      }
      _ = try await caller.send(
        Commit(changes: [put("1", "a", "x"), put("2", "a", "y"), put("3", "b", "z")]))
      _ = try await caller.send(
        Commit(changes: [put("1", "a", "new"), .delete(collection: "meetings", id: "2")]))
      let page = try await caller.send(Load(collection: "meetings", newestFirst: true))
      #expect(page.documents.map(\.body) == [.string("z"), .string("new")])
      #expect(page.total == 2)
      _ = try await caller.send(
        Commit(changes: [.deleteChildren(collection: "meetings", parent: "a")]))
      let rest = try await caller.send(Load(collection: "meetings", parent: "a"))
      #expect(rest == Load.Reply(documents: [], total: 0))
      #expect(try await caller.send(Load(collection: "meetings", id: "9")).documents.isEmpty)
    }
  }

  @Test func aCommitThatIsSentAgainIsDoneOnce() async throws {
    try await with { caller, _ in
      let commit = Commit(events: [event(id: "e1")])
      let first = try await caller.send(commit, idem: "retry-1")
      let second = try await caller.send(commit, idem: "retry-1")
      #expect(second.events == first.events)
      #expect(second.repeated == nil)
      #expect(try await caller.send(JournalHeads()).head == 1)
    }
  }

  @Test func aKnownKeyGivesTheStoredReply() async throws {
    try await with { caller, _ in
      let reply = Messages.StoredReply(key: "k", reply: .string("done"))
      let first = Commit(events: [event(id: "e1")], idempotency: reply)
      #expect(try await caller.send(first, idem: "a").repeated == nil)
      // Its answer got lost and it is sent again: it was done, and by this one.
      let again = try await caller.send(first, idem: "a")
      #expect(again.repeated == nil)
      #expect(again.events.count == 1)
      // Another decision for the same key: nothing is written.
      let other = Commit(
        events: [event(id: "e2")],
        idempotency: Messages.StoredReply(key: "k", reply: .string("other")))
      #expect(try await caller.send(other, idem: "b").repeated == .string("done"))
      #expect(try await caller.send(JournalHeads()).head == 1)
    }
  }

  @Test func storedRepliesAreListedNewestFirstWithoutTheKeysOfRetries() async throws {
    try await with { caller, _ in
      for key in ["1", "2", "3"] {
        _ = try await caller.send(
          Commit(idempotency: Messages.StoredReply(key: key, reply: .string(key))), idem: "r" + key)
        _ = try await caller.send(Commit(events: [event()]), idem: "only a retry" + key)
      }
      let replies = try await caller.send(LoadReplies(limit: 10)).replies
      #expect(Set(replies.map(\.key)) == ["1", "2", "3"])
      #expect(try await caller.send(LoadReplies(limit: 2)).replies.count == 2)
      #expect(try await caller.send(LoadReplies(limit: -1)).replies.isEmpty)
    }
  }

  @Test func heads() async throws {
    try await with { caller, _ in
      let empty = try await caller.send(JournalHeads())
      #expect(empty.head == 0)
      #expect(!empty.epoch.isEmpty)
      let reply = try await caller.send(Commit(events: [event(), event()]))
      #expect(reply.events.map(\.sequence) == [1, 2])
      #expect(reply.events[1].previousOfMeeting == 1)
      #expect(
        try await caller.send(JournalHeads())
          == JournalHeads.Reply(epoch: empty.epoch, head: 2, oldest: 1))
    }
  }

  @Test func searching() async throws {
    try await with { caller, _ in
      func put(_ id: String, _ text: String) -> Messages.DocumentChange {
        .put(
          Doc(
            collection: "meetings", id: id, parent: "s", body: .string(id), searchText: text))
      }
      _ = try await caller.send(
        Commit(changes: [put("1", "the red fox"), put("2", "a red herring"), put("3", "nothing")]))
      let found = try await caller.send(SearchDocuments(collection: "meetings", query: "red"))
      #expect(Set(found.hits.map(\.document.id)) == ["1", "2"])
      #expect(found.total == 2)
      #expect(found.hits.allSatisfy { $0.snippet.contains("\u{2}red\u{3}") })
      let second = try await caller.send(
        SearchDocuments(collection: "meetings", query: "red", limit: 1, offset: 1))
      #expect(second.hits.count == 1)
      #expect(second.total == 2)
      #expect(
        try await caller.send(SearchDocuments(collection: "meetings", query: "  \"")).hits.isEmpty)
      #expect(
        try await caller.send(SearchDocuments(collection: "other", query: "red")).total == 0)
    }
  }

  @Test func backups() async throws {
    try await with { caller, directory in
      _ = try await caller.send(Commit(events: [event(id: "e1")]))
      let path = directory.file("copy.db")
      let reply = try await caller.send(Backup(path: path))
      #expect(reply.path == path)
      #expect(reply.bytes == Int64(try directory.bytes("copy.db").count))
      #expect(await caller.refusal(Backup(path: path))?.code == .conflict)
      #expect(try await caller.send(Backup(path: path, overwrite: true)).bytes > 0)
      for wrong in ["copy.db", "", "~/copy.db"] {
        #expect(await caller.refusal(Backup(path: wrong))?.code == .invalid)
      }
      #expect(
        await caller.refusal(Backup(path: directory.file("standups.db"), overwrite: true))?.code
          == .invalid)
      #expect(await caller.refusal(Backup(path: directory.path))?.code == .invalid)
      let missing = await caller.refusal(Backup(path: directory.file("none/copy.db")))
      #expect(missing?.code == .unavailable)
      #expect(missing?.retryable == false)
    }
  }

  @Test func whoMaySendWhat() async throws {
    try await withStore { store, _ in
      let service = PersistenceService(store: store, log: .discarded)
      let open = await service.definition.commands.declarations.filter { $0.access == .anyone }
      #expect(open.map(\.target) == ["persistence.backup", "persistence.heads"])
    }
  }
}

/// Sends commands to a service's table, as its host would.
struct ServiceCaller {
  let commands: CommandTable

  func send<Command: BusCommand>(
    _ command: Command, idem: String? = nil, cause: Header? = nil
  ) async throws -> Command.Reply {
    var header = cause?.leading() ?? Header()
    header.idem = idem
    let reply = try await commands.run(
      Command.target, body: try BusJSON.encode(command), call: Call(header: header))
    // What cannot be sent is no answer.
    _ = try Envelope(.final, header: Header(), body: reply).message()
    return try BusJSON.decode(Command.Reply.self, from: reply)
  }

  func refusal(_ command: some BusCommand) async -> BusError? {
    do {
      _ = try await send(command)
      return nil
    } catch {
      return error as? BusError
    }
  }
}
