import Bus
import Cells
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import PostgreSQL
import StandupsSQLite
import TestSupport
import Testing

@testable import PersistenceService

/// Documents by the team to which they belong.
@Suite struct StoredTeamTests {
  private static let teams: [String?] = ["web", "ops", "design", nil]

  /// Documents whose sort keys alternate between the teams; some keys occur in several teams.
  private func fill(_ store: any Store, count: Int = 40) async throws -> [Document] {
    let documents = (0..<count).map { number in
      Document(
        collection: "meetings", id: "m\(number)", parent: number.isMultiple(of: 3) ? "a" : "b",
        team: Self.teams[number % Self.teams.count], sortKey: Int64(number / 3),
        body: json("{\"n\":\(number)}"), searchText: "budget number\(number)")
    }
    _ = try await store.commit(Commit(changes: documents.map { .put($0) }))
    return documents
  }

  private func sorted(_ documents: [Document], newestFirst: Bool = false) -> [String] {
    let sorted = documents.sorted { ($0.sortKey ?? 0, $0.id) < ($1.sortKey ?? 0, $1.id) }
    return (newestFirst ? sorted.reversed() : sorted).map(\.id)
  }

  /// The ids of all pages, each with the same total.
  private func walk(
    _ store: any Store, _ query: DocumentQuery, maxBytes: Int = .max
  ) async throws -> (ids: [String], totals: Set<Int?>) {
    var query = query
    query.counts = true
    var (ids, totals): ([String], Set<Int?>) = ([], [])
    repeat {
      let page = try await store.load(query, maxBytes: maxBytes)
      #expect(page.documents.count <= query.limit ?? 100)
      ids += page.documents.map(\.id)
      totals.insert(page.total)
      query.after = page.next
    } while query.after != nil
    return (ids, totals)
  }

  @Test(arguments: Engine.allCases, [true, false])
  func aPageContainsOnlyDocumentsOfTheTeams(_ engine: Engine, newestFirst: Bool) async throws {
    try await withStore(on: engine) { store, _ in
      let all = try await fill(store)
      // Never empty because it is a literal.
      for teams in [["web"], ["ops", "web"], ["web", "web", "none"], ["design", "ops", "web"]] {
        for parent in [nil, "a"] {
          let expected = all.filter { document in
            (document.team.map(teams.contains) ?? false)
              && parent ?? document.parent == document.parent
          }
          #expect(!expected.isEmpty)
          for limit in [1, 3, 100] {
            let query = DocumentQuery(
              collection: "meetings", parent: parent, teams: teams, limit: limit,
              newestFirst: newestFirst)
            let found = try await walk(store, query)
            #expect(found.ids == sorted(expected, newestFirst: newestFirst))
            #expect(found.totals == [expected.count])
            let small = try await walk(store, query, maxBytes: 20)
            #expect(small.ids == found.ids)
          }
        }
      }
      #expect(try await walk(store, DocumentQuery(collection: "meetings")).ids.count == 40)
      #expect(try await walk(store, DocumentQuery(collection: "other", teams: ["web"])).ids == [])
    }
  }

