import StandupsConfiguration
import Documents
import Foundation
import PersistenceAPI
import PostgreSQL
import TestSupport
import Testing

@testable import PersistenceService

/// States of a database on a server, and their messages.
@Suite(.needs(.postgreSQL)) struct ServerOpeningTests {
  private func error(_ database: TestDatabase) async throws -> StoreError? {
    let configuration = try database.configuration()
    return await #expect(throws: StoreError.self) {
      try await PostgreSQLStore.open(configuration)
    }
  }

  @Test func whatWasWrittenIsThereAfterARestart() async throws {
    try await withDatabase { database in
      var first: CommitResult?
      try await withStore(on: database) { store async throws in
        _ = try await store.commit(.put("s", body: json("[1]")))
        first = try await store.commit(.event("e"))
      }
      try await withStore(on: database) { store async throws in
        #expect(try await store.load("standups", "s")?.body.text == "[1]")
        #expect(
          try await store.range() == JournalRange(epoch: first?.epoch ?? "", head: 1, oldest: 1))
        #expect(await PersistenceService(store: store, log: .discarded).problems() == [])
      }
    }
  }

  @Test(arguments: [
    "CREATE TABLE public.recipes (name text)", "CREATE SCHEMA standups",
    "CREATE SCHEMA kitchen CREATE TABLE recipes (name text)",
  ])
  func anotherApplicationsDatabaseIsLeftAlone(change: String) async throws {
    try await withDatabase { database in
      try await database.execute(change)
      let error = try await error(database)
      #expect(error?.code == .foreign)
      #expect(error?.atStart() is ConfigurationError)
      #expect(error?.sentence.contains(database.name) == true)
      let tables = try await database.run { connection in
        try connection.run(
          "SELECT count(*) FROM pg_tables WHERE schemaname = 'standups'", operation: "look"
        ).integer(0, 0)
      }
      #expect(tables == 0)
    }
  }

  /// In one database with persistence, and perhaps created before it.
  @Test(arguments: ["standups_leases", "standups_cells"])
  func othersOfOursMayHaveComeFirst(schema: String) async throws {
    try await withDatabase { database in
      try await database.execute("CREATE SCHEMA \(schema) CREATE TABLE theirs (name text)")
      try await withStore(on: database) { _ = try await $0.commit(.put("s")) }
    }
  }

  @Test func anotherEncodingIsRefused() async throws {
    let server = try PostgreSQLServer.shared()
    let database = try await TestDatabase(on: server, encoding: "LATIN1")
    let error = try await error(database)
    await database.remove()
    #expect(error?.code == .foreign)
    #expect(error?.sentence.contains("UTF8") == true)
  }

  @Test func aNewerDatabaseIsNotTouched() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { _ = try await $0.commit(.put("s")) }
      try await database.execute(
        "INSERT INTO migrations (name, applied) VALUES ('something later', '')")
      let error = try await error(database)
      #expect(error?.code == .newer)
      #expect(error?.sentence.contains("upgrade") == true)
    }
  }

  @Test func anOlderDatabaseIsBroughtUpToDate() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { _ = try await $0.commit(.put("s")) }
      var opener = PostgreSQLOpener(configuration: try database.configuration())
      opener.migrations.append(
        (name: "a later step", statements: ["ALTER TABLE documents ADD COLUMN color text"]))
      for _ in 1...2 { try opener.open().connection.close() }
      #expect(try await error(database)?.code == .newer)
    }
  }

  @Test func textsOfAnOlderDatabaseAreFoundByBeginnings() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { store async throws in
        let document = Document(
          collection: "meetings", id: "m", body: json("1"), searchText: "We shipped it.")
        _ = try await store.commit(Commit(changes: [.put(document)]))
      }
      for statement in [
        """
        UPDATE standups.documents
        SET words = ARRAY(SELECT word FROM unnest(words) AS word WHERE left(word, 1) <> '*')
        """,
        "DELETE FROM standups.migrations WHERE name = 'beginnings of words'",
      ] {
        try await database.execute(statement)
      }
      try await withStore(on: database) { store async throws in
        for text in ["shi", "shippe", "shipped"] {
          #expect(try await store.search("meetings", for: text) == ["m"], "\(text)")
        }
      }
    }
  }

  @Test func textsOfAnOlderDatabaseAreDividedAgain() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { store async throws in
        for id in 0..<50 {
          let document = Document(
            collection: "meetings", id: "\(id)", body: json("1"), searchText: "ＡＰＩ ด้วย \(id)")
          _ = try await store.commit(Commit(changes: [.put(document)]))
        }
      }
      for statement in [
        "UPDATE standups.documents SET words = ARRAY['x'], tokens = ' x '",
        "DELETE FROM standups.migrations WHERE name = 'the same words in all stores'",
      ] {
        try await database.execute(statement)
      }
      try await withStore(on: database) { store async throws in
        #expect(try await store.search("meetings", for: "api ด้วย", limit: 100).count == 50)
      }
    }
  }

  @Test func standupsOfAnOlderDatabaseAreFoundByTitlesAndNames() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { store async throws in
        for (id, body) in OlderStandups.bodies {
          _ = try await store.commit(
            Commit(changes: [.put(Document(collection: "standups", id: id, body: json(body)))]))
        }
      }
      try await database.execute(
        "DELETE FROM standups.migrations WHERE name = 'titles and names of standups'")
      try await withStore(on: database) { store async throws in
        try await OlderStandups.check(store)
      }
    }
  }

  /// Data that a promotion or a power failure could lose is not acknowledged, whatever the
  /// database's settings are.
  @Test(arguments: [
    ("off", "on"), ("local", "on"), ("remote_write", "remote_write"), ("on", "on"),
    ("remote_apply", "remote_apply"),
  ])
  func commitsWaitForTheDiskAndTheStandby(_ set: String, _ used: String) async throws {
    try await withDatabase { database in
      try await database.execute(
        "ALTER DATABASE \(database.name) SET synchronous_commit = '\(set)'")
      let connection = try PostgreSQLOpener(configuration: try database.configuration()).open()
        .connection
      defer { connection.close() }
      let found = try connection.run(
        "SELECT current_setting('synchronous_commit')", operation: "look")
      #expect(found.text(0, 0) == used)
    }
  }

  @Test func aMigrationThatFailsChangesNothing() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { _ = try await $0.commit(.put("s")) }
      var opener = PostgreSQLOpener(configuration: try database.configuration())
      opener.migrations.append(
        (name: "bad", statements: ["CREATE TABLE x (y int8)", "INSERT INTO nowhere VALUES (1)"]))
      #expect(throws: StoreError.self) { try opener.open().connection.close() }
      try await withStore(on: database) { store async throws in
        #expect(try await store.load("standups", "s") != nil)
      }
    }
  }

  @Test func aServerThatIsAwayIsSaidSo() async throws {
    let address = try #require(
      PostgreSQLAddress("postgres://ann:secret@/standups?host=/nowhere/at/all"))
    let error = await #expect(throws: StoreError.self) {
      try await PostgreSQLStore.open(PostgreSQLConfiguration(address))
    }
    #expect(error?.code == .unreachable)
    #expect(error.map { "\($0)" }?.contains("secret") == false)
    #expect(error?.sentence.contains("/nowhere/at/all") == true)
    #expect(error?.atStart() is ConfigurationError == false)
  }

  @Test func aWrongPasswordIsNotRepeated() async throws {
    let server = try PostgreSQLServer()
    defer { server.stop() }
    try server.psql("postgres", "CREATE ROLE ann LOGIN PASSWORD 'right'")
    try server.requirePasswords(of: "ann")
    for (password, isRight) in [("wrong-secret", false), ("right", true)] {
      let address = try #require(
        PostgreSQLAddress("postgres://ann:\(password)@/postgres?host=\(server.folder)"))
      do {
        let connection = try PostgreSQLConnection.connect(to: address)
        connection.close()
        #expect(isRight)
      } catch {
        let sentence = StoreError.from(error, address).description
        #expect(!isRight && !sentence.contains("secret") && sentence.contains("ann"))
      }
    }
  }

  /// A dump restored elsewhere continues from another moment: followers and writers start over.
  @Test func aDatabaseOutOfADumpBeginsANewJournal() async throws {
    try await withDatabase { database in
      var epochs: [String] = []
      let term = WriterTerm(owner: "standups", id: "1")
      try await withStore(on: database) { store async throws in
        try await store.begin(term)
        epochs.append(try await store.range().epoch)
      }
      try await database.execute("UPDATE journal SET instance = 'elsewhere'")
      for _ in 1...2 {
        try await withStore(on: database) { store async throws in
          epochs.append(try await store.range().epoch)
          #expect(await code { _ = try await store.commit(Commit(term: term)) } == .superseded)
          #expect(try await store.load("notices", "dataFailedToLoad") == nil)
        }
      }
      #expect(epochs[0] != epochs[1] && epochs[1] == epochs[2])
    }
  }

  @Test func changesThatAreMissingAreSaid() async throws {
    try await withDatabase { database in
      let directory = try TemporaryDirectory()
      let mark = directory.file("postgresql")
      try await withStore(on: database, { $0.watermarkPath = mark }) { store async throws in
        for number in 1...5 { _ = try await store.commit(.event("\(number)")) }
      }
      try await withStore(on: database, { $0.watermarkPath = mark }) { store async throws in
        #expect(try await store.load("notices", "dataFailedToLoad") == nil)
      }
      try await database.execute("UPDATE journal SET revision = revision - 2")
      var epochs: Set<String> = []
      for _ in 1...2 {
        try await withStore(on: database, { $0.watermarkPath = mark }) { store async throws in
          epochs.insert(try await store.range().epoch)
          let notice = try #require(try await store.load("notices", "dataFailedToLoad"))
          let reason = try notice.body.decode(as: DataFailedToLoad.self).reason
          #expect(reason.contains("last 2 acknowledged changes") && reason.contains("are missing"))
        }
      }
      #expect(epochs.count == 1)
    }
  }

  @Test func aCopyIsMadeWithTheServersOwnTools() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { store async throws in
        let error = await #expect(throws: StoreError.self) { try await store.backup(to: "/tmp/x") }
        #expect(error?.code == .invalid && error?.sentence.contains("pg_dump") == true)
      }
    }
  }
}
