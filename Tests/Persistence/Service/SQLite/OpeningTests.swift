import Bus
import Documents
import Foundation
import PersistenceAPI
import StandupsSQLite
import Testing

@testable import PersistenceService

@Suite struct OpeningTests {
  @Test func aNewDatabaseIsSafeAndSigned() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a/b/standups.db")
    try await withStore(at: path) { store async throws in
      try await store.maintain { connection throws in
        func pragma(_ name: String) throws -> String? {
          try connection.first("PRAGMA \(name)", operation: "ask") { $0.text(0) }
        }
        #expect(try pragma("journal_mode") == "wal")
        #expect(try pragma("synchronous") == "2")
        #expect(try pragma("foreign_keys") == "1")
        #expect(try pragma("application_id") == String(Schema.applicationID))
        #expect(try pragma("user_version") == String(Schema.migrations.count))
        #expect(try Migrator().applied(in: connection) == Schema.migrations.map(\.name))
      }
      #expect(try await store.load("notices", "dataFailedToLoad") == nil)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func whatWasWrittenIsThereAfterARestart() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    let first = try await withValue(at: path) { store in
      _ = try await store.commit(.put("s", body: json("[1]")))
      return try await store.commit(.event("e"))
    }
    try await withStore(at: path) { store async throws in
      #expect(try await store.load("standups", "s")?.body.text == "[1]")
      #expect(try await store.range() == JournalRange(epoch: first.epoch, head: 1, oldest: 1))
    }
    #expect(try directory.names() == ["standups.db", "standups.db.lock", "standups.db.mark"])
  }

  @Test func anEmptyFileIsANewDatabase() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Data(), to: "standups.db")
    try await withStore(at: directory.file("standups.db")) { store async throws in
      #expect(try await store.load("notices", "dataFailedToLoad") == nil)
      #expect(try await store.commit(.event("e")).events.map(\.sequence) == [1])
    }
    #expect(try directory.names(prefix: "standups.db.set-aside").isEmpty)
  }

  @Test func aDatabaseThatDiedBeforeItsFirstMigrationIsNew() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    let connection = try SQLiteConnection.open(path, .create)
    try connection.run("PRAGMA journal_mode = WAL", operation: "log")
    connection.close()
    try await withStore(at: path) { store async throws in
      #expect(try await store.load("notices", "dataFailedToLoad") == nil)
    }
  }

  @Test func aSecondServiceOnOneFileIsRefused() async throws {
    try await withStore { store, directory in
      let error = await #expect(throws: StoreError.self) {
        try await SQLiteStore.open(store.sqlite)
      }
      #expect(error?.code == .locked)
      #expect(error?.sentence.contains("\(getpid())") == true)
      _ = try await store.commit(.put("s"))
      await store.close()
      try await withStore(at: store.sqlite.path) { _ in }
      #expect(try directory.names(prefix: "standups.db.set-aside").isEmpty)
    }
  }

  @Test func aFailedOpeningLetsGoOfTheLock() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(
      await code { _ = try await SQLiteStore.open(SQLiteConfiguration(path: path)) } == .notAFile)
    try FileManager.default.removeItem(atPath: path)
    try await withStore(at: path) { store in _ = try await store.commit(.put("s")) }
  }

  @Test func aDatabaseThatAnotherProgramWritesIsLocked() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    try await withStore(at: path) { _ = try await $0.commit(.put("s")) }
    let other = try SQLiteConnection.open(path, .write)
    defer { other.close() }
    try other.run("BEGIN IMMEDIATE", operation: "hold")
    var configuration = SQLiteConfiguration(path: path)
    configuration.lockTimeoutMs = 0
    #expect(await code { _ = try await SQLiteStore.open(configuration) } == .locked)
    try other.run("COMMIT", operation: "let go")
    try await withStore(at: path) { store async throws in
      #expect(try await store.count("standups") == 1)
    }
  }

  @Test func aCommitMeetingALockFailsWholeAndCanBeRepeated() async throws {
    try await withStore({ $0.lockTimeoutMs = 0 }) { store, _ in
      let other = try SQLiteConnection.open(store.sqlite.path, .write)
      defer { other.close() }
      try other.run("BEGIN IMMEDIATE", operation: "hold")
      let locked = await code { _ = try await store.commit(.event("e")) }
      #expect(locked == .locked)
      #expect(locked?.isRetryable == true)
      try other.run("ROLLBACK", operation: "let go")
      #expect(try await store.commit(.event("e")).events.map(\.sequence) == [1])
    }
  }

  @Test(arguments: [
    "PRAGMA user_version = 99",
    "INSERT INTO migrations (name, applied) VALUES ('something later', '')",
  ])
  func aNewerDatabaseIsRefusedAndNotTouched(change: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    try await withStore(at: path) { _ = try await $0.commit(.put("s")) }
    let other = try SQLiteConnection.open(path, .write)
    try other.execute(change, operation: "upgrade")
    other.close()
    let before = try directory.bytes("standups.db")
    let error = await #expect(throws: StoreError.self) {
      try await SQLiteStore.open(SQLiteConfiguration(path: path))
    }
    #expect(error?.code == .newer)
    #expect(error?.sentence.contains("upgrade") == true)
    #expect(try directory.bytes("standups.db") == before)
    #expect(try directory.names(prefix: "standups.db.set-aside").isEmpty)
  }

  @Test func anOlderDatabaseIsBroughtUpToDateAndNoOlderProgramOpensIt() async throws {
    let directory = try TemporaryDirectory()
    let configuration = SQLiteConfiguration(path: directory.file("standups.db"))
    try await withStore(at: configuration.path) { _ = try await $0.commit(.put("s")) }
    let steps =
      Schema.migrations + [
        Migration(
          name: "a later step",
          script: "ALTER TABLE documents ADD COLUMN color TEXT NOT NULL DEFAULT 'red'"),
        Migration(name: "one more", script: "UPDATE documents SET color = 'blue'"),
      ]
    for _ in 1...2 {
      let opened = try DatabaseOpener(
        configuration: configuration, migrator: Migrator(migrations: steps)
      ).open()
      defer { opened.connection.close() }
      #expect(try Migrator().applied(in: opened.connection) == steps.map(\.name))
      let rows = try opened.connection.rows(
        "SELECT id, color FROM documents", operation: "look"
      ) { [$0.text(0), $0.text(1)] }
      #expect(rows == [["s", "blue"]])
    }
    #expect(await code { _ = try await SQLiteStore.open(configuration) } == .newer)
  }

  /// An event that was stored before there were actors keeps its checksum.
  @Test func anOlderJournalGetsActors() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    var opener = DatabaseOpener(configuration: SQLiteConfiguration(path: path))
    opener.migrator.migrations = try Schema.migrations.before("actors of events") { $0.name }
    let connection = try opener.open().connection
    let event = JournalEvent(event: .sample("old"), sequence: 1, epoch: "")
    let time = Timestamp.format(event.event.time)
    try connection.run(
      """
      INSERT INTO events (sequence, id, type, subject, time, source, data, checksum, stored)
      VALUES (1, 'old', 'standup.updated', 'old', ?, '/standups', '{}', ?, 0)
      """, [.text(time), .integer(event.checksum(time: time))], operation: "append")
    try Meta(connection: connection).set(.head, .integer(1))
    connection.close()
    try await withStore(at: path) { store in
      let transaction = Transaction(
        Commit(events: [.sample("new")]), header: Header(by: "tool/a"))
      _ = try await store.commit(transaction)
      let events = try await store.replay(JournalQuery(after: 0)).events
      #expect(events.map(\.id) == ["old", "new"])
      #expect(events.map(\.by) == [nil, "tool/a"])
      #expect(try await store.scrub().isEmpty)
    }
  }

  @Test func textsOfAnOlderDatabaseAreDividedAgain() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    try await withStore(at: path) { store in
      let document = Document(
        collection: "meetings", id: "m", body: json("1"), searchText: "ＡＰＩ ด้วย")
      _ = try await store.commit(Commit(changes: [.put(document)]))
    }
    let connection = try SQLiteConnection.open(path, .create)
    try connection.execute(
      """
      INSERT INTO search (search) VALUES ('delete-all');
      DELETE FROM migrations WHERE name = 'the same words in all stores';
      PRAGMA user_version = \(Schema.migrations.count - 1);
      """, operation: "return to the older index")
    connection.close()
    try await withStore(at: path) { store async throws in
      #expect(try await store.search("meetings", for: "api ด้วย") == ["m"])
      #expect(try await store.scrub().isEmpty)
    }
  }

  @Test func standupsOfAnOlderDatabaseAreFoundByTitlesAndNames() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    try await withStore(at: path) { store in
      for (id, body) in OlderStandups.bodies {
        _ = try await store.commit(
          Commit(changes: [.put(Document(collection: "standups", id: id, body: json(body)))]))
      }
    }
    let connection = try SQLiteConnection.open(path, .create)
    try connection.execute(
      """
      DELETE FROM migrations WHERE name = 'titles and names of standups';
      PRAGMA user_version = \(Schema.migrations.count - 1);
      """, operation: "return to the older schema")
    connection.close()
    try await withStore(at: path) { store async throws in
      try await OlderStandups.check(store)
      #expect(try await store.scrub().isEmpty)
    }
  }

  @Test func aMigrationThatFailsLeavesTheFileAsItWas() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    let connection = try SQLiteConnection.open(path, .create)
    defer { connection.close() }
    try Migrator().migrate(connection, now: Date())
    let bad = Migration(name: "bad", script: "CREATE TABLE x (y); INSERT INTO nowhere VALUES (1);")
    #expect(throws: SQLiteError.self) {
      try Migrator(migrations: Schema.migrations + [bad]).migrate(connection, now: Date())
    }
    #expect(try Migrator().applied(in: connection) == Schema.migrations.map(\.name))
    try Migrator().checkKnown(connection, path: path)
    #expect(
      try connection.first(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'x'", operation: "look"
      ) { $0.integer(0) } == 0)
  }
}