  @Test(arguments: Engine.allCases)
  func aDocumentHasItsTeamInEveryForm(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let all = try await fill(store, count: 4)
      for form in [nil, .whole, .digest] as [DocumentQuery.Form?] {
        let page = try await store.load(DocumentQuery(collection: "meetings", form: form))
        #expect(Set(page.documents.map(\.team)) == Set(Self.teams))
      }
      let whole = DocumentQuery(collection: "meetings", teams: ["web", "ops"], form: .whole)
      #expect(try await store.load(whole).documents == Array(all[..<2]))
      let byID = DocumentQuery(
        collection: "meetings", ids: ["m3", "m2", "m1", "m0"], teams: ["web", "design"])
      #expect(try await store.load(byID).documents.map(\.id) == ["m2", "m0"])
    }
  }

  @Test(arguments: Engine.allCases)
  func slotsAndTeamsAreCombined(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      var expected: [String] = []
      for number in 0..<12 {
        let slot = try #require(Slot(number % 2))
        let document = Document(
          collection: "standups", id: UUID().inSlot(slot).uuidString.lowercased(),
          team: Self.teams[number % 3], sortKey: Int64(number), body: .null)
        _ = try await store.commit(Commit(changes: [.put(document)]))
        if number % 2 == 0, number % 3 < 2 { expected.append(document.id) }
      }
      let slots = SlotSet([try #require(Slot(0))])
      let query = DocumentQuery(
        collection: "standups", teams: ["web", "ops"], limit: 1, slots: slots)
      let found = try await walk(store, query)
      #expect(found.ids == expected && found.totals == [4])
    }
  }

  @Test(arguments: Engine.allCases)
  func anEmptyListOfTeamsMatchesNothing(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await fill(store)
      var query = DocumentQuery(collection: "meetings", teams: [], counts: true)
      #expect(try await store.load(query) == DocumentPage(documents: [], total: 0))
      query.parent = "a"
      #expect(try await store.load(query) == DocumentPage(documents: [], total: 0))
      query.ids = ["m0", "m3"]
      #expect(try await store.load(query).documents == [])
      let words = TextQuery(collection: "meetings", query: "budget", teams: [])
      #expect(try await store.search(words) == FoundDocuments(hits: [], total: 0))
    }
  }

  @Test(arguments: Engine.allCases)
  func aSearchFindsAndCountsOnlyDocumentsOfTheTeams(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await fill(store)
      var query = TextQuery(
        collection: "meetings", query: "budget", teams: ["web", "ops"], limit: 7)
      var ids: Set<String> = []
      for offset in [0, 7, 14] {
        query.offset = offset
        let found = try await store.search(query)
        #expect(found.total == 20)
        #expect(found.hits.allSatisfy { ["web", "ops"].contains($0.document.team) })
        ids.formUnion(found.hits.map(\.document.id))
      }
      #expect(ids.count == 20)
      query = TextQuery(collection: "meetings", query: "number0", teams: ["ops"])
      #expect(try await store.search(query).total == 0)
      query.teams = ["web"]
      #expect(try await store.search(query).hits.map(\.document.id) == ["m0"])
      query.teams = nil
      #expect(try await store.search(query).total == 1)
    }
  }

  @Test(arguments: Engine.allCases)
  func theLargestNumberOfTeamsIsMerged(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let documents = (0..<300).map {
        Document(
          collection: "c", id: "d\($0)", team: "team-\($0 % 100)", sortKey: Int64(300 - $0),
          body: .null)
      }
      _ = try await store.commit(Commit(changes: documents.map { .put($0) }))
      let teams = (0..<TeamScope.maxTeams).map { "team-\($0)" }
      let found = try await walk(store, DocumentQuery(collection: "c", teams: teams, limit: 50))
      #expect(found.ids == sorted(documents.filter { teams.contains($0.team ?? "") }))
      #expect(found.ids.count == 3 * TeamScope.maxTeams)
    }
  }

  @Test(
    arguments: Engine.allCases,
    [
      (0...TeamScope.maxTeams).map { "t\($0)" }, [""],
      ["web", String(repeating: "x", count: TeamScope.maxIDBytes + 1)],
    ])
  func tooManyTeamsAndLongIDsAreRejected(_ engine: Engine, teams: [String]) async throws {
    try await withStore(on: engine) { store, _ async throws in
      let query = DocumentQuery(collection: "c", teams: teams)
      #expect(await code { _ = try await store.load(query) } == .invalid)
      let byID = DocumentQuery(collection: "c", ids: ["d"], teams: teams)
      #expect(await code { _ = try await store.load(byID) } == .invalid)
      let words = TextQuery(collection: "c", query: "x", teams: teams)
      #expect(await code { _ = try await store.search(words) } == .invalid)
    }
  }

  @Test(arguments: Engine.allCases, ["", String(repeating: "x", count: TeamScope.maxIDBytes + 1)])
  func anInvalidTeamIsNotWritten(_ engine: Engine, team: String) async throws {
    try await withStore(on: engine) { store, _ async throws in
      let document = Document(collection: "c", id: "d", team: team, body: .null)
      // Never empty because it is a literal.
      for change in [
        .put(document), .insert(document), .setTeam(collection: "c", parent: "p", team: team),
      ] as [DocumentChange] {
        #expect(await code { _ = try await store.commit(Commit(changes: [change])) } == .invalid)
      }
      #expect(try await store.load("c", "d") == nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func theDocumentsOfAParentFollowItToAnotherTeam(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let all = try await fill(store)
      let digests = DocumentQuery(collection: "meetings", form: .digest)
      let before = try await store.load(digests).documents
      _ = try await store.commit(
        Commit(changes: [
          .setTeam(collection: "meetings", parent: "a", team: "moved"),
          .setTeam(collection: "other", parent: "b", team: "moved"),
          .setTeam(collection: "meetings", parent: "none", team: "moved"),
        ]))
      let expected = all.filter { $0.parent == "a" }
      let found = try await walk(store, DocumentQuery(collection: "meetings", teams: ["moved"]))
      #expect(found.ids == sorted(expected) && found.totals == [expected.count])
      let others = try await store.load(DocumentQuery(collection: "meetings", parent: "b"))
      #expect(Set(others.documents.map(\.team)) == Set(Self.teams))
      let moved = try await store.load("meetings", "m0")
      #expect(moved?.body == all[0].body && moved?.sortKey == all[0].sortKey)
      // The search text is unchanged, and so are the digests of the others.
      let words = TextQuery(collection: "meetings", query: "budget", teams: ["moved"])
      #expect(try await store.search(words).total == expected.count)
      let after = try await store.load(digests).documents
      let changed = zip(before, after).filter { $0.body != $1.body }.map(\.1.id)
      #expect(Set(changed) == Set(expected.map(\.id)))
      #expect(try await store.scrub() == [])
      #expect(store.damaged.problem == nil)
    }
  }

  /// The last change of a document counts, in one commit as in several.
  @Test(arguments: Engine.allCases)
  func aMoveAffectsTheEarlierChangesOfItsCommit(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      func document(_ id: String, _ team: String?, parent: String = "p") -> Document {
        Document(collection: "c", id: id, parent: parent, team: team, body: .null)
      }
      func move(_ team: String) -> DocumentChange {
        .setTeam(collection: "c", parent: "p", team: team)
      }
      let stored = ["stored", "replaced", "deleted", "adopted"].map { document($0, "old") }
      _ = try await store.commit(Commit(changes: stored.map { .put($0) }))
      _ = try await store.commit(
        Commit(changes: [
          .put(document("before", nil)), .delete(collection: "c", id: "adopted"),
          .put(document("adopted", "old", parent: "q")),
          .insert(document("inserted", "old")), move("first"), move("new"),
          .delete(collection: "c", id: "replaced"), .put(document("replaced", "own")),
          .put(document("after", nil)), .delete(collection: "c", id: "deleted"),
        ]))
      let found = try await store.load(DocumentQuery(collection: "c")).documents
      let teams = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.team) })
      #expect(
        teams == [
          "stored": "new", "before": "new", "inserted": "new", "replaced": "own", "after": nil,
          "adopted": "old",
        ])
      _ = try await store.commit(
        Commit(changes: [move("last"), .deleteChildren(collection: "c", parent: "p")]))
      #expect(
        try await store.load(DocumentQuery(collection: "c")).documents.map(\.id) == ["adopted"])
    }
  }

  /// Damage must not show a document to another team.
  @Test(arguments: Engine.allCases)
  func aDamagedTeamIsFound(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await fill(store, count: 4)
      try await store.damage("documents", "team", "web", "ops", where: "id = 'm0'")
      let page = try await store.load(DocumentQuery(collection: "meetings", teams: ["ops"]))
      #expect(page.documents.map(\.body) == [DamagedItems.substitute, json(#"{"n":1}"#)])
      #expect(store.damaged.problem?.contains("“meetings/m0”") == true)
      let other = DocumentQuery(collection: "meetings", ids: ["m3"])
      #expect(try await store.load(other).documents.first?.body == json(#"{"n":3}"#))
    }
  }

  // MARK: Events

  @Test(arguments: Engine.allCases)
  func anEventNamesThePreviousOneOfItsTeam(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ async throws in
      let first = try await store.commit(
        Commit(events: [
          .sample("1", standup: "s", team: "web"), .sample("2", team: "ops"), .sample("3"),
        ])
      ).events
      let second = try await store.commit(
        Commit(events: [.sample("4", team: "web"), .sample("5", team: "web"), .sample("6")])
      ).events
      #expect(first.map(\.previousOfTeam) == [nil, nil, nil])
      #expect(second.map(\.previousOfTeam) == [1, 4, nil])
      let stored = (first + second).map(\.cloudEvent)
      #expect(stored.map(\.team) == ["web", "ops", nil, "web", "web", nil])
      #expect(stored[3].prevteam == stored[0].sequence)
      #expect(try await store.replay(after: 0).events == stored)
      #expect(
        try await store.views() == [
          "t/standup.updated": 6, "s/s": 1, "g/web": 5, "g/ops": 2,
        ])
      // A retry is recognised, and an event with another team is a different one.
      let retry = try await store.commit(Commit(events: [.sample("2", team: "ops")]))
      #expect(retry.isRepeated && retry.events == [first[1]])
      let other = Commit(events: [.sample("2", team: "web")])
      #expect(await code { _ = try await store.commit(other) } == .conflict)
      #expect(try await store.scrub() == [])
      #expect(store.damaged.problem == nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func aReplayContainsOnlyEventsOfTheTeams(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let teams = ["web", "ops", nil, TeamScope.defaultTeam, "design"]
      let events = (1...60).map { number in
        NewEvent.sample(
          "\(number)", type: number.isMultiple(of: 2) ? "meeting.started" : "standup.updated",
          standup: number.isMultiple(of: 3) ? "s" : nil, team: teams[number % teams.count])
      }
      let stored = try await store.commit(Commit(events: events)).events
      // Never empty because it is a literal.
      for filter in [
        JournalQuery(after: 0, teams: ["web"]), JournalQuery(after: 0, teams: ["ops", "web"]),
        JournalQuery(after: 0, teams: [TeamScope.defaultTeam]),
        JournalQuery(after: 0, teams: [TeamScope.defaultTeam, "web", "web", "none"]),
        JournalQuery(after: 0, types: ["meeting."], teams: ["web"]),
        JournalQuery(after: 0, types: ["standup.updated"], teams: ["web", "design"]),
        JournalQuery(after: 0, standup: "s", teams: ["web"]),
        JournalQuery(after: 0, teams: ["none"]),
        JournalQuery(after: 0, teams: []), JournalQuery(after: 0, by: "tool/a", teams: ["web"]),
      ] {
        var query = filter
        query.limit = 5
        var found: [CloudEvent] = []
        repeat {
          let page = try await store.replay(query)
          #expect(page.events.count <= 5)
          found += page.events
          query.after = try #require(page.resume)
          #expect(page.hasMore == (query.after < 60))
        } while query.after < 60
        let expected = stored.filter { filter.passes($0.event.labels, by: $0.by) }
        #expect(found == expected.map(\.cloudEvent))
      }
      let web = try await store.replay(JournalQuery(after: 0, teams: ["web"]))
      #expect(web.events.count == 12 && web.events.allSatisfy { $0.team == "web" })
    }
  }

  @Test(arguments: Engine.allCases)
  func anInvalidTeamOfAnEventIsRejected(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ async throws in
      let long = String(repeating: "x", count: TeamScope.maxIDBytes + 1)
      // Never empty because it is a literal.
      for team in ["", long] {
        let commit = Commit(events: [.sample("e", team: team)])
        #expect(await code { _ = try await store.commit(commit) } == .invalid)
        let query = JournalQuery(after: 0, teams: [team])
        #expect(await code { _ = try await store.replay(query) } == .invalid)
      }
      let many = JournalQuery(after: 0, teams: (0...TeamScope.maxTeams).map { "t\($0)" })
      #expect(await code { _ = try await store.replay(many) } == .invalid)
      #expect(try await store.range().head == 0)
    }
  }

  @Test(arguments: Engine.allCases, ["team = 'ops'", "prevteam = 1", "team = NULL"])
  func aDamagedTeamOfAnEventIsFound(_ engine: Engine, damage: String) async throws {
    try await withStore(on: engine) { store, _ in
      let teams = ["web", "web", TeamScope.defaultTeam, nil]
      let events = teams.enumerated().map { NewEvent.sample("\($0.offset)", team: $0.element) }
      _ = try await store.commit(Commit(events: events))
      for sequence in [1, 3] {
        try await store.change("events", damage, where: "sequence = \(sequence)")
      }
      let found = try await store.replay(after: 0).events
      #expect(
        found.map { $0.data == DamagedItems.substitute } == [true, false, true, false])
    }
  }

  // MARK: Migration

  private var old: Document {
    Document(collection: "standups", id: "old", parent: "p", sortKey: 1, body: .emptyObject)
  }

  /// Existing events belong to the default team, and its next event follows them.
  private func checkEvents(_ store: any Store) async throws {
    let new = try await store.commit(
      Commit(events: [
        .sample("web", team: "web"), .sample("default", team: TeamScope.defaultTeam),
        .sample("none"), .sample("next", team: TeamScope.defaultTeam),
      ])
    ).events
    #expect(new.map(\.previousOfTeam) == [nil, 2, nil, 4])
    let all = try await store.replay(after: 0).events
    #expect(all.map(\.team) == ["default", "default", "web", "default", nil, "default"])
    #expect(all.prefix(2).map(\.prevteam) == [nil, nil])
    #expect(all.prefix(2).map(\.data) == [.emptyObject, .emptyObject])
    let ofDefault = JournalQuery(after: 0, teams: [TeamScope.defaultTeam])
    #expect(try await store.replay(ofDefault).sequences == [1, 2, 4, 6])
    #expect(try await store.scrub() == [])
    #expect(store.damaged.problem == nil)
  }

  private static let time = "2026-01-01T09:00:00.000Z"

  /// An event as it was before there were teams, with its checksum.
  private func oldEvent(_ sequence: Int64) throws -> (id: String, checksum: Int64) {
    var event = NewEvent.sample("old-\(sequence)", team: TeamScope.defaultTeam)
    event.time = try #require(Timestamp.parse(Self.time))
    let stored = JournalEvent(event: event, sequence: sequence, epoch: "")
    return (event.id, stored.checksum(time: Self.time))
  }

  @Test func theEventsOfAnOlderFileBelongToTheDefaultTeam() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    var opener = DatabaseOpener(configuration: SQLiteConfiguration(path: path))
    opener.migrator.migrations = try Schema.migrations.before("teams of events") { $0.name }
    let connection = try opener.open().connection
    for sequence in Int64(1)...2 {
      let (id, checksum) = try oldEvent(sequence)
      try connection.run(
        """
        INSERT INTO events (sequence, id, type, subject, time, source, data, checksum, stored)
        VALUES (?1, ?2, 'standup.updated', ?2, ?3, '/standups', '{}', ?4, 0)
        """, [.integer(sequence), .text(id), .text(Self.time), .integer(checksum)],
        operation: "append")
    }
    try Meta(connection: connection).set(.head, .integer(2))
    connection.close()
    try await withStore(at: path) { try await checkEvents($0) }
  }

  @Test(.needs(.postgreSQL))
  func theEventsOfAnOlderDatabaseBelongToTheDefaultTeam() async throws {
    try await withDatabase { database in
      var opener = PostgreSQLOpener(configuration: try database.configuration())
      opener.migrations = try PostgreSQLSchema.migrations.before("teams of events") { $0.name }
      let connection = try opener.open().connection
      for sequence in Int64(1)...2 {
        let (id, checksum) = try oldEvent(sequence)
        try connection.run(
          """
          INSERT INTO events (sequence, id, type, subject, time, source, data, checksum, stored)
          VALUES ($1::int8, $2::text, 'standup.updated', $2::text, $3::text, '/standups', '{}',
            $4::int8, 0)
          """, [.integer(sequence), .text(id), .text(Self.time), .integer(checksum)],
          operation: "append")
      }
      try connection.run("UPDATE journal SET head = 2", operation: "append")
      connection.close()
      try await withStore(on: database) { try await checkEvents($0) }
    }
  }

  /// Existing documents belong to the default team; new ones state their team, or none.
  private func check(_ store: any Store) async throws {
    _ = try await store.commit(
      Commit(changes: [.put(Document(collection: "standups", id: "new", body: .null))]))
    let found = try await store.load(DocumentQuery(collection: "standups")).documents
    #expect(found.map(\.id) == ["new", "old"])
    #expect(found.map(\.team) == [nil, TeamScope.defaultTeam])
    #expect(found.last?.body == .emptyObject)
    var query = DocumentQuery(collection: "standups", teams: [TeamScope.defaultTeam], counts: true)
    #expect(try await store.load(query).documents.map(\.id) == ["old"])
    query.form = .digest
    let digest = try await store.load(query).documents.first?.body
    var same = old
    same.team = TeamScope.defaultTeam
    _ = try await store.commit(Commit(changes: [.put(same)]))
    #expect(try await store.load(query).documents.first?.body == digest)
    #expect(try await store.scrub() == [])
    #expect(store.damaged.problem == nil)
  }

  @Test func theDocumentsOfAnOlderFileBelongToTheDefaultTeam() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    var opener = DatabaseOpener(configuration: SQLiteConfiguration(path: path))
    opener.migrator.migrations = try Schema.migrations.before("teams of documents") { $0.name }
    let connection = try opener.open().connection
    try connection.run(
      """
      INSERT INTO documents (collection, id, parent, sortKey, body, checksum)
      VALUES ('standups', 'old', 'p', 1, '{}', ?)
      """, [.integer(old.checksum)], operation: "save")
    connection.close()
    try await withStore(at: path) { try await check($0) }
  }

  @Test(.needs(.postgreSQL))
  func theDocumentsOfAnOlderDatabaseBelongToTheDefaultTeam() async throws {
    try await withDatabase { database in
      var opener = PostgreSQLOpener(configuration: try database.configuration())
      opener.migrations = try PostgreSQLSchema.migrations.before("teams of documents") { $0.name }
      let connection = try opener.open().connection
      try connection.run(
        """
        INSERT INTO documents (collection, id, parent, sortkey, body, checksum)
        VALUES ('standups', 'old', 'p', 1, '{}', $1::int8)
        """, [.integer(old.checksum)], operation: "save")
      connection.close()
      try await withStore(on: database) { try await check($0) }
    }
  }
}
