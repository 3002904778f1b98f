import Bus
import StandupsConfiguration
import Documents
import Foundation
import PersistenceAPI
import StandupsSQLite
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

  /// All codes of SQLite (https://www.sqlite.org/rescode.html), some with a detail, and an unknown
  /// one. Supervisors treat 78 as final, but not 75.
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
