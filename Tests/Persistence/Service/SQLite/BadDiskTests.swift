import Bus
import Configuration
import Documents
import Foundation
import PersistenceAPI
import SQLite
import TestSupport
import Testing

@testable import PersistenceService

extension SQLiteStore {
  /// Limits the size of the database; writes then fail with `full`.
  /// - Parameter pages: pages of 4096 bytes; a limit below the current size stops growth at once.
  func limitSize(pages: Int64) throws {
    try maintain { connection in
      try connection.execute(
        "PRAGMA max_page_count = \(pages)", operation: "limit the database's size")
    }
  }
}

@Suite struct BadDiskTests {
  @Test func aFullDatabaseRefusesAndGoesOnWhenThereIsRoom() async throws {
    try await withStore { store, _ in
      _ = try await store.commit(.event("1"))
      try await store.limitSize(pages: 1)
      let large = Commit(
        changes: [.put(Document(collection: "c", id: "l", body: filler(1_000_000)))],
        events: [.sample("2")], idempotency: .init(key: "k", reply: .emptyObject))
      let full = await code { _ = try await store.commit(large) }
      #expect(full == .full)
      #expect(full?.isRetryable == true)
      #expect(try await store.load("c", "l") == nil)
      #expect(try await store.range().head == 1)
      #expect(try await store.countReplies() == 0)
      try await store.limitSize(pages: 100_000)
      let result = try await store.commit(large)
      #expect(result.events.map(\.sequence) == [2])
      #expect(result.replayedReply == nil)
    }
  }

  @Test func aBatchThatDoesNotFitFailsWhole() async throws {
    let gate = Gate()
    try await withStore({ $0.common.willCommit = gate.pass }) { store, _ in
      try await store.limitSize(pages: 1)
      gate.hold()
      async let first = store.commit(.put("s"))
      try await until { gate.hasSeen(1) }
      let outcomes = try await withThrowingTaskGroup(of: StoreError.Code?.self) { group in
        for number in 0..<10 {
          group.addTask {
            await code {
              let body = filler(number == 5 ? 1_000_000 : 3)
              _ = try await store.commit(
                Commit(
                  changes: [.put(Document(collection: "c", id: "\(number)", body: body))],
                  events: [.sample("\(number)")]))
            }
          }
        }
        try await until { store.backlog >= 10 }
        gate.open()
        var outcomes: [StoreError.Code?] = []
        for try await outcome in group { outcomes.append(outcome) }
        return outcomes
      }
      _ = try await first
      #expect(outcomes == Array(repeating: .full, count: 10))
      #expect(try await store.count("c") == 0)
      #expect(await store.statistics.failedBatches == 1)
      try await store.limitSize(pages: 100_000)
      #expect(try await store.commit(.event("e")).events.map(\.sequence) == [1])
    }
  }

  // Skipped because only root may mount a small disk.
  @Test(.enabled(if: SmallDisk.isAllowed, "mounting needs root"))
  func aFullDiskRefusesAndTheStoreGoesOnAfterwards() async throws {
    let disk = try SmallDisk(size: "4m")
    let store = try await SQLiteStore.open(SQLiteConfiguration(path: disk.path + "/standups.db"))
    _ = try await store.commit(.event("0"))
    try disk.fill()
    var acknowledged = 0
    var failure: StoreError.Code?
    // The log may have space left, which is soon used up.
    for number in 1...1000 {
      do {
        _ = try await store.commit(
          Commit(
            changes: [
              .put(Document(collection: "c", id: "\(number)", body: filler(9000)))
            ],
            events: [.sample("\(number)")]))
        acknowledged += 1
      } catch let error as StoreError {
        failure = error.code
        break
      }
    }
    #expect(failure == .full)
    #expect(try await store.count("c") == acknowledged)
    #expect(try await store.range().head == Int64(acknowledged + 1))
    try disk.relieve()
    let next = try await store.commit(.event("next"))
    #expect(next.events.map(\.sequence) == [Int64(acknowledged + 2)])
    await store.close()
    try await withStore(at: disk.path + "/standups.db") { store async throws in
      #expect(try await store.count("c") == acknowledged)
      #expect(try await store.range().head == Int64(acknowledged + 2))
      #expect(try await store.load("notices", "dataFailedToLoad") == nil)
    }
  }

  // Skipped because only root may mount a small disk.
  @Test(.enabled(if: SmallDisk.isAllowed, "mounting needs root"))
  func aDiskThatIsFullFromTheStartIsSaidSo() async throws {
    let disk = try SmallDisk(size: "1m")
    try disk.fill()
    let configuration = SQLiteConfiguration(path: disk.path + "/standups.db")
    #expect(await code { _ = try await SQLiteStore.open(configuration) } == .full)
    try disk.relieve()
    try await withStore(at: configuration.path) { store async throws in
      _ = try await store.commit(.put("s"))
      #expect(try await store.load("notices", "dataFailedToLoad") == nil)
    }
  }

