import Bus
import Documents
import FastJSON
import Foundation
import StandupsLogging
import StandupsMetrics
import PersistenceAPI
import TestSupport
import Testing

@testable import PersistenceService

/// Every command of the service, with a real store.
@Suite struct CommandTests {
  func with(
    _ engine: Engine, _ body: (ServiceCaller, TemporaryDirectory) async throws -> Void
  ) async throws {
    try await withStore(on: engine) { store, directory in
      let service = PersistenceService(
        store: store, log: .discarded,
        backupDirectory: BackupDirectory(path: directory.file("backups")))
      try await body(ServiceCaller(commands: await service.definition.commands), directory)
    }
  }

  func event(
    _ data: RawJSON = .emptyObject, id: String = UUID().uuidString, standup: String? = nil
  ) -> NewEvent {
    NewEvent(
      id: id, source: "/standups/test",
      labels: EventLabels(type: "standup.updated", subject: "s", standup: standup, meeting: "m"),
      time: Date(timeIntervalSince1970: 1_795_260_600.125), traceparent: "00-a-b-01", data: data)
  }

  /// Members in any order and duplicated, numbers in any form, unnecessary escapes: none of it is
  /// decoded on the way to the disk and back.
  private static let unusualJSON = [
    "null", "true", "[]", #""""#, "-0", "0.10", "1e5", "-1E+300", "9223372036854775807",
    "12345678901234567890", "123456789012345678901234567890", "1.000000000000000000001",
    #"{"z":1,"a":{"y":2,"b":[1e5,0.0,-0]},"a":3,"":null}"#,
    #""naïve 👩‍👩‍👧 \u0000\"\\\/\u2028\u00e9\ud83d\udc4b עברית""#, #"{"\u0061\/":"\u0062"}"#,
  ]

