import Documents
import FastJSON
import PersistenceAPI
import PostgreSQL
import TestSupport
import Testing
import Threads

@testable import PersistenceService

/// A lost connection, an unavailable server, a reply that never arrived.
@Suite(.needs(.postgreSQL)) struct ReconnectTests {
  private func commit(_ number: Int) -> Commit {
    Commit(
      changes: [.put(Document(collection: "c", id: "\(number)", body: json("\(number)")))],
      events: [.sample("e\(number)")],
      idempotency: StoredReply(key: "k\(number)", reply: json("\(number)")))
  }

  /// Repeats it until the outcome is known, as a service does.
  private func send(_ commit: Commit, to store: PostgreSQLStore) async throws -> CommitResult {
    while true {
      do {
        return try await store.commit(commit)
      } catch let error as StoreError where error.code == .unreachable {
        await Task.yield()
      }
    }
  }

  @Test func connectionsThatAreEndedAreMadeAnew() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { store async throws in
        for number in 1...5 {
          let result = try await send(commit(number), to: store)
          #expect(result.events.map(\.sequence) == [Int64(number)])
          #expect(try await store.load("c", "\(number)") != nil)
          try database.endAll()
        }
        _ = try await send(commit(6), to: store)
        #expect(try await store.count("c") == 6)
        #expect(await store.unwritable == nil)
      }
    }
  }

  @Test func aServerThatCrashesLosesNothing() async throws {
    let server = try PostgreSQLServer()
    defer { server.stop() }
    try await withDatabase(on: server) { database in
      try await withStore(on: database) { store async throws in
        for number in 1...3 { _ = try await store.commit(commit(number)) }
        let epoch = try await store.range().epoch
        server.crash()
        let error = await #expect(throws: StoreError.self) { try await store.commit(commit(4)) }
        #expect(error?.code == .unreachable && error?.code.isRetryable == true)
        #expect(await code { _ = try await store.load("c", "1") } == .unreachable)
        #expect(await store.unwritable?.code == .unreachable)
        let service = PersistenceService(store: store, log: .discarded)
        #expect(await service.obstacle?.contains("is unreachable") == true)
        try server.start()
        let result = try await send(commit(4), to: store)
        #expect(result.epoch == epoch && result.events.map(\.sequence) == [4])
        #expect(try await store.count("c") == 4)
        #expect(await service.obstacle == nil)
      }
    }
  }

  /// It had not been carried out, and is not done twice.
  @Test func whatWasUnderWayIsDoneOnce() async throws {
    try await withDatabase { database in
      try await withStore(on: database) { store async throws in
        _ = try await store.commit(commit(1))
        let holder = try await blocking { [address = try database.address()] in
          let connection = try PostgreSQLConnection.connect(to: address)
          _ = try connection.run("BEGIN", operation: "hold the events")
          _ = try connection.run(
            "LOCK TABLE standups.events IN EXCLUSIVE MODE", operation: "hold the events")
          return Held(connection)
        }
        async let hanging = code { _ = try await store.commit(commit(2)) }
        try await until { try await database.waiting(for: "Lock") > 0 }
        try database.endAll()
        #expect(await hanging == .unreachable)
        holder.letGo()
        let results = try await [send(commit(2), to: store), send(commit(2), to: store)]
        #expect(results[0].events == results[1].events)
        #expect(results[1].isRepeated)
        #expect(try await store.range().head == 2)
      }
    }
  }

  /// While a standby is unavailable, a commit waits for it. If its connection or its wait is then
  /// ended, the commit is visible and may still be lost: the store does not return it before a
  /// later write was acknowledged.
  @Test(arguments: TestDatabase.Ending.allCases)
  func whatNoStandbyHasIsNotGiven(_ ending: TestDatabase.Ending) async throws {
    let server = try PostgreSQLServer()
    defer { server.stop() }
    try await withDatabase(on: server) { database in
      try await withStore(on: database) { store async throws in
        _ = try await store.commit(commit(1))
        try server.psql(
          "postgres", "ALTER SYSTEM SET synchronous_standby_names = 'away'",
          "SELECT pg_reload_conf()")
        // The server needs a moment before it waits.
        var last = 1
        var hanging: Task<StoreError.Code?, Never>
        repeat {
          last += 1
          let isDone = Locked(false)
          hanging = Task { [last] in
            defer { isDone.withLock { $0 = true } }
            do {
              _ = try await store.commit(commit(last))
              return nil
            } catch {
              return (error as? StoreError)?.code
            }
          }
          try await until {
            if isDone.withLock({ $0 }) { return true }
            return try await database.waiting(for: "SyncRep") > 0
          }
          if try await database.waiting(for: "SyncRep") > 0 { break }
        } while true
        // Not visible yet, and older data can be read.
        #expect(try await store.range().head == Int64(last - 1))
        try database.endAll(ending)
        #expect(await hanging.value == .unreachable)
        // Queries on the server show it, the store does not.
        let seen = try server.psql(database.name, "SELECT count(*) FROM standups.documents")
        #expect(seen == "\(last)")
        #expect(await code { _ = try await store.load("c", "\(last)") } == .unreachable)
        #expect(await code { _ = try await store.replay(after: 0) } == .unreachable)
        #expect(await code { _ = try await store.range() } == .unreachable)
        // A repetition waits as well, like the next writer epoch.
        let again = Task { [last] in try await send(commit(last), to: store) }
        try await until { try await database.waiting(for: "SyncRep") > 0 }
        #expect(await code { _ = try await store.load("c", "\(last)") } == .unreachable)
        try server.psql(
          "postgres", "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
        #expect(try await again.value.isRepeated)
        #expect(try await store.load("c", "\(last)") != nil)
        #expect(try await store.replay(after: 0).sequences == (1...last).map { Int64($0) })
      }
    }
  }
}

/// A connection that holds a lock.
private final class Held: @unchecked Sendable {
  // Used by one thread after another.
  private let connection: PostgreSQLConnection

  init(_ connection: PostgreSQLConnection) { self.connection = connection }

  func letGo() { connection.close() }
}
