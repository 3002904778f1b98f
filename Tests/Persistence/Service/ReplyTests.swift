import Documents
import PersistenceAPI
import Testing

@testable import PersistenceService

@Suite struct ReplyTests {
  private func commit(key: String, body: Int, event: String) -> Commit {
    Commit(
      changes: [.put(Document(collection: "standups", id: "s", body: json("\(body)")))],
      events: [.sample(event)],
      idempotency: .init(key: key, reply: json(#"{"reply":\#(body)}"#)))
  }

  private func keys(_ store: any Store) async throws -> [String] {
    var known: [String] = []
    for key in ["young", "old"] where try await store.reply(under: key) != nil { known.append(key) }
    return known
  }

  @Test(arguments: Engine.allCases)
  func theSameKeyGetsTheSameAnswerAndWritesNothing(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      let first = try await store.commit(commit(key: "k", body: 1, event: "a"))
      #expect(first.replayedReply == nil)
      _ = try await store.commit(commit(key: "other", body: 2, event: "b"))
      let again = try await store.commit(commit(key: "k", body: 3, event: "c"))
      #expect(again.replayedReply == json(#"{"reply":1}"#))
      #expect(again.events == first.events)
      #expect(again.epoch == first.epoch)
      #expect(try await store.load("standups", "s")?.body == json("2"))
      #expect(try await store.range().head == 2)
      #expect(await store.statistics.replays == 1)
    }
  }

  /// The sender of a repeated command must be allowed to see the reply to the first one.
  @Test(arguments: Engine.allCases)
  func aReplyIsReturnedOnlyForTheTeamsOfItsRequest(_ engine: Engine) async throws {
    func asked(_ request: String) -> Commit {
      var commit = commit(key: "k", body: 1, event: request)
      commit.idempotency?.request = request
      return commit
    }
    try await withStore(on: engine) { store, _ async throws in
      _ = try await store.commit(asked("a web"))
      // Never empty because it is a literal.
      for request in ["a web", "a ops web", "a"] {
        #expect(try await store.commit(asked(request)).isRepeated)
        #expect(try await store.reply(under: "k", to: request) != nil)
      }
      for request in ["a ops", "a ", "b web", "b ops web", "b"] {
        #expect(await code { _ = try await store.commit(asked(request)) } == .conflict)
        #expect(await code { _ = try await store.reply(under: "k", to: request) } == .conflict)
      }
    }
  }

  /// Also in one batch, and after a restart.
  @Test(arguments: Engine.allCases)
  func aKeyWithAnotherRequestIsRejectedAndWritesNothing(_ engine: Engine) async throws {
    func asked(_ request: String?, _ event: String) -> Commit {
      var commit = commit(key: "k", body: 1, event: event)
      commit.idempotency?.request = request
      return commit
    }
    try await withPlace(on: engine) { place in
      try await place.with { store in
        _ = try await store.commit(asked("a", "a"))
        let error = await #expect(throws: StoreError.self) {
          _ = try await store.commit(asked("b", "b"))
        }
        #expect(error?.code == .conflict && error?.sentence.contains("new key") == true)
      }
      try await place.with { store in
        let error = await #expect(throws: StoreError.self) {
          _ = try await store.commit(asked("b", "b"))
        }
        #expect(error?.code == .conflict)
        let same = try await store.commit(asked("a", "c"))
        let any = try await store.commit(asked(nil, "d"))
        let kept = json(#"{"reply":1}"#)
        #expect(same.replayedReply == kept && any.replayedReply == kept)
        let head = try await store.range().head
        #expect(head == 1)
        let found = try await store.reply(under: "k", to: "a")
        #expect(found == kept)
        await #expect(throws: StoreError.self) { try await store.reply(under: "k", to: "b") }
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func theKeyIsRememberedAcrossARestart(_ engine: Engine) async throws {
    try await withPlace(on: engine) { place in
      let first = try await place.with { store in
        try await store.commit(commit(key: "k", body: 1, event: "a"))
      }
      let again = try await place.with { store in
        try await store.commit(commit(key: "k", body: 2, event: "a"))
      }
      #expect(again.replayedReply == json(#"{"reply":1}"#))
      #expect(again.events == first.events)
    }
  }

  @Test(arguments: Engine.allCases)
  func twoOfOneKeyInOneBatchAreOneChange(_ engine: Engine) async throws {
    let gate = Gate()
    try await withStore(on: engine, { $0.willCommit = gate.pass }) { store, _ in
      gate.hold()
      async let blocker = store.commit(.put("blocker"))
      try await until { gate.hasSeen(1) }
      async let one = store.commit(commit(key: "k", body: 1, event: "a"))
      async let two = store.commit(commit(key: "k", body: 2, event: "b"))
      try await until { store.backlog >= 2 }
      gate.open()
      let results = try await [one, two]
      _ = try await blocker
      #expect(results.filter { $0.replayedReply == nil }.count == 1)
      #expect(results[0].events == results[1].events)
      #expect(gate.sizes == [1, 2])
    }
  }

  @Test(arguments: Engine.allCases)
  func aRefusedTransactionLeavesItsKeyFree(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      var bad = commit(key: "k", body: 1, event: "a")
      _ = try await store.commit(.event("taken"))
      bad.events.append(.sample("taken"))
      #expect(await code { _ = try await store.commit(bad) } == .conflict)
      let good = try await store.commit(commit(key: "k", body: 1, event: "a"))
      #expect(good.replayedReply == nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func repliesAreForgottenAfterADayAndNotBefore(_ engine: Engine) async throws {
    let clock = ManualClock()
    try await withStore(on: engine, { $0.now = { clock.date } }) { store, _ in
      _ = try await store.commit(commit(key: "old", body: 1, event: "a"))
      clock.advance(by: 12 * 3600)
      _ = try await store.commit(commit(key: "young", body: 2, event: "b"))
      clock.advance(by: 12 * 3600 - 1)
      _ = try await store.commit(.put("x"))
      #expect(try await keys(store) == ["young", "old"])
      clock.advance(by: 61)
      _ = try await store.commit(.put("x"))
      #expect(try await keys(store) == ["young"])
      let anew = try await store.commit(commit(key: "old", body: 3, event: "c"))
      #expect(anew.replayedReply == nil)
    }
  }

  @Test(arguments: Engine.allCases)
  func eventsThatWereCompactedAreMissingInAReplay(_ engine: Engine) async throws {
    try await withStore(on: engine) { store, _ in
      _ = try await store.commit(commit(key: "k", body: 1, event: "a"))
      try await store.compact(keepingLast: 0)
      let again = try await store.commit(commit(key: "k", body: 2, event: "b"))
      #expect(again.replayedReply == json(#"{"reply":1}"#))
      #expect(again.events.isEmpty)
    }
  }
}
