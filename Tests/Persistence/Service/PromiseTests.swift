import Documents
import Foundation
import PersistenceAPI
import StandupsSQLite
import Testing

@testable import PersistenceService

/// Lost acknowledged data is noticed, and damaged data is not used.
@Suite struct PromiseTests {
  private static let files = ["standups.db", "standups.db-wal", "standups.db.mark"]

  /// The files after a crash: a copy of the files while the database is open.
  private func image(
    _ directory: TemporaryDirectory, _ names: [String] = files
  ) throws -> [String: Data] {
    try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try directory.bytes($0)) })
  }

  /// Ten writes; the files after the fourth, and after the last.
  private func written() async throws -> (
    early: [String: Data], late: [String: Data], epoch: String
  ) {
    let directory = try TemporaryDirectory()
    return try await withValue(at: directory.file("standups.db")) { store in
      var early: [String: Data] = [:]
      for number in 1...10 {
        _ = try await store.commit(
          Commit(
            changes: [.put(Document(collection: "c", id: "\(number)", body: .emptyObject))],
            events: number % 2 == 0 ? [.sample("\(number)")] : []))
        if number == 4 { early = try image(directory) }
      }
      return (early, try image(directory), try await store.range().epoch)
    }
  }

  private func put(_ files: [String: Data]) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for (name, data) in files { try directory.write(data, to: name) }
    return directory
  }

  @Test func aCrashLosesNothingAndIsNoNews() async throws {
    let (_, late, epoch) = try await written()
    let directory = try put(late)
    try await withStore(at: directory.file("standups.db")) { store async throws in
      #expect(try await store.range().epoch == epoch)
      #expect(try await store.count("c") == 10)
      #expect(try await store.load("notices", "dataFailedToLoad") == nil)
    }
    #expect(try directory.names(prefix: "standups.db.behind").isEmpty)
  }

  enum Damage: CaseIterable {
    case bit, cut, emptied, removed, older
  }

  /// SQLite treats each of them as a log that ends early, or as no log.
  @Test(arguments: Damage.allCases) func aDamagedLogIsNoticed(_ damage: Damage) async throws {
    var (early, files, epoch) = try await written()
    let log = try #require(files["standups.db-wal"])
    switch damage {
    case .bit:
      var damaged = log
      damaged[damaged.count / 2] ^= 0x10
      files["standups.db-wal"] = damaged
    case .cut: files["standups.db-wal"] = log.prefix(log.count / 2)
    case .emptied: files["standups.db-wal"] = Data()
    case .removed: files["standups.db-wal"] = nil
    case .older:
      for name in ["standups.db", "standups.db-wal"] { files[name] = early[name] }
      early = [:]
    }
    let directory = try put(files)
    var epochs: [String] = []
    for _ in 1...2 {
      try await withStore(at: directory.file("standups.db")) { store async throws in
        epochs.append(try await store.range().epoch)
        // The remaining data is used.
        #expect(try await store.count("c") < 10)
        let notice = try #require(try await store.load("notices", "dataFailedToLoad"))
        let reason = try notice.body.decode(as: DataFailedToLoad.self)
        #expect(reason.reason.contains("are missing"))
        // The damaged files are kept unchanged.
        #expect(
          try directory.bytes(URL(fileURLWithPath: reason.path).lastPathComponent)
            == files["standups.db"])
        let service = PersistenceService(store: store, log: .discarded)
        #expect(await service.problems().contains { $0.contains("are missing") })
        // It is reported, and does not prevent writes.
        #expect(await service.obstacle == nil)
      }
    }
    // There is one new journal, which its followers notice.
    #expect(epochs[0] != epoch && epochs[0] == epochs[1])
    let kept = try directory.names(prefix: "standups.db.behind")
    #expect(kept.count == (files["standups.db-wal"] == nil ? 1 : 2))
  }

  /// The loss cannot be reported later, once the journal is new, so the notice and the new epoch
  /// are written together, or neither.
  @Test func aStartThatIsCutShortIsNoticedByTheNext() async throws {
    var (early, files, epoch) = try await written()
    for name in ["standups.db", "standups.db-wal"] { files[name] = early[name] }
    early = [:]
    let directory = try put(files)
    func maintain(_ sql: String) throws {
      let connection = try SQLiteConnection.open(
        directory.file("standups.db"), .write, patience: 1000)
      defer { connection.close() }
      try connection.execute(sql, operation: "prepare")
    }
    try maintain(
      """
      CREATE TRIGGER cut_short BEFORE INSERT ON documents WHEN NEW.collection = 'notices'
      BEGIN SELECT RAISE(ABORT, 'cut short'); END
      """)
    await #expect(throws: StoreError.self) {
      try await withStore(at: directory.file("standups.db")) { _ async throws in }
    }
    try maintain("DROP TRIGGER cut_short")
    try await withStore(at: directory.file("standups.db")) { store async throws in
      #expect(try await store.load("notices", "dataFailedToLoad") != nil)
      #expect(try await store.range().epoch != epoch)
    }
  }

  /// It could be read once; missing data cannot be detected.
  @Test func aMarkThatCannotBeReadPromisesNothingAndIsSaid() async throws {
    var (_, files, epoch) = try await written()
    for mark in [Data(), Data("9999 \(epoch) 1\n".utf8), Data("x".utf8)] {
      files["standups.db.mark"] = mark
      let directory = try put(files)
      try await withStore(at: directory.file("standups.db")) { store async throws in
        #expect(try await store.range().epoch == epoch)
        #expect(try await store.load("notices", "dataFailedToLoad") == nil)
        _ = try await store.commit(.put("s"))
        let service = PersistenceService(store: store, log: .discarded)
        #expect(await service.problems().contains { $0.contains("durability watermark") })
        #expect(await service.obstacle == nil)
      }
      // The database was rewritten.
      try await withStore(at: directory.file("standups.db")) { store async throws in
        #expect(await PersistenceService(store: store, log: .discarded).problems() == [])
      }
    }
  }

  /// A file from elsewhere has no data acknowledged here.
  @Test func anotherDatabaseInItsPlaceIsNoticed() async throws {
    let (_, files, epoch) = try await written()
    var (_, others, other) = try await written()
    others["standups.db.mark"] = files["standups.db.mark"]
    let directory = try put(others)
    var epochs: [String] = []
    for _ in 1...2 {
      try await withStore(at: directory.file("standups.db")) { store async throws in
        epochs.append(try await store.range().epoch)
        let notice = try #require(try await store.load("notices", "dataFailedToLoad"))
        #expect(
          try notice.body.decode(as: DataFailedToLoad.self).reason.contains("a different database"))
        #expect(try await store.count("c") == 10)
      }
    }
    #expect(epochs[0] != epoch && epochs[0] != other && epochs[0] == epochs[1])
    #expect(try directory.names(prefix: "standups.db.behind").count == 2)
  }

  /// A restored backup that was opened is the database, even if the process was killed before it
  /// could write the watermark.
  @Test func aJournalThatBeganBeforeItsMarkIsNoOther() async throws {
    try await withStore { store, directory in
      _ = try await store.commit(.put("s"))
      try await store.backup(to: directory.file("backup.db"))
      let mark = try directory.bytes("standups.db.mark")
      let restored = try put([
        "standups.db": try directory.bytes("backup.db"), "standups.db.mark": mark,
      ])
      for _ in 1...2 {
        try await withStore(at: restored.file("standups.db")) { store async throws in
          #expect(try await store.load("notices", "dataFailedToLoad") == nil)
        }
        try restored.write(mark, to: "standups.db.mark")
      }
    }
  }

  @Test func aBackupInItsPlaceIsNoLoss() async throws {
    try await withStore { store, directory in
      _ = try await store.commit(.put("s"))
      try await store.backup(to: directory.file("backup.db"))
      for _ in 1...5 { _ = try await store.commit(.put("s")) }
      await store.close()
      let files = [
        "standups.db": try directory.bytes("backup.db"),
        "standups.db.mark": try directory.bytes("standups.db.mark"),
      ]
      let restored = try put(files)
      try await withStore(at: restored.file("standups.db")) { store async throws in
        #expect(try await store.load("notices", "dataFailedToLoad") == nil)
      }
    }
  }
}
