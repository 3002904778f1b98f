import CommandLineKit
import Documents
import Foundation
import PersistenceAPI
import TestSupport
import Testing

@testable import PersistenceService

@Suite struct RestoreTests {
  /// A database that changed after its backup.
  private func withBackup(
    _ body: (_ database: String, _ backup: String, TemporaryDirectory) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let (database, backup) = (directory.file("standups.db"), directory.file("backup.db"))
    try await withStore(at: database) { store in
      _ = try await store.commit(Self.commit("before"))
      try await store.backup(to: backup) { _ in }
      _ = try await store.commit(Self.commit("after"))
    }
    try await body(database, backup, directory)
  }

  private static func commit(_ id: String) -> Commit {
    Commit(
      changes: [.put(Document(collection: "c", id: id, body: .emptyObject))],
      events: [.sample(id)])
  }

  private func restore(
    _ backup: String, _ database: String,
    failing: StoreRestore.Step? = nil
  ) throws -> StoreRestore.Outcome {
    try StoreRestore(source: backup, path: database, now: Date(timeIntervalSince1970: 1e9)) {
      if $0 == failing { throw SystemError(code: EIO, operation: "go on") }
    }.run()
  }

  private func ids(_ path: String) async throws -> Set<String> {
    try await withValue(at: path) { store in
      var found: Set<String> = []
      for id in ["before", "after"] where try await store.load("c", id) != nil { found.insert(id) }
      #expect(try await store.load("notices", "dataFailedToLoad") == nil)
      return found
    }
  }

  @Test func aBackupTakesThePlaceOfTheDatabase() async throws {
    try await withBackup { database, backup, directory in
      let epoch = try await withValue(at: database) { try await $0.range().epoch }
      let outcome = try restore(backup, database)
      #expect(outcome.head == 1)
      #expect(outcome.documents == 1)
      #expect(try await ids(database) == ["before"])
      #expect(try await withValue(at: database) { try await $0.range().epoch } != epoch)
      // The replaced database is complete, and the backup unchanged.
      let kept = try #require(outcome.kept)
      #expect(try await ids(kept) == ["before", "after"])
      #expect(try await ids(backup) == ["before"])
      // It can be restored as well, and no kept file is overwritten.
      let again = try restore(kept, database)
      #expect(again.kept != kept)
      #expect(try await ids(database) == ["before", "after"])
    }
  }

  @Test func itGoesWhereNothingWas() async throws {
    try await withBackup { _, backup, directory in
      let empty = directory.file("new/standups.db")
      let outcome = try restore(backup, empty)
      #expect(outcome.kept == nil)
      #expect(try await ids(empty) == ["before"])
    }
  }

  /// Its log is not part of the replacement.
  @Test func aDatabaseThatWasKilledIsKeptWithItsLog() async throws {
    try await withBackup { database, backup, directory in
      let killed = directory.file("killed.db")
      try await withStore(at: database) { store in
        _ = try await store.commit(Self.commit("after"))
        // The files as left by a process that is killed now.
        for suffix in ["", "-wal"] { try FileSystem.copy(database + suffix, to: killed + suffix) }
      }
      #expect(FileSystem.size(killed + "-wal") > 0)
      let kept = try #require(try restore(backup, killed).kept)
      #expect(FileSystem.size(kept + "-wal") > 0)
      #expect(try await ids(killed) == ["before"])
      #expect(try await ids(kept) == ["before", "after"])
    }
  }

  @Test(arguments: StoreRestore.Step.allCases)
  func whoeverDiesOnTheWayHasLostNothing(step: StoreRestore.Step) async throws {
    try await withBackup { database, backup, _ in
      #expect(throws: StoreError.self) { try restore(backup, database, failing: step) }
      #expect(try await ids(database) == ["before", "after"])
      // The next attempt starts over.
      _ = try restore(backup, database)
      #expect(try await ids(database) == ["before"])
    }
  }

  @Test func aDatabaseInUseIsLeftAlone() async throws {
    try await withBackup { database, backup, _ in
      try await withStore(at: database) { _ in
        #expect(await code { _ = try restore(backup, database) } == .locked)
      }
      #expect(try await ids(database) == ["before", "after"])
    }
  }

  @Test func whatIsNoBackupIsRefused() async throws {
    try await withBackup { database, backup, directory in
      let text = directory.file("text.db")
      try Data("not a database, but long enough to be looked at as one, if only for its head".utf8)
        .write(to: URL(fileURLWithPath: text))
      #expect(await code { _ = try restore(text, database) } == .damaged)
      #expect(await code { _ = try restore(directory.file("none.db"), database) } == .notAFile)
      #expect(await code { _ = try restore(database, database) } == .invalid)
      // Half of the file.
      let half = directory.file("half.db")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: backup))
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: half))
      #expect(await code { _ = try restore(half, database) } == .damaged)
      // A database in use has a log.
      let used = directory.file("used.db")
      try bytes.write(to: URL(fileURLWithPath: used))
      try Data(count: 100).write(to: URL(fileURLWithPath: used + "-wal"))
      #expect(await code { _ = try restore(used, database) } == .invalid)
      #expect(try await ids(database) == ["before", "after"])
      #expect(try directory.names(prefix: "standups.db.restor") == [])
    }
  }

  @Test func theCommandSaysWhatItDidOrWhatIsWrong() async throws {
    try await withBackup { database, backup, directory in
      func run(
        _ words: [String], _ environment: [String: String]
      ) async -> (ExitCode, String, String) {
        let (output, errors) = (Recorder<String>(), Recorder<String>())
        let code = await PersistenceVerbs.run(
          ["restore"] + words,
          in: VerbContext(
            environment: environment, output: output.record, errors: errors.record))
        return (code, output.values.joined(), errors.values.joined())
      }
      // Compose passes unset variables like this.
      let data = ["STANDUPS_DATA": FileSystem.directory(of: database), "STANDUPS_DATABASE": ""]
      #expect(await run([], data).0 == .usage)
      #expect(await run(["relative.db"], data).0 == .usage)
      #expect(await run(["--help"], data).1.contains("Usage: persistence-service restore FILE"))
      #expect(await run([backup], [:]).0 == .configuration)
      let server = await run([backup], ["STANDUPS_DATABASE": "postgres://host/standups"])
      #expect(server.0 == .usage)
      #expect(server.2.contains("pg_restore"))
      #expect(await run(["/nowhere.db"], data).0 == .data)
      let done = await run([backup], data)
      #expect(done.0 == .ok)
      #expect(done.1.contains("(documents: 1, last event: 1)"))
      #expect(done.1.contains("The previous database was kept at"))
    }
  }
}
