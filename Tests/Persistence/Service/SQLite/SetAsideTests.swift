import Bus
import FastJSON
import Foundation
import PersistenceAPI
import StandupsSQLite
import Testing

@testable import PersistenceService

@Suite struct SetAsideTests {
  /// Fills a database with many pages and closes it.
  private func fill(_ directory: TemporaryDirectory) async throws {
    try await withStore(at: directory.file("standups.db")) { store async throws in
      for number in 0..<50 {
        _ = try await store.commit(
          .put("\(number)", body: try RawJSON(encoding: Array(repeating: number, count: 500))))
      }
    }
  }

  private func notice(_ store: any Store) async throws -> DataFailedToLoad {
    let document = try #require(try await store.load("notices", "dataFailedToLoad"))
    return try document.body.decode()
  }

  /// Opens `standups.db` with these bytes, and expects it to be set aside unchanged.
  private func expectSetAside(_ bytes: Data, in directory: TemporaryDirectory) async throws {
    try directory.write(bytes, to: "standups.db")
    try await withStore(at: directory.file("standups.db")) { store async throws in
      let notice = try await notice(store)
      #expect(notice.path.hasPrefix(directory.file("standups.db.set-aside-")))
      #expect(!notice.reason.isEmpty)
      #expect(notice.date.hasSuffix("Z"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: notice.path)) == bytes)
      #expect(try await store.count("standups") == 0)
      #expect(try await store.commit(.event("e")).events.map(\.sequence) == [1])
    }
    #expect(!FileManager.default.fileExists(atPath: directory.file("standups.db.setting-aside")))
    // The notice stays until the domain deletes it, and the new database is valid.
    try await withStore(at: directory.file("standups.db")) { store async throws in
      _ = try await notice(store)
      #expect(try await store.range().head == 1)
    }
    #expect(try directory.names(prefix: "standups.db.set-aside").count == 1)
  }