  // Skipped because only root may mount a small disk.
  @Test(.enabled(if: SmallDisk.isAllowed, "mounting needs root"))
  func aDamagedFileOnAFullDiskStaysWhereItIs() async throws {
    let disk = try SmallDisk(size: "1m")
    let configuration = SQLiteConfiguration(path: disk.path + "/standups.db")
    let garbage = Data("garbage".utf8)
    try garbage.write(to: URL(fileURLWithPath: configuration.path))
    try disk.fill()
    #expect(await code { _ = try await SQLiteStore.open(configuration) } == .full)
    #expect(try Data(contentsOf: URL(fileURLWithPath: configuration.path)) == garbage)
    try disk.relieve()
    try await withStore(at: configuration.path) { store async throws in
      #expect(try await store.load("notices", "dataFailedToLoad") != nil)
    }
  }

  // Skipped because only root may mount a small disk.
  @Test(.enabled(if: SmallDisk.isAllowed, "mounting needs root"))
  func aReadOnlyDiskIsSaidSo() async throws {
    let disk = try SmallDisk(size: "4m")
    let configuration = SQLiteConfiguration(path: disk.path + "/standups.db")
    try await withStore(at: configuration.path) { _ = try await $0.commit(.put("s")) }
    try disk.remount(readOnly: true)
    #expect(await code { _ = try await SQLiteStore.open(configuration) } == .readOnly)
    let fresh = SQLiteConfiguration(path: disk.path + "/new/standups.db")
    #expect(await code { _ = try await SQLiteStore.open(fresh) } == .readOnly)
    try await withStore { store, _ in
      #expect(
        await code { try await store.backup(to: disk.path + "/backup.db") } == .readOnly)
    }
    try disk.remount(readOnly: false)
    try await withStore(at: configuration.path) { store async throws in
      #expect(try await store.load("standups", "s") != nil)
    }
  }

  /// With its log, as after a crash, and without, as after a clean end.
  // Skipped because only root may mount a small disk.
  @Test(.enabled(if: SmallDisk.isAllowed, "mounting needs root"), arguments: [true, false])
  func aReadOnlyDiskIsReadAndWrittenOnceItCanBe(hasLog: Bool) async throws {
    let disk = try SmallDisk(size: "4m")
    let configuration = SQLiteConfiguration(path: disk.path + "/a %?#.db")
    let store = try await SQLiteStore.open(configuration)
    _ = try await store.commit(.put("s"))
    let names = ["", "-wal", "-shm"]
    let kept = try names.map { try Data(contentsOf: URL(fileURLWithPath: configuration.path + $0)) }
    await store.close()
    if hasLog {
      for (name, bytes) in zip(names, kept) {
        try bytes.write(to: URL(fileURLWithPath: configuration.path + name))
      }
    }
    try disk.remount(readOnly: true)
    let reading = try await SQLiteStore.open(configuration, orReadsOnly: true)
    #expect(await reading.unwritable?.code == .readOnly)
    #expect(try await reading.load("standups", "s") != nil)
    let epoch = try await reading.range().epoch
    #expect(await code { _ = try await reading.commit(.put("t")) } == .readOnly)
    #expect(await code { _ = try await reading.compact(keepingLast: 0) } == .readOnly)
    #expect(try await reading.load("standups", "t") == nil)
    // A service that starts now may read, and becomes the writer when that is possible.
    let term = WriterTerm(owner: "standups", id: "new")
    try await reading.begin(term)

    try disk.remount(readOnly: false)
    // Two commits that notice it at once.
    async let first = reading.commit(.put("t"))
    async let second = reading.commit(.event("u"))
    _ = try await (first, second)
    #expect(await reading.unwritable == nil)
    let old = WriterTerm(owner: "standups", id: "old")
    #expect(await code { _ = try await reading.commit(Commit(term: old)) } == .superseded)
    _ = try await reading.commit(Commit(term: term))
    #expect(try await reading.load("standups", "s") != nil)
    #expect(try await reading.load("standups", "t") != nil)
    #expect(try await reading.range().epoch == epoch)
    await reading.close()
    #expect(await code { _ = try await reading.commit(.put("v")) } == .closed)
  }

  // Skipped because only root may mount a small disk.
  @Test(.enabled(if: SmallDisk.isAllowed, "mounting needs root"))
  func whatCannotBeReadWithoutWritingIsRefused() async throws {
    let disk = try SmallDisk(size: "4m")
    let garbage = disk.path + "/garbage.db"
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: garbage))
    let backup = disk.path + "/backup.db"
    try await withStore { store, _ in
      _ = try await store.commit(.put("s"))
      try await store.backup(to: backup)
    }
    try disk.remount(readOnly: true)
    for path in [garbage, backup, disk.path + "/none.db"] {
      let configuration = SQLiteConfiguration(path: path)
      let refused = await code { _ = try await SQLiteStore.open(configuration, orReadsOnly: true) }
      #expect(refused == .readOnly || refused == .damaged || refused == .io, "\(path)")
    }
  }

  // Skipped because only root may mount a small disk.
  @Test(.enabled(if: SmallDisk.isAllowed, "mounting needs root"))
  func aBackupThatDoesNotFitLeavesNothing() async throws {
    let disk = try SmallDisk(size: "256k")
    try await withStore { store, _ in
      _ = try await store.commit(.put("s", body: filler(1_000_000)))
      #expect(await code { try await store.backup(to: disk.path + "/backup.db") } == .full)
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
      #expect(try await store.count("standups") == 1)
    }
  }

  /// Permission bits stop every user but root; `SmallDisk` serves root.
  // Skipped because permission bits do not stop root.
  @Test(.enabled(if: geteuid() != 0, "permission bits do not stop root"))
  func aDirectoryWithoutTheRightToWriteIsSaidSo() async throws {
    let directory = try TemporaryDirectory()
    #expect(chmod(directory.path, 0o500) == 0)
    defer { chmod(directory.path, 0o700) }
    let configuration = SQLiteConfiguration(path: directory.file("standups.db"))
    #expect(await code { _ = try await SQLiteStore.open(configuration) } == .readOnly)
  }

  @Test(arguments: ["/sys/standups.db", "/sys/new/standups.db"])
  func aPlaceWhereNobodyMayWriteIsSaidSo(path: String) async throws {
    #expect(
      await code { _ = try await SQLiteStore.open(SQLiteConfiguration(path: path)) } == .readOnly)
  }

  @Test func aFileWhereADirectoryShouldBeIsSaidSo() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Data("x".utf8), to: "file")
    for path in ["file/standups.db", "file/more/standups.db"] {
      let configuration = SQLiteConfiguration(path: directory.file(path))
      #expect(await code { _ = try await SQLiteStore.open(configuration) } == .notAFile)
    }
    #expect(try directory.bytes("file") == Data("x".utf8))
  }

  @Test func aDirectoryWhereTheFileShouldBeIsSaidSoAndKept() async throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.file("standups.db"), withIntermediateDirectories: false)
    let configuration = SQLiteConfiguration(path: directory.file("standups.db"))
    #expect(await code { _ = try await SQLiteStore.open(configuration) } == .notAFile)
    #expect(try directory.names() == ["standups.db", "standups.db.lock"])
  }

  /// A disk that is briefly unreadable; reading this file fails at once, with EIO.
  @Test func aReadThatFailsMayPass() async throws {
    let directory = try TemporaryDirectory()
    let configuration = SQLiteConfiguration(path: directory.file("standups.db"))
    try await withStore(at: configuration.path) { _ = try await $0.commit(.put("s")) }
    let mark = directory.file("standups.db.mark")
    try FileManager.default.removeItem(atPath: mark)
    try FileManager.default.createSymbolicLink(
      atPath: mark, withDestinationPath: "/proc/self/mem")
    let error = await #expect(throws: StoreError.self) {
      _ = try await SQLiteStore.open(configuration)
    }
    #expect(error?.code == .io)
    #expect((error?.atStart() as? BusError)?.code == .busy)
    // It was not changed, and can be opened once the disk works.
    try FileManager.default.removeItem(atPath: mark)
    try await withStore(at: configuration.path) { store async throws in
      #expect(try await store.load("standups", "s") != nil)
      #expect(try await store.load("notices", "dataFailedToLoad") == nil)
    }
  }

  /// All codes of SQLite (https://www.sqlite.org/rescode.html), some with a detail, and an unknown one. Supervisors
  /// treat 78 as final, but not 75.
  @Test(arguments: Array(1...28) + [266, 522, 1034, 6410, 9_999_999])
  func whatKeepsItFromOpeningIsFinalOrNot(code: Int32) {
    let error = StoreError(SQLiteError(extendedCode: code, operation: "open"), path: "/x/db")
    // No permission, and read-only.
    #expect((error.atStart() is ConfigurationError) == [3, 8].contains(code))
  }

  @Test(arguments: [
    (EIO, true), (ENOSPC, true), (EDQUOT, true), (EMFILE, true), (ENFILE, true), (ENOMEM, true),
    (EINTR, true), (EAGAIN, true), (ESTALE, true), (ETIMEDOUT, true), (ENAMETOOLONG, true),
    (EROFS, false), (EACCES, false), (EPERM, false), (ENOTDIR, false), (EISDIR, false),
  ])
  func whatTheSystemRefusesIsFinalOrNot(code: Int32, mayPass: Bool) {
    let error = StoreError(SystemError(code: code, operation: "open"), path: "/x/db")
    #expect((error.atStart() is BusError) == mayPass)
  }

  @Test(arguments: [
    (StoreError.Code.newer, false), (.notAFile, false), (.readOnly, false), (.locked, true),
    (.damaged, true), (.full, true), (.io, true), (.internal, true), (.closed, true),
    (.unreachable, true), (.foreign, false),
  ])
  func someReasonsAreFinal(code: StoreError.Code, mayPass: Bool) {
    #expect((StoreError(code, "No.").atStart() is BusError) == mayPass)
    #expect((StoreError(code, "No.").atStart() is ConfigurationError) == !mayPass)
  }

  @Test func aPathTooLongForTheSystemIsAnError() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file(String(repeating: "x", count: 300))
    #expect(await code { _ = try await SQLiteStore.open(SQLiteConfiguration(path: path)) } == .io)
  }
}
