import Bus
import Documents
import FastJSON
import PersistenceAPI
import Testing

@testable import PersistenceService

/// A batch of commits, each of which has its own outcome.
@Suite struct CommitBatchTests {
  private func with(
    _ engine: Engine, _ body: (ServiceCaller, any Store) async throws -> Void
  ) async throws {
    try await withStore(on: engine) { store, _ in
      let service = PersistenceService(store: store, log: .discarded)
      try await body(ServiceCaller(commands: await service.definition.commands), store)
    }
  }

  private func commit(
    _ event: String, _ changes: [DocumentChange] = [], key: String? = nil, by actor: String? = nil
  ) -> BatchedCommit {
    BatchedCommit(
      changes: changes, events: [.sample(event)],
      idempotency: key.map { StoredReply(key: $0, reply: .emptyObject) },
      correlation: Header.freshID().lowercaseText, causation: Header.freshID().lowercaseText,
      by: actor)
  }

  @Test(arguments: Engine.allCases)
  func eachCommitHasItsOwnCausesAndPosition(_ engine: Engine) async throws {
    try await with(engine) { caller, store in
      let batch = CommitBatch(commits: [
        commit("one", by: "tool/a"), commit("two"), commit("three", by: "tool/b"),
      ])
      let reply = try await caller.send(batch)
      #expect(reply.results.map { $0.positions?.map(\.sequence) } == [[1], [2], [3]])
      #expect(reply.results.map { $0.positions?.first?.previousOfType } == [nil, 1, 2])
      #expect(reply.results.allSatisfy { $0.events == nil && $0.error == nil })
      let published = zip(batch.commits, reply.results).flatMap { commit, result in
        result.publications(of: commit, epoch: reply.epoch) ?? []
      }
      // Subscribers and later readers receive the same events.
      let replayed = try await caller.send(Replay(JournalQuery(after: 0))).events
      #expect(published.map(\.event) == replayed)
      #expect(replayed.map(\.correlationid) == batch.commits.map(\.correlation))
      #expect(replayed.map(\.causationid) == batch.commits.map(\.causation))
      #expect(replayed.map(\.by) == ["tool/a", nil, "tool/b"])
      #expect(await store.statistics.batches == 1)
    }
  }

  @Test(arguments: Engine.allCases)
  func aRejectedCommitLeavesTheOthersAlone(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let taken = Document(collection: "standups", id: "taken", body: .emptyObject)
      _ = try await caller.send(Commit(changes: [.put(taken)]))
      let good = Document(collection: "standups", id: "good", body: .emptyObject)
      let large = Document(
        collection: "standups", id: "large",
        body: RawJSON(
          unchecked: Array("\"\(String(repeating: "x", count: PersistenceService.maxBytes))\"".utf8)
        )
      )
      let reply = try await caller.send(
        CommitBatch(commits: [
          commit("one", [.insert(good)]), commit("two", [.insert(taken)]), commit("three"),
        ]))
      #expect(reply.results.map { $0.error?.code } == [nil, .conflict, nil])
      #expect(reply.results[1].error?.detail?["document"] == "taken")
      #expect(reply.results.map { $0.positions?.map(\.sequence) } == [[1], nil, [2]])
      let documents = try await caller.send(Load(DocumentQuery(collection: "standups"))).documents
      #expect(documents.map(\.id).sorted() == ["good", "taken"])
      // Rejected before it reaches the store.
      let tooLarge = try await caller.send(
        CommitBatch(commits: [commit("four", [.put(large)])])
      ).results
      #expect(tooLarge.map { $0.error?.code } == [.tooLarge])
    }
  }

  @Test(arguments: Engine.allCases)
  func aRepeatedBatchIsWrittenOnce(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let batch = CommitBatch(commits: [commit("one"), commit("two", key: "k")])
      let first = try await caller.send(batch)
      let second = try await caller.send(batch)
      #expect(second.results.map(\.isRepeated) == [true, true])
      #expect(second.results.map { $0.events?.map(\.sequence) } == [[1], [2]])
      #expect(second.results.allSatisfy { $0.repeated == nil })
      #expect(first.epoch == second.epoch)
      // Another decision under the same key is answered with the reply to the first one.
      let other = try await caller.send(CommitBatch(commits: [commit("three", key: "k")]))
      #expect(other.results.map(\.repeated) == [.emptyObject])
      #expect(try await caller.send(Replay(JournalQuery(after: 0))).events.count == 2)
    }
  }

  @Test(arguments: Engine.allCases)
  func aBatchOfAnEarlierWriterEpochIsRejected(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let (old, new) = (WriterTerm(owner: "a", id: "1"), WriterTerm(owner: "a", id: "2"))
      _ = try await caller.send(BeginTerm(old))
      _ = try await caller.send(BeginTerm(new))
      let late = try await caller.send(CommitBatch(commits: [commit("one")], term: old))
      #expect(late.results.map { $0.error?.detail?["store"] } == ["superseded"])
      let current = try await caller.send(CommitBatch(commits: [commit("one")], term: new))
      #expect(current.results.map { $0.error } == [nil])
    }
  }

  @Test(arguments: Engine.allCases)
  func aBatchNeedsACommitAndHasALimit(_ engine: Engine) async throws {
    try await with(engine) { caller, _ in
      let most = (0...BatchDecided.maxDecisions).map { commit("\($0)") }
      #expect(await caller.refusal(CommitBatch(commits: []))?.code == .invalid)
      #expect(await caller.refusal(CommitBatch(commits: most))?.code == .invalid)
      #expect(await caller.refusal(CommitBatch(commits: most.dropLast())) == nil)
    }
  }
}
