import Documents
import PersistenceAPI
import Testing

@testable import PersistenceService

/// If there are two routers, only commits from the active one are written.
@Suite struct RouterTermTests {
  private func transaction(_ id: String, of router: Int64?, key: String? = nil) -> Transaction {
    Transaction(
      commit: Commit(
        changes: [.put(Document(collection: "c", id: id, body: .emptyObject))],
        events: [.sample("e-\(id)")],
        idempotency: key.map { StoredReply(key: $0, reply: .emptyObject) }),
      router: router)
  }

  private func ids(_ store: any Store) async throws -> [String] {
    try await store.load(DocumentQuery(collection: "c")).documents.map(\.id).sorted()
  }

  @Test(arguments: Engine.allCases)
  func nothingIsWrittenInAnEarlierTerm(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(transaction("a", of: 7))
      _ = try await store.commit(transaction("b", of: 7))
      _ = try await store.commit(transaction("c", of: 9))
      #expect(await code { _ = try await store.commit(transaction("d", of: 8)) } == .outdated)
      #expect(
        await code { try await store.begin(WriterTerm(owner: "o", id: "1"), router: 8) }
          == .outdated)
      _ = try await store.commit(transaction("e", of: 9))
      #expect(try await ids(store) == ["a", "b", "c", "e"])
      #expect(try await store.range().head == 4)
    }
  }

  /// A router epoch from a begin command counts like one from a commit.
  @Test(arguments: Engine.allCases) func aBeginningRaisesIt(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let term = WriterTerm(owner: "o", id: "1")
      try await store.begin(term, router: 3)
      #expect(await code { _ = try await store.commit(transaction("a", of: 2)) } == .outdated)
      #expect(
        await code { try await store.begin(WriterTerm(owner: "o", id: "2"), router: 2) }
          == .outdated)
      // The earlier router's begin command changed nothing.
      let commit = Transaction(commit: Commit(term: term), router: 3)
      #expect(try await store.commit(commit).events.isEmpty)
    }
  }

  @Test(arguments: Engine.allCases) func itOutlivesTheProcess(_ engine: Engine) async throws {
    try await withPlace(on: engine) { place in
      try await place.with { store async throws in
        _ = try await store.commit(transaction("a", of: 5))
      }
      try await place.with { store async throws in
        #expect(await code { _ = try await store.commit(transaction("b", of: 4)) } == .outdated)
        #expect(try await ids(store) == ["a"])
      }
    }
  }

  /// One after another, even if they share one database transaction.
  @Test(arguments: Engine.allCases) func thoseThatWaitAreJudgedInTheirOrder(
    _ engine: Engine
  ) async throws {
    try await withStore(on: engine) { store, _ in
      async let outcomes = withTaskGroup(of: Bool.self) { group in
        for number in 0..<40 {
          group.addTask {
            let router = Int64(number % 2 == 0 ? 20 : 10)
            let id = "\(router)-\(number)"
            // Ignored because some commits are rejected; their number is compared below.
            return (try? await store.commit(transaction(id, of: router))) != nil
          }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      let written = await outcomes
      let found = try await ids(store)
      #expect(found.count == written && found.filter { $0.hasPrefix("20") }.count == 20)
      #expect(await code { _ = try await store.commit(transaction("x", of: 19)) } == .outdated)
    }
  }

  /// This includes repeated commits: the sender learns that its router is not active.
  @Test(arguments: Engine.allCases) func aReplyIsNotGivenAgain(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(transaction("a", of: 1, key: "k"))
      _ = try await store.commit(transaction("b", of: 2))
      #expect(
        await code { _ = try await store.commit(transaction("a", of: 1, key: "k")) } == .outdated)
      // Through the other router it is accepted.
      let again = try await store.commit(transaction("a", of: 2, key: "k"))
      #expect(again.isRepeated)
    }
  }

  /// A single router has no epoch.
  @Test(arguments: Engine.allCases) func withoutATermItIsWritten(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(transaction("a", of: 5))
      _ = try await store.commit(transaction("b", of: nil))
      #expect(try await ids(store) == ["a", "b"])
    }
  }
}
