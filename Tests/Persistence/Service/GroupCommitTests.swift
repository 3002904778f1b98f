import StandupsDependencies
import Documents
import PersistenceAPI
import Testing

@testable import PersistenceService

@Suite struct GroupCommitTests {
  @Test(arguments: Engine.allCases)
  func whatWaitsForTheDiskSharesOneCommit(_ engine: Engine) async throws {
    let gate = Gate()
    try await withStore(on: engine, { $0.willCommit = gate.pass }) { store, _ in
      gate.hold()
      async let first = store.commit(.event("first"))
      try await until { gate.hasSeen(1) }
      try await withThrowingTaskGroup(of: CommitResult.self) { group in
        for number in 0..<100 {
          group.addTask { try await store.commit(.event("\(number)")) }
        }
        try await until { store.backlog >= 100 }
        gate.open()
        var sequences: [Int64] = []
        for try await result in group { sequences += result.events.map(\.sequence) }
        #expect(sequences.sorted() == Array(2...101))
      }
      #expect(try await first.events.map(\.sequence) == [1])
      #expect(gate.sizes == [1, 100])
      let statistics = await store.statistics
      #expect(statistics.batches == 2)
      #expect(statistics.transactions == 101)
      #expect(statistics.events == 101)
    }
  }

  @Test(arguments: Engine.allCases)
  func nothingIsAcknowledgedOrSeenBeforeItsCommit(_ engine: Engine) async throws {
    let gate = Gate()
    try await withStore(on: engine, { $0.willCommit = gate.pass }) { store, _ in
      gate.hold()
      let task = Task { try await store.commit(.put("s")) }
      try await until { gate.hasSeen(1) }
      // Written, but not committed: readers continue and do not see it.
      #expect(try await store.load("standups", "s") == nil)
      gate.open()
      _ = try await task.value
      #expect(try await store.load("standups", "s") != nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func oneConflictLeavesTheOthersOfItsBatchAlone(_ engine: Engine) async throws {
    let gate = Gate()
    try await withStore(on: engine, { $0.willCommit = gate.pass }) { store, _ in
      gate.hold()
      async let first = store.commit(.event("taken"))
      try await until { gate.hasSeen(1) }
      async let good = store.commit(.event("good"))
      async let bad = store.commit(
        Commit(
          changes: [.put(Document(collection: "standups", id: "s", body: .emptyObject))],
          events: [.sample("bad"), .sample("taken")]))
      async let better = store.commit(.event("better"))
      try await until { store.backlog >= 3 }
      gate.open()
      _ = try await first
      let sequences = try await good.events + better.events
      #expect(sequences.map(\.sequence).sorted() == [2, 3])
      do {
        _ = try await bad
        Issue.record("the conflict was not seen")
      } catch let error as StoreError {
        #expect(error.code == .conflict)
      }
      #expect(try await store.load("standups", "s") == nil)
      #expect(gate.sizes == [1, 3])
      #expect(await store.statistics.refused == 1)
    }
  }

  @Test(arguments: Engine.allCases)
  func closingWritesWhatWaits(_ engine: Engine) async throws {
    try await withPlace(on: engine) { place in
      let gate = Gate()
      let store = try await place.open { $0.willCommit = gate.pass }
      gate.hold()
      async let first = store.commit(.put("1"))
      try await until { gate.hasSeen(1) }
      async let second = store.commit(.put("2"))
      try await until { store.backlog >= 1 }
      async let closed: Void = store.close()
      try await until { store.backlog >= 2 }
      gate.open()
      _ = try await (first, second)
      await closed
      #expect(try await place.with { try await $0.count("standups") } == 2)
    }
  }

  @Test(arguments: Engine.allCases)
  func aCancelledCallerStillLearnsTheOutcome(_ engine: Engine) async throws {
    let gate = Gate()
    try await withStore(on: engine, { $0.willCommit = gate.pass }) { store, _ in
      gate.hold()
      let task = Task { try await store.commit(.event("e")) }
      try await until { gate.hasSeen(1) }
      task.cancel()
      gate.open()
      #expect(try await task.value.events.map(\.sequence) == [1])
    }
  }

  /// Random commits, some with a known event id, some repeated; in any order, the journal has no
  /// gap and agrees with the acknowledgements.
  @Test(arguments: Engine.allCases, [1, 2, 3, 4, 5] as [UInt64])
  func theJournalIsContiguousWhateverHappens(_ engine: Engine, seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let commits = (0..<400).map { number in
      let events = (0..<Int.random(in: 0...3, using: &generator)).map { index in
        NewEvent.sample(
          Int.random(in: 0..<20, using: &generator) == 0 ? "taken" : "\(number)-\(index)",
          type: "t\(Int.random(in: 0..<3, using: &generator))",
          standup: Bool.random(using: &generator) ? "s\(number % 4)" : nil,
          meeting: Bool.random(using: &generator) ? "m\(number % 7)" : nil)
      }
      let id = "d\(Int.random(in: 0..<5, using: &generator))"
      return Commit(
        changes: [.put(Document(collection: "c", id: id, body: json("\(number)")))],
        events: events,
        idempotency: .init(
          key: "k\(Int.random(in: 0..<300, using: &generator))", reply: .emptyObject))
    }
    try await withStore(on: engine) { store, _ in
      let results = await withTaskGroup(of: CommitResult?.self) { group in
        for commit in commits {
          // Ignored because some commits are rejected; their number is compared below.
          group.addTask { try? await store.commit(commit) }
        }
        var results: [CommitResult] = []
        for await result in group { if let result { results.append(result) } }
        return results
      }
      let written = results.filter { $0.replayedReply == nil }
      let acknowledged = written.flatMap(\.events).sorted { $0.sequence < $1.sequence }
      var page = try await store.replay(after: 0, limit: 100)
      var journal = page.events
      while page.hasMore {
        page = try await store.replay(after: try #require(page.resume), limit: 100)
        journal += page.events
      }
      #expect(journal == acknowledged.map(\.cloudEvent))
      #expect(acknowledged.map(\.sequence) == Array(1...Int64(journal.count)))
      #expect(written.count > 50)
      #expect(results.count < commits.count)
      checkViews(acknowledged)
      let statistics = await store.statistics
      #expect(statistics.transactions == written.count)
      #expect(statistics.replays == results.count - written.count)
      #expect(statistics.refused == commits.count - results.count)
      #expect(statistics.batches < commits.count)
    }
  }

  private func checkViews(_ journal: [JournalEvent]) {
    var last: [String: Int64] = [:]
    for stored in journal {
      let labels = stored.event.labels
      #expect(stored.previousOfType == last.updateValue(stored.sequence, forKey: "t" + labels.type))
      let standup = labels.standup.map { last.updateValue(stored.sequence, forKey: "s" + $0) }
      #expect(stored.previousOfStandup == (standup ?? nil))
      let meeting = labels.meeting.map { last.updateValue(stored.sequence, forKey: "m" + $0) }
      #expect(stored.previousOfMeeting == (meeting ?? nil))
    }
  }
}