  @Test(arguments: [
    Data("not a database".utf8), Data([0]), Data(repeating: 0, count: 8192),
    Data("SQLite format 3\0".utf8), Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }),
  ])
  func garbageIsSetAside(bytes: Data) async throws {
    try await expectSetAside(bytes, in: TemporaryDirectory())
  }

  @Test(arguments: [0, 5, 16, 18, 21, 68, 71, 100, 103])
  func aDamagedHeaderIsSetAside(offset: Int) async throws {
    let directory = try TemporaryDirectory()
    try await fill(directory)
    var bytes = try directory.bytes("standups.db")
    bytes[offset] ^= 0xff
    try await expectSetAside(bytes, in: directory)
  }

  @Test func aDamagedPageIsSetAside() async throws {
    let source = try TemporaryDirectory()
    try await fill(source)
    let sound = try source.bytes("standups.db")
    var found = 0
    for page in 1..<min(sound.count / 4096, 12) {
      var bytes = sound
      bytes.replaceSubrange(page * 4096..<page * 4096 + 64, with: Data(repeating: 0xff, count: 64))
      try await expectSetAside(bytes, in: TemporaryDirectory())
      found += 1
    }
    #expect(found > 5)
  }

  @Test func aTruncatedFileIsSetAside() async throws {
    let directory = try TemporaryDirectory()
    try await fill(directory)
    let bytes = try directory.bytes("standups.db")
    try await expectSetAside(bytes.prefix(bytes.count / 2), in: directory)
  }

  @Test(arguments: [true, false])
  func anotherProgramsDatabaseIsSetAsideWithItsLog(isLogged: Bool) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    let other = try SQLiteConnection.open(path, .create)
    if isLogged { try other.run("PRAGMA journal_mode = WAL", operation: "log") }
    try other.execute(
      "CREATE TABLE recipes (name); INSERT INTO recipes VALUES ('soup')", operation: "fill")
    // The files as left by the other program when it was killed: the log is not merged.
    var files: [String: Data] = [:]
    for name in try directory.names() { files[name] = try directory.bytes(name) }
    other.close()
    for (name, bytes) in files { try directory.write(bytes, to: name) }
    #expect(files.keys.contains("standups.db-wal") == isLogged)

    try await withStore(at: path) { store async throws in
      let notice = try await notice(store)
      #expect(notice.reason.contains("another program"))
      let aside = try SQLiteConnection.open(notice.path, .write)
      defer { aside.close() }
      #expect(
        try aside.first("SELECT name FROM recipes", operation: "read") { $0.text(0) } == "soup")
    }
  }

  @Test func theLogOfADamagedDatabaseIsKeptByteForByte() async throws {
    let directory = try TemporaryDirectory()
    let source = try TemporaryDirectory()
    let store = try await SQLiteStore.open(SQLiteConfiguration(path: source.file("standups.db")))
    for number in 0..<50 { _ = try await store.commit(.put("\(number)")) }
    var bytes = try source.bytes("standups.db")
    let log = try source.bytes("standups.db-wal")
    await store.close()
    bytes[0] = 0
    try directory.write(bytes, to: "standups.db")
    try directory.write(log, to: "standups.db-wal")
    #expect(!log.isEmpty)
    try await withStore(at: directory.file("standups.db")) { store async throws in
      let path = try await notice(store).path
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == log)
    }
  }

  @Test(arguments: [true, false])
  func aLogWithoutItsDatabaseIsSetAsideNotDropped(isEmptyFileThere: Bool) async throws {
    let directory = try TemporaryDirectory()
    let log = Data("changes".utf8)
    try directory.write(log, to: "standups.db-wal")
    if isEmptyFileThere { try directory.write(Data(), to: "standups.db") }
    try await withStore(at: directory.file("standups.db")) { store async throws in
      let path = try await notice(store).path
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == log)
    }
  }

  @Test func nothingSetAsideEarlierIsOverwritten() async throws {
    let directory = try TemporaryDirectory()
    let clock = ManualClock()
    var configuration = SQLiteConfiguration(path: directory.file("standups.db"))
    configuration.common.now = { clock.date }
    for number in 1...3 {
      try directory.write(Data("garbage \(number)".utf8), to: "standups.db")
      await (try SQLiteStore.open(configuration)).close()
    }
    let names = try directory.names(prefix: "standups.db.set-aside")
    #expect(
      names == [
        "standups.db.set-aside-20260101T000000Z", "standups.db.set-aside-20260101T000000Z-2",
        "standups.db.set-aside-20260101T000000Z-3",
      ])
    let kept = try names.map { try directory.bytes($0) }
    #expect(kept == (1...3).map { Data("garbage \($0)".utf8) })
  }

  /// The process may be killed after any step; the next one continues and the notice is not lost.
  @Test(arguments: 0...3)
  func aProcessThatDiesWhileSettingAsideIsContinued(step: Int) async throws {
    let directory = try TemporaryDirectory()
    let target = directory.file("standups.db.set-aside-20260101T000000Z")
    let notice = DataFailedToLoad(path: target, reason: "why", date: "2026-01-01T00:00:00Z")
    let garbage = Data("garbage".utf8)
    let log = Data("log".utf8)
    try directory.write(Data(try RawJSON(encoding: notice).bytes), to: "standups.db.setting-aside")
    try garbage.write(
      to: URL(fileURLWithPath: step >= 1 ? target : directory.file("standups.db")))
    try log.write(
      to: URL(fileURLWithPath: (step >= 2 ? target : directory.file("standups.db")) + "-wal"))
    if step >= 3 {
      let connection = try SQLiteConnection.open(directory.file("standups.db"), .create)
      try connection.run("PRAGMA journal_mode = WAL", operation: "log")
      try Migrator().migrate(connection, now: Date())
      connection.close()
    }
    try await withStore(at: directory.file("standups.db")) { store async throws in
      let found = try await self.notice(store)
      if step >= 1 { #expect(found == notice) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: found.path)) == garbage)
      #expect(try Data(contentsOf: URL(fileURLWithPath: found.path + "-wal")) == log)
    }
    #expect(try directory.names(prefix: "standups.db.set").count == 2)
  }

  @Test func anIntentionThatCannotBeReadStopsTheOpening() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Data("{".utf8), to: "standups.db.setting-aside")
    let error = await #expect(throws: StoreError.self) {
      try await SQLiteStore.open(SQLiteConfiguration(path: directory.file("standups.db")))
    }
    #expect(error?.code == .damaged)
    #expect(error?.sentence.contains("standups.db.setting-aside") == true)
    #expect(try directory.names(prefix: "standups.db.set") == ["standups.db.setting-aside"])
  }
}
