import StandupsDependencies
import Documents
import Foundation
import PersistenceAPI
import Testing

@testable import PersistenceService

@Suite struct DurabilityTests {
  /// The files after a power failure: a copy without closing anything.
  private func image(of store: SQLiteStore, from directory: TemporaryDirectory) throws
    -> TemporaryDirectory
  {
    let copy = try TemporaryDirectory()
    for name in ["standups.db", "standups.db-wal"] {
      try copy.write(try directory.bytes(name), to: name)
    }
    return copy
  }

  @Test func whatWasAcknowledgedSurvivesACrash() async throws {
    try await withStore { store, directory in
      let epoch = try await store.commit(.event("0")).epoch
      for number in 1...300 {
        _ = try await store.commit(
          Commit(
            changes: [
              .put(
                Document(
                  collection: "c", id: "\(number)", body: .emptyObject, searchText: "word"))
            ],
            events: [.sample("\(number)")],
            idempotency: .init(key: "\(number)", reply: .emptyObject)))
      }
      let copy = try image(of: store, from: directory)
      try await withStore(at: copy.file("standups.db")) { crashed async throws in
        #expect(try await crashed.count("c") == 300)
        #expect(try await crashed.views() == store.views())
        #expect(try await crashed.range() == JournalRange(epoch: epoch, head: 301, oldest: 1))
        #expect(try await crashed.countReplies() == 300)
        #expect(try await crashed.search("c", for: "word", limit: 1000).count == 300)
      }
      #expect(try copy.names(prefix: "standups.db.set-aside").isEmpty)
    }
  }

  @Test func aCrashInTheMiddleOfACommitLeavesAllOfItOrNothing() async throws {
    let gate = Gate()
    try await withStore({ $0.common.willCommit = gate.pass }) { store, directory in
      _ = try await store.commit(.event("before"))
      gate.hold()
      let changes = (0..<2000).map { number in
        DocumentChange.put(Document(collection: "c", id: "\(number)", body: filler(2000)))
      }
      async let commit = store.commit(Commit(changes: changes, events: [.sample("during")]))
      try await until { gate.hasSeen(2) }
      let copy = try image(of: store, from: directory)
      gate.open()
      _ = try await commit
      try await withStore(at: copy.file("standups.db")) { crashed async throws in
        #expect(try await crashed.count("c") == 0)
        #expect(try await crashed.replay(after: 0).events.map(\.id) == ["before"])
        #expect(try await crashed.commit(.event("after")).events.map(\.sequence) == [2])
      }
      #expect(try await store.count("c") == 2000)
    }
  }

  /// Whatever part of the log reached the disk, the database is in a state between two commits.
  @Test func aLogCutAnywhereIsAStateBetweenTwoCommits() async throws {
    try await withStore { store, directory in
      for number in 0..<20 {
        _ = try await store.commit(
          Commit(
            changes: [.put(Document(collection: "c", id: "\(number)", body: .emptyObject))],
            events: [.sample("\(number)")]))
      }
      let log = try directory.bytes("standups.db-wal")
      let file = try directory.bytes("standups.db")
      var generator = SeededGenerator(seed: 11)
      for _ in 0..<25 {
        let copy = try TemporaryDirectory()
        try copy.write(file, to: "standups.db")
        try copy.write(
          log.prefix(Int.random(in: 0...log.count, using: &generator)), to: "standups.db-wal")
        try await withStore(at: copy.file("standups.db")) { crashed async throws in
          let count = try await crashed.count("c")
          let sequences = try await crashed.replay(after: 0).sequences
          #expect(sequences == (0..<count).map { Int64($0 + 1) })
          #expect(try await crashed.range().head == Int64(count))
        }
      }
    }
  }

  @Test func aDatabaseThatIsTakenAwayIsNotWrittenTo() async throws {
    try await withStore { store, directory in
      _ = try await store.commit(.event("1"))
      try FileManager.default.moveItem(
        atPath: directory.file("standups.db"), toPath: directory.file("away"))
      #expect(await code { _ = try await store.commit(.event("2")) } == .io)
      try FileManager.default.moveItem(
        atPath: directory.file("away"), toPath: directory.file("standups.db"))
      #expect(try await store.commit(.event("2")).events.map(\.sequence) == [2])
    }
  }
}
