import Foundation
import PersistenceAPI
import Testing

@testable import PersistenceService

extension CommandTests {
  @Test func backups() async throws {
    try await with(.sqlite) { caller, directory in
      _ = try await caller.send(Commit(events: [event(id: "e1")]))
      let reply = try await caller.send(Backup(name: "copy.db"))
      #expect(reply.path == directory.file("backups/copy.db"))
      #expect(reply.bytes == Int64(try directory.bytes("backups/copy.db").count))
      #expect(await caller.refusal(Backup(name: "copy.db"))?.code == .conflict)
      #expect(try await caller.send(Backup(name: "copy.db", overwrite: true)).bytes > 0)
      try FileManager.default.createDirectory(
        atPath: directory.file("backups/folder"), withIntermediateDirectories: false)
      #expect(await caller.refusal(Backup(name: "folder"))?.code == .invalid)
    }
  }

  /// The sender may be on another machine, so it must not name a path on this one.
  @Test(arguments: [
    "", "/copy.db", "../copy.db", "a/b", "a/../../router.key_secret", ".hidden", "-rf", "..", ".",
    "a b",
    "a\nb", "a\u{0}b", "é.db", "~", String(repeating: "a", count: 101),
    // SQLite would treat these files as logs of the backup “a.db”.
    "a.db-journal", "a.db-wal", "a.db-SHM",
  ])
  func aBackupNamesNoPath(_ name: String) async throws {
    try await with(.sqlite) { caller, directory in
      let refusal = await caller.refusal(Backup(name: name, overwrite: true))
      #expect(refusal?.code == .invalid)
      #expect(refusal?.detail?["field"] == "name")
      #expect(!FileManager.default.fileExists(atPath: directory.file("backups")))
    }
  }

  /// The configured backup directory may contain other files.
  @Test func onlyABackupIsReplaced() async throws {
    try await with(.sqlite) { caller, directory in
      _ = try await caller.send(Backup(name: "copy.db"))
      let secret = Data("the router's secret key".utf8)
      try directory.write(secret, to: "backups/router.key_secret")
      try directory.write(secret, to: "outside")
      try FileManager.default.createSymbolicLink(
        atPath: directory.file("backups/link"), withDestinationPath: directory.file("outside"))
      try FileManager.default.createSymbolicLink(
        atPath: directory.file("backups/other"),
        withDestinationPath: directory.file("backups/copy.db"))
      // A database in use, not a copy.
      try await withStore(at: directory.file("backups/live.db")) { store async throws in
        _ = try await store.range()
      }
      for name in ["router.key_secret", "link", "other", "live.db"] {
        let refusal = await caller.refusal(Backup(name: name, overwrite: true))
        #expect(refusal?.code == .conflict, "\(name)")
      }
      #expect(try directory.bytes("backups/router.key_secret") == secret)
      #expect(try directory.bytes("outside") == secret)
      #expect(try await caller.send(Backup(name: "copy.db", overwrite: true)).bytes > 0)
    }
  }

  /// A killed process leaves its draft file; the next backup removes it once it is old.
  @Test func draftsOfInterruptedBackupsAreRemoved() async throws {
    try await with(.sqlite) { caller, directory in
      _ = try await caller.send(Backup(name: "copy.db"))
      let (old, new) = ("backups/a.db.1.partial", "backups/b.db.2.partial")
      for name in [old, old + "-wal", new] { try directory.write(Data("draft".utf8), to: name) }
      for name in [old, old + "-wal"] {
        try FileManager.default.setAttributes(
          [.modificationDate: Date() - BackupDirectory.abandonedAfter - 60],
          ofItemAtPath: directory.file(name))
      }
      _ = try await caller.send(Backup(name: "copy.db", overwrite: true))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: directory.file("backups")).sorted()
          == ["b.db.2.partial", "copy.db"])
      let refusal = await caller.refusal(Backup(name: "b.db.2.partial", overwrite: true))
      #expect(refusal?.code == .invalid)
    }
  }

  /// A directory is not a draft, and does not prevent backups.
  @Test func aDirectoryWithTheNameOfADraftStays() throws {
    let directory = try TemporaryDirectory()
    let backups = BackupDirectory(path: directory.path)
    let name = directory.file("old.partial")
    try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: false)
    try backups.prepare(now: Date() + 2 * BackupDirectory.abandonedAfter)
    #expect(FileManager.default.fileExists(atPath: name))
  }

  @Test func theDirectoryOfBackupsHasABound() async throws {
    try await with(.sqlite) { caller, directory in
      _ = try await caller.send(Backup(name: "copy.db"))
      for number in 1..<BackupDirectory.maxFiles {
        try directory.write(Data(), to: "backups/\(number)")
      }
      let refusal = await caller.refusal(Backup(name: "one-more.db"))
      #expect(refusal?.code == .unavailable)
      #expect(refusal?.message.contains("1000 files") == true)
      // An existing backup can be replaced.
      #expect(try await caller.send(Backup(name: "copy.db", overwrite: true)).bytes > 0)
    }
  }

  @Test func aBackupThatDoesNotFitOnTheVolumeIsRefused() throws {
    let directory = try TemporaryDirectory()
    let backups = BackupDirectory(path: directory.path)
    try backups.check(roomFor: "copy.db", bytes: 0)
    for bytes in [Int.max, 1 << 60] {
      let error = #expect(throws: StoreError.self) {
        try backups.check(roomFor: "copy.db", bytes: bytes)
      }
      #expect(error?.code == .full)
    }
  }

  /// Health reports it before a backup is needed.
  // Skipped because permission bits do not stop root.
  @Test(.enabled(if: geteuid() != 0, "permission bits do not stop root"))
  func aDirectoryThatCannotBeWrittenIsAProblem() throws {
    let directory = try TemporaryDirectory()
    let backups = BackupDirectory(path: directory.file("backups/daily"))
    #expect(backups.problem == nil)
    #expect(chmod(directory.path, 0o500) == 0)
    #expect(backups.problem?.contains(directory.path) == true)
    #expect(chmod(directory.path, 0o700) == 0)
  }
}
