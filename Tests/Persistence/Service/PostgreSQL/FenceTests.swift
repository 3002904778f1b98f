import Documents
import FastJSON
import PersistenceAPI
import TestSupport
import Testing
import Threads

@testable import PersistenceService

/// Only one process writes, regardless of earlier ones.
@Suite(.needs(.postgreSQL)) struct FenceTests {
  private func replying(_ number: Int) -> Commit {
    Commit(
      changes: [.put(Document(collection: "c", id: "d", body: json("\(number)")))],
      events: [.sample("e\(number)")],
      idempotency: StoredReply(key: "k\(number)", reply: json("\(number)")))
  }

  @Test func theFirstOfTwoWritersEnds() async throws {
    try await withDatabase { database in
      let ended = Locked(0)
      try await withStore(on: database, { $0.fenced = { ended.withLock { $0 += 1 } } }) {
        first async throws in
        _ = try await first.commit(replying(1))
        try await withStore(on: database) { second async throws in
          _ = try await second.commit(replying(2))
          #expect(await code { _ = try await first.commit(replying(3)) } == .fenced)
          #expect(ended.withLock { $0 } == 1)
          // It remains fenced.
          #expect(await code { _ = try await first.commit(replying(3)) } == .fenced)
          #expect(await first.unwritable?.code == .fenced)
          #expect(
            await code { try await first.begin(WriterTerm(owner: "o", id: "1")) } == .fenced)
          #expect(try await second.load("c", "d")?.body == json("2"))
          #expect(try await second.range().head == 2)
          #expect(try await second.commit(replying(3)).events.map(\.sequence) == [3])
        }
      }
    }
  }

  /// This includes a repeated command whose reply is stored: the process may not know later
  /// changes.
  @Test func oneThatOnlyRepeatsRepliesIsFencedToo() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { first async throws in
        _ = try await first.commit(replying(1))
        try await withStore(on: database) { _ in }
        #expect(await code { _ = try await first.commit(replying(1)) } == .fenced)
      }
    }
  }

  @Test func aSignOfLifeTellsIt() async throws {
    try await withDatabase { database in
      let (fenced, tell) = AsyncStream.makeStream(of: Void.self)
      try await withStore(
        on: database,
        {
          $0.fenced = { tell.finish() }
          $0.renewal = { await Task.yield() }
        }
      ) { _ async throws in
        try await withStore(on: database) { _ in for await _ in fenced {} }
      }
    }
  }

  @Test func whoIsAliveIsLeftAlone() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { first async throws in
        var configuration = try database.configuration()
        configuration.leaseMs = 60_000
        let error = await #expect(throws: StoreError.self) {
          try await PostgreSQLStore.open(configuration)
        }
        #expect(error?.code == .locked)
        _ = try await first.commit(replying(1))
        // Its connection is lost: no one waits for the rest of its lease.
        try database.endAll()
        let second = try await PostgreSQLStore.open(configuration)
        #expect(try await second.load("c", "d") != nil)
        await second.close()
      }
    }
  }

  /// A writer's earlier commands are not written once another one has begun, however late they
  /// arrive.
  @Test func whatWasSentBeforeIsNotWrittenAfterwards() async throws {
    try await withDatabase { database in
      let gate = Gate()
      try await withStore(on: database, { $0.common.willCommit = gate.pass }) {
        first async throws in
        _ = try await first.commit(replying(1))
        gate.hold()
        let late = Task { try await first.commit(replying(2)) }
        try await until { gate.hasSeen(2) }
        try await withStore(on: database) { second async throws in
          _ = try await second.commit(replying(3))
          gate.open()
          await #expect(throws: StoreError.self) { try await late.value }
          #expect(try await second.load("c", "d")?.body == json("3"))
          #expect(try await second.reply(under: "k2") == nil)
        }
      }
    }
  }
}