  @Test(arguments: Engine.allCases)
  func whatIsStoredComesBackByteForByte(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      var stored: [Document] = []
      var published: [JournalEvent] = []
      for (number, text) in Self.unusualJSON.enumerated() {
        let value = try RawJSON(validating: Array(#"{"v":\#(text)}"#.utf8))
        let document = Document(
          collection: "standups", id: "ïd \(number)", parent: "p", sortKey: Int64(number - 5),
          body: value)
        let event = event(value, id: "e\(number)", standup: "s")
        let committed = try await caller.send(
          Commit(
            changes: [.put(document)], events: [event],
            idempotency: StoredReply(key: "k\(number)", reply: value)))
        #expect(committed.events.map(\.event) == [event])
        #expect(committed.repeated == nil)
        let query = DocumentQuery(collection: "standups", id: document.id)
        let one = try await caller.send(Load(query))
        #expect(one == DocumentPage(documents: [document]))
        #expect(one.documents.first?.body.text == #"{"v":\#(text)}"#)
        #expect(
          try await caller.send(FindReply(key: "k\(number)")) == FoundReply(reply: value))
        stored.append(document)
        published += committed.events
      }
      #expect(
        try await caller.send(Load(DocumentQuery(collection: "standups"))).documents == stored)
      let replayed = try await caller.send(Replay(JournalQuery(after: 0)))
      #expect(replayed.events == published.map(\.cloudEvent))
      #expect(replayed.events.map(\.data) == stored.map(\.body))
      #expect(!replayed.hasMore)
    }
  }

  @Test(arguments: Engine.allCases)
  func aDocumentIsInsertedOnceAndAllOfItsTransactionWithIt(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let first = Document(collection: "standups", id: "a", body: json("1"))
      let second = Document(collection: "standups", id: "a", body: json("2"))
      let other = Document(collection: "standups", id: "b", body: json("3"))
      _ = try await caller.send(Commit(changes: [.insert(first)]))
      let refusal = await caller.refusal(
        Commit(changes: [.put(other), .insert(second)], events: [event(json("1"))]))
      #expect(refusal?.code == .conflict)
      #expect(refusal?.detail?["document"] == "a")
      #expect(refusal?.detail?["collection"] == "standups")
      let page = try await caller.send(Load(DocumentQuery(collection: "standups", counts: true)))
      #expect(page.documents.map(\.body.text) == ["1"] && page.total == 1)
      #expect(try await caller.send(GetJournalRange()).head == 0)
      // Once it is removed, the id is free.
      _ = try await caller.send(
        Commit(changes: [.delete(collection: "standups", id: "a"), .insert(second)]))
      let again = try await caller.send(Load(DocumentQuery(collection: "standups", id: "a")))
      #expect(again.documents.map(\.body.text) == ["2"] && again.total == nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func documentsAreGivenByTheirIDsInThatOrder(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let long = json("\"" + String(repeating: "x", count: 150_000) + "\"")
      let changes = ["a", "b", "c", "d"].map {
        DocumentChange.put(Document(collection: "standups", id: $0, body: long))
      }
      _ = try await caller.send(Commit(changes: changes))
      func ids(_ ids: [String]) async throws -> (found: [String], next: String?) {
        let page = try await caller.send(Load(DocumentQuery(collection: "standups", ids: ids)))
        return (page.documents.map(\.id), page.next)
      }
      var page = try await ids(["c", "x", "a"])
      #expect(page.found == ["c", "a"] && page.next == nil)
      // Documents that do not fit are requested again.
      page = try await ids(["d", "x", "b", "a", "c"])
      #expect(page.found == ["d", "b"] && page.next == "a")
      page = try await ids([])
      #expect(page.found == [] && page.next == nil)
      let many = (0...1000).map { "\($0)" }
      let refusal = await caller.refusal(
        Load(DocumentQuery(collection: "standups", ids: many)))
      #expect(refusal?.code == .invalid)
    }
  }

  @Test(arguments: Engine.allCases, [JSONReader.rawDepth, JSONReader.rawDepth + 1, 1000])
  func aBodyThatIsTooDeepIsNotStored(_ engine: Engine, _ depth: Int) async throws {
    try await with(engine) { caller, _ in
      let deep = json(
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
      let document = Document(collection: "standups", id: "s", sortKey: 0, body: deep)
      let commits = [
        Commit(changes: [.put(document)]), Commit(events: [event(deep)]),
        Commit(idempotency: StoredReply(key: "k", reply: deep)),
      ]
      for commit in commits {
        let refusal = await caller.refusal(commit)
        #expect(refusal?.code == (depth > JSONReader.rawDepth ? .invalid : nil))
      }
      let isStored = depth <= JSONReader.rawDepth
      let page = try await caller.send(Load(DocumentQuery(collection: "standups")))
      #expect(page.documents == (isStored ? [document] : []))
      #expect(try await caller.send(GetJournalRange()).head == (isStored ? 1 : 0))
      #expect(try await caller.send(FindReply(key: "k")).reply == (isStored ? deep : nil))
    }
  }

  @Test func commitsErrorsAndBackupsAreMeasured() async throws {
    let registry = MetricRegistry()
    let metrics = PersistenceMetrics(registry)
    try await withStore { store, directory in
      let service = PersistenceService(
        store: store, log: .discarded, backupDirectory: BackupDirectory(path: directory.path),
        metrics: metrics)
      #expect(await service.obstacle == nil)
      let caller = ServiceCaller(commands: await service.definition.commands)
      for _ in 0..<3 { _ = try await caller.send(Commit(events: [event()])) }
      _ = try await caller.send(Backup(name: "copy.db"))
      let progress = try await caller.send(GetBackup(name: "copy.db"))
      #expect(progress.copied == progress.total && progress.total > 1)
      await #expect(throws: BusError.self) {
        try await caller.send(GetBackup(name: "another.db"))
      }
      await #expect(throws: BusError.self) {
        try await caller.send(Backup(name: "copy.db"))
      }
      await metrics.update(store, free: 4096)
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

  @Test(arguments: Engine.allCases)
  func documentsAreReplacedAndDeleted(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      func put(_ id: String, _ parent: String?, _ text: String) -> DocumentChange {
        .put(Document(collection: "meetings", id: id, parent: parent, body: json("\"\(text)\"")))
      }
      _ = try await caller.send(
        Commit(changes: [put("1", "a", "x"), put("2", "a", "y"), put("3", "b", "z")]))
      _ = try await caller.send(
        Commit(changes: [put("1", "a", "new"), .delete(collection: "meetings", id: "2")]))
      let page = try await caller.send(
        Load(DocumentQuery(collection: "meetings", newestFirst: true, counts: true)))
      #expect(page.documents.map(\.body) == [json(#""z""#), json(#""new""#)])
      #expect(page.total == 2)
      _ = try await caller.send(
        Commit(changes: [.deleteChildren(collection: "meetings", parent: "a")]))
      let rest = try await caller.send(Load(DocumentQuery(collection: "meetings", parent: "a")))
      #expect(rest == DocumentPage(documents: []))
      #expect(
        try await caller.send(Load(DocumentQuery(collection: "meetings", id: "9"))).documents
          .isEmpty)
    }
  }

  /// On a full disk, thousands of commits may fail.
  @Test(arguments: Engine.allCases)
  func manyFailuresOfOneKindAreOneLine(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let lines = Recorder<String>()
      let log = Log(service: "persistence", sink: LogSink { lines.record($0) })
      var service = PersistenceService(store: store, log: log)
      service.failures = LogThrottle(pause: .seconds(3600))
      let caller = ServiceCaller(commands: await service.definition.commands)
      await store.close()
      for _ in 1...50 {
        let commit = Commit(events: [event()])
        let error = await #expect(throws: BusError.self) { _ = try await caller.send(commit) }
        #expect(error?.code == .unavailable)
      }
      #expect(lines.values.count == 1)
    }
  }

  @Test(arguments: Engine.allCases)
  func heads(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let empty = try await caller.send(GetJournalRange())
      #expect(empty.head == 0)
      #expect(!empty.epoch.isEmpty)
      let reply = try await caller.send(Commit(events: [event(), event()]))
      #expect(reply.events.map(\.sequence) == [1, 2])
      #expect(reply.events[1].previousOfMeeting == 1)
      #expect(
        try await caller.send(GetJournalRange())
          == JournalRange(epoch: empty.epoch, head: 2, oldest: 1))
    }
  }

  @Test(arguments: Engine.allCases)
  func searching(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      func search(_ collection: String, _ text: String) -> SearchDocuments {
        SearchDocuments(TextQuery(collection: collection, query: text))
      }
      func put(_ id: String, _ text: String) -> DocumentChange {
        .put(
          Document(
            collection: "meetings", id: id, parent: "s", body: .emptyObject, searchText: text))
      }
      _ = try await caller.send(
        Commit(changes: [put("1", "the red fox"), put("2", "a red herring"), put("3", "nothing")]))
      let found = try await caller.send(search("meetings", "red"))
      #expect(Set(found.hits.map(\.document.id)) == ["1", "2"])
      #expect(found.total == 2)
      #expect(found.hits.allSatisfy { $0.snippet.contains("\u{2}red\u{3}") })
      let second = try await caller.send(
        SearchDocuments(TextQuery(collection: "meetings", query: "red", limit: 1, offset: 1)))
      #expect(second.hits.count == 1)
      #expect(second.total == 2)
      #expect(try await caller.send(search("meetings", "  \"")).hits.isEmpty)
      #expect(try await caller.send(search("other", "red")).total == 0)
    }
  }

  @Test(arguments: Engine.allCases)
  func whoMaySendWhat(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let service = PersistenceService(store: store, log: .discarded)
      let open = await service.definition.commands.declarations.filter { $0.access == .operator }
      #expect(
        open.map(\.target) == [
          "persistence.backup", "persistence.backupProgress", "persistence.heads",
        ])
    }
  }
}
