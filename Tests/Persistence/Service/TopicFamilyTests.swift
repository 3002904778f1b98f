import Bus
import Documents
import PersistenceAPI
import Testing

@testable import PersistenceService

/// The links between the events of a topic family, in batches.
@Suite struct TopicFamilyTests {
  private func transaction(_ events: NewEvent..., term: WriterTerm? = nil) -> Transaction {
    Transaction(commit: Commit(events: events, term: term))
  }

  private func commit(
    _ transactions: [Transaction], to store: any Store
  ) async -> [Result<CommitResult, StoreError>] {
    await withCheckedContinuation { continuation in
      store.commit(transactions) { continuation.resume(returning: $0) }
    }
  }

  @Test(arguments: Engine.allCases)
  func aRejectedTransactionLeavesNoLinkInItsBatch(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(Commit(events: [.sample("taken", type: "other.type")]))
      let outcomes = await commit(
        [
          transaction(.sample("a", standup: "s", team: "t")),
          // Its first event is written before the second one is rejected.
          transaction(.sample("b", standup: "s", team: "t"), .sample("taken", standup: "s")),
          transaction(.sample("c", standup: "s", team: "t")),
        ], to: store)
      let refused = try #require(outcomes[1].failure)
      #expect(refused.code == .conflict)
      let (a, c) = (try outcomes[0].get().events[0], try outcomes[2].get().events[0])
      #expect((a.sequence, c.sequence) == (2, 3))
      #expect((a.previousOfType, a.previousOfStandup, a.previousOfTeam) == (nil, nil, nil))
      #expect((c.previousOfType, c.previousOfStandup, c.previousOfTeam) == (2, 2, 2))
      // The next batch continues from the written sequences.
      let next = try await store.commit(Commit(events: [.sample("d", standup: "s", team: "t")]))
      let d = try #require(next.events.first)
      #expect((d.previousOfType, d.previousOfStandup, d.previousOfTeam) == (3, 3, 3))
    }
  }

  @Test(arguments: Engine.allCases)
  func aFamilyThatOnlyARejectedTransactionHasIsNotWritten(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(Commit(events: [.sample("taken", type: "other.type")]))
      let outcomes = await commit(
        [
          transaction(.sample("a", type: "new.type"), .sample("taken")),
          transaction(.sample("b")),
        ], to: store)
      #expect(outcomes[0].failure?.code == .conflict)
      #expect(try outcomes[1].get().events.map(\.sequence) == [2])
      let first = try await store.commit(Commit(events: [.sample("c", type: "new.type")]))
      #expect(first.events.map(\.previousOfType) == [nil])
    }
  }

  @Test(arguments: Engine.allCases)
  func eachTransactionOfABatchIsCheckedForItsWriterEpoch(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let (old, new) = (WriterTerm(owner: "a", id: "1"), WriterTerm(owner: "a", id: "2"))
      let other = WriterTerm(owner: "b", id: "3")
      for term in [old, new, other] { try await store.begin(term) }
      let outcomes = await commit(
        [
          transaction(.sample("1"), term: new), transaction(.sample("2"), term: old),
          transaction(.sample("3"), term: other), transaction(.sample("4"), term: new),
          transaction(.sample("5")),
        ], to: store)
      #expect(outcomes.map { $0.failure?.code } == [nil, .superseded, nil, nil, nil])
    }
  }
}
