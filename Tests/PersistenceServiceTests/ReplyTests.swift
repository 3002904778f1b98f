import Testing

@testable import PersistenceService

@Suite(.timeLimit(.minutes(1))) struct ReplyTests {
  private func transaction(key: String, body: String, event: String) -> Transaction {
    Transaction(
      changes: [.put(collection: "standups", id: "s", body: body)], events: [.sample(event)],
      idempotency: .init(key: key, reply: #"{"reply":"\#(body)"}"#))
  }

  @Test func theSameKeyGetsTheSameAnswerAndWritesNothing() async throws {
    try await withStore { store, _ in
      let first = try await store.commit(transaction(key: "k", body: "1", event: "a"))
      #expect(first.replayedReply == nil)
      _ = try await store.commit(transaction(key: "other", body: "2", event: "b"))
      let again = try await store.commit(transaction(key: "k", body: "3", event: "c"))
      #expect(again.replayedReply == #"{"reply":"1"}"#)
      #expect(again.events == first.events)
      #expect(again.versions == first.versions)
      #expect(again.epoch == first.epoch)
      #expect(try await store.load("standups", "s")?.body == "2")
      #expect(try await store.heads().position.sequence == 2)
      #expect(await store.statistics.replays == 1)
    }
  }

  @Test func theKeyIsRememberedAcrossARestart() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("standups.db")
    let first = try await withValue(at: path) { store in
      try await store.commit(transaction(key: "k", body: "1", event: "a"))
    }
    let again = try await withValue(at: path) { store in
      try await store.commit(transaction(key: "k", body: "2", event: "a"))
    }
    #expect(again.replayedReply == #"{"reply":"1"}"#)
    #expect(again.events == first.events)
  }

  @Test func twoOfOneKeyInOneBatchAreOneChange() async throws {
    let gate = Gate()
    try await withStore({ $0.willCommit = gate.pass }) { store, _ in
      gate.hold()
      async let blocker = store.commit(.put("blocker"))
      try await until { gate.hasSeen(1) }
      async let one = store.commit(transaction(key: "k", body: "1", event: "a"))
      async let two = store.commit(transaction(key: "k", body: "2", event: "b"))
      try await until { store.backlog >= 2 }
      gate.open()
      let results = try await [one, two]
      _ = try await blocker
      #expect(results.filter { $0.replayedReply == nil }.count == 1)
      #expect(results[0].events == results[1].events)
      #expect(gate.sizes == [1, 2])
    }
  }

  @Test func aRefusedTransactionLeavesItsKeyFree() async throws {
    try await withStore { store, _ in
      var bad = transaction(key: "k", body: "1", event: "a")
      bad.changes.append(.delete(collection: "standups", id: "none", expectedVersion: 1))
      #expect(await code { _ = try await store.commit(bad) } == .conflict)
      let good = try await store.commit(transaction(key: "k", body: "1", event: "a"))
      #expect(good.replayedReply == nil)
    }
  }

  @Test func repliesAreForgottenAfterADayAndNotBefore() async throws {
    let clock = ManualClock()
    try await withStore({ $0.now = { clock.date } }) { store, _ in
      let start = clock.date.milliseconds
      _ = try await store.commit(transaction(key: "old", body: "1", event: "a"))
      clock.advance(by: 12 * 3600)
      _ = try await store.commit(transaction(key: "young", body: "2", event: "b"))
      clock.advance(by: 12 * 3600 - 1)
      _ = try await store.commit(.put("x"))
      #expect(try await store.replies(since: 0).map(\.key) == ["old", "young"])
      #expect(try await store.replies(since: start + 1).map(\.key) == ["young"])
      clock.advance(by: 61)
      _ = try await store.commit(.put("x"))
      #expect(try await store.replies(since: 0).map(\.key) == ["young"])
      let anew = try await store.commit(transaction(key: "old", body: "3", event: "c"))
      #expect(anew.replayedReply == nil)
    }
  }

  @Test func eventsThatWereCompactedAreMissingInAReplay() async throws {
    try await withStore { store, _ in
      _ = try await store.commit(transaction(key: "k", body: "1", event: "a"))
      try await store.compact(keepingLast: 0)
      let again = try await store.commit(transaction(key: "k", body: "2", event: "b"))
      #expect(again.replayedReply == #"{"reply":"1"}"#)
      #expect(again.events.isEmpty)
    }
  }
}
