import Dispatch
import Documents
import Foundation
import PersistenceAPI
import Testing
import Threads
import ZeroMQ

@testable import PersistenceService

@Suite struct BackupTests {
  private func fill(_ store: SQLiteStore) async throws {
    for number in 0..<30 {
      _ = try await store.commit(
        Commit(
          changes: [
            .put(
              Document(
                collection: "c", id: "\(number)", body: filler(100_000), searchText: "word"))
          ],
          events: [.sample("\(number)")]))
    }
  }

  @Test func aBackupIsAWholeDatabaseWithAnEpochOfItsOwn() async throws {
    try await withStore { store, directory in
      try await fill(store)
      let seen = Locked<[BackupProgress]>([])
      try await store.backup(to: directory.file("backup.db")) { progress in
        seen.withLock { $0.append(progress) }
      }
      let steps = seen.withLock { $0 }
      #expect(steps.count > 2)
      #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.copied <= $1.copied })
      #expect(steps.last.map { $0.copied == $0.total } == true)
      #expect(try directory.names(prefix: "backup.db") == ["backup.db"])

      let original = try await store.range()
      let views = try await store.views()
      var epochs: Set<String> = [original.epoch]
      for _ in 1...2 {
        try await withStore(at: directory.file("backup.db")) { restored async throws in
          let range = try await restored.range()
          epochs.insert(range.epoch)
          #expect(range.head == 30)
          #expect(try await restored.views() == views)
          #expect(try await restored.count("c") == 30)
          #expect(try await restored.search("c", for: "word", limit: 100).count == 30)
          #expect(try await restored.load("notices", "dataFailedToLoad") == nil)
        }
      }
      // It gets one new epoch when it is first opened, and keeps it.
      #expect(epochs.count == 2)
      #expect(try await store.range().epoch == original.epoch)
    }
  }

  /// A former writer knows documents that no longer exist.
  @Test func aRestoredDatabaseEndsAllTerms() async throws {
    try await withStore { store, directory in
      let term = WriterTerm(owner: "standups", id: "1")
      let commit = Commit(
        changes: [.put(Document(collection: "c", id: "d", body: .emptyObject))], term: term)
      try await store.begin(term)
      _ = try await store.commit(commit)
      try await store.backup(to: directory.file("backup.db"))
      _ = try await store.commit(commit)
      for _ in 1...2 {
        try await withStore(at: directory.file("backup.db")) { restored async throws in
          #expect(await code { _ = try await restored.commit(commit) } == .superseded)
        }
      }
    }
  }

  @Test func commitsGoOnDuringABackupAndAreNotInIt() async throws {
    try await withStore { store, directory in
      try await fill(store)
      let committed = Locked(false)
      let task = Locked<Task<Void, any Error>?>(nil)
      // The first step is done: a commit now must neither fail nor restart the copy.
      try await store.backup(to: directory.file("backup.db")) { progress in
        // Returns because one commit is enough; the test requires that there was one.
        guard progress.copied < progress.total, !committed.withLock({ $0 }) else { return }
        let done = DispatchSemaphore(value: 0)
        task.withLock { task in
          task = Task {
            defer { done.signal() }
            _ = try await store.commit(.event("during"))
          }
        }
        done.wait()
        committed.withLock { $0 = true }
      }
      try await task.withLock { $0 }?.value
      #expect(committed.withLock { $0 })
      #expect(try await store.range().head == 31)
      try await withStore(at: directory.file("backup.db")) { restored async throws in
        #expect(try await restored.range().head == 30)
      }
    }
  }

  @Test func aFileThatIsThereIsKeptUnlessAskedOtherwise() async throws {
    try await withStore { store, directory in
      _ = try await store.commit(.put("s"))
      try directory.write(Data("precious".utf8), to: "backup.db")
      let path = directory.file("backup.db")
      #expect(await code { try await store.backup(to: path) } == .exists)
      #expect(await code { try await store.backup(to: path, overwriting: true) } == .exists)
      #expect(try directory.bytes("backup.db") == Data("precious".utf8))
      try FileManager.default.removeItem(atPath: path)
      try await store.backup(to: path)
      _ = try await store.commit(.put("t"))
      try await store.backup(to: path, overwriting: true)
      try await withStore(at: path) { store async throws in
        #expect(try await store.count("standups") == 2)
      }
    }
  }

  @Test func aBackupOntoTheDatabaseItselfIsRefused() async throws {
    try await withStore { store, directory in
      _ = try await store.commit(.put("s"))
      let path = store.sqlite.path
      let alias = directory.file("alias.db")
      try FileManager.default.createSymbolicLink(atPath: alias, withDestinationPath: path)
      let roundabout = directory.path + "/../" + FileSystem.name(of: directory.path) + "/"
      for target in [
        path, alias, "\(path)-wal", "\(path)-shm", "\(path)-journal", "\(path).lock",
        "\(path).mark", "\(path).setting-aside", "\(path).setting-aside.draft",
        "\(path).behind-20260101T000000Z", "\(path).set-aside-20260101T000000Z-wal",
        roundabout + FileSystem.name(of: path) + "-wal",
        roundabout + FileSystem.name(of: path) + ".mark",
      ] {
        #expect(
          await code { try await store.backup(to: target, overwriting: true) } == .invalid,
          "\(target)")
      }
      #expect(await code { try await store.backup(to: directory.path) } == .notAFile)
      #expect(await code { try await store.backup(to: directory.file("no/where")) } == .io)
      _ = try await store.commit(.put("t"))
      #expect(try await store.count("standups") == 2)
    }
  }

  @Test func aCancelledBackupLeavesNothing() async throws {
    try await withStore { store, directory in
      try await fill(store)
      let before = try directory.names()
      let task = Task {
        try await store.backup(to: directory.file("backup.db")) { _ in
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try directory.names() == before)
    }
  }
}
