import Documents
import Foundation
import PersistenceAPI
import TestSupport
import Testing

@testable import PersistenceService

extension BadDiskTests {
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
}
