import Bus
import Foundation
import Messages
import Testing

@testable import WebhooksService

@Suite struct SavingTests {
  private func added(_ scenario: inout Scenario) throws -> (CallerID, Commit) {
    let caller = scenario.send(.add(AddWebhook(url: "http://a.test/")), key: "k")
    let token = try scenario.finding(nil)
    let heads = JournalHeads.Reply(epoch: "e1", head: 0, oldest: 1)
    scenario.store.send(.heads(token, nil, .success(heads)))
    return (caller, try scenario.commit())
  }

  @Test func aCommitWithoutAnAnswerIsSentAgain() throws {
    var scenario = Scenario()
    let (caller, commit) = try added(&scenario)
    scenario.store.send(.committed(.failure(BusError(.expired, "late"))))
    scenario.store.expect(.wait(ms: 1000, then: .retryCommit))
    scenario.store.send(.retryCommit)
    scenario.store.expect(.commit(commit))
    // It had been written: the stored reply is its own.
    var reply = Commit.Reply.written
    reply.repeated = commit.idempotency?.reply
    scenario.store.send(.committed(.success(reply))) { $0.sequence[Scenario.first] = 0 }
    #expect(try scenario.status(to: caller).id == Scenario.first)
    _ = try scenario.read(Scenario.first, after: 0)
    scenario.store.send(.retryCommit)
    scenario.store.finish()
  }

  @Test func whatAnEarlierRunMadeIsNotMadeAgain() throws {
    var scenario = Scenario([Scenario.stored("earlier")])
    let (caller, _) = try added(&scenario)
    var reply = Commit.Reply.written
    reply.repeated = try JSONValue(encoding: Hook(Scenario.stored("earlier")).status(nil))
    scenario.store.send(.committed(.success(reply)))
    #expect(try scenario.status(to: caller).id == "earlier")
    scenario.store.finish()
  }

  /// The process died between the commit and the answer.
  @Test func whatAnEarlierRunRemovedIsRemovedForWhoeverAsksAgain() throws {
    var scenario = Scenario()
    let again = scenario.send(.remove("a"), key: "k")
    let commit = try scenario.commit()
    #expect(commit.changes.isEmpty)
    #expect(commit.idempotency?.key == "webhooks.remove/k")
    let waiting = scenario.send(.remove("a"), key: "k")
    var reply = Commit.Reply.written
    reply.repeated = try WebhooksReply.done.json()
    scenario.store.send(.committed(.success(reply)))
    for caller in [again, waiting] {
      #expect(try scenario.reply(to: caller).json() == (try WebhooksReply.done.json()))
    }
    scenario.store.finish()
  }

  @Test(arguments: [nil, JSONValue.null])
  func whatWasNeverThereIsNotRemoved(repeated: JSONValue?) throws {
    var scenario = Scenario()
    let caller = scenario.send(.remove("a"), key: "k")
    _ = try scenario.commit()
    var reply = Commit.Reply.written
    reply.repeated = repeated
    scenario.store.send(.committed(.success(reply)))
    try scenario.refusal(to: caller, .notFound)
    // Without a key nobody can have asked before.
    try scenario.refusal(to: scenario.send(.remove("a")), .notFound)
    scenario.store.finish()
  }

  @Test func aRefusedCommitChangesNothing() throws {
    var scenario = Scenario()
    let (caller, _) = try added(&scenario)
    scenario.store.send(.committed(.failure(BusError(.tooLarge, "large"))))
    try scenario.refusal(to: caller, .tooLarge)
    scenario.store.finish()
  }

  @Test func positionsThatWereNotSavedAreSavedLater() throws {
    var scenario = try posted()
    scenario.store.send(.saveDue)
    _ = try scenario.commit()
    scenario.store.send(.committed(.failure(BusError(.invalid, "a defect"))))
    scenario.expectSaveDue()
    #expect(try scenario.save()["a"]?.position.sequence == 1)
    scenario.store.finish()
  }

  @Test func oneChangeAtATime() throws {
    var scenario = try posted()
    scenario.store.send(.saveDue)
    _ = try scenario.commit()
    let pausing = scenario.send(.pause("a"))
    let removing = scenario.send(.remove("a"))
    scenario.store.send(.committed(.success(.written)))
    #expect(try scenario.commit().webhooks["a"]?.pause != nil)
    scenario.store.send(.committed(.success(.written))) { $0.paused["a"] = "Somebody paused it." }
    _ = try scenario.status(to: pausing)
    #expect(try scenario.commit().changes.count == 1)
    // What is gone when its turn comes is refused.
    let late = scenario.send(.resume("a"))
    scenario.store.send(.committed(.success(.written))) {
      $0.sequence["a"] = nil
      $0.paused["a"] = nil
    }
    #expect(try scenario.reply(to: removing) == .done)
    try scenario.refusal(to: late, .notFound)
    scenario.store.finish()
  }

  @Test func wherePlacesCannotBeFoundNothingIsMade() throws {
    var scenario = Scenario()
    let caller = scenario.send(.add(AddWebhook(url: "http://a.test/")))
    let token = try scenario.finding(nil)
    scenario.store.send(.heads(token, nil, .failure(BusError(.unavailable, "away"))))
    try scenario.refusal(to: caller, .unavailable)
    scenario.store.send(.heads(token, nil, .failure(BusError(.unavailable, "away"))))
    scenario.store.finish()
  }

  // MARK: Loading and ending

  @Test func theStart() throws {
    var scenario = Scenario()
    scenario.store = .init(
      WebhooksState(), view: { _ in Scenario.View() },
      ignoring: { if case .log = $0 { true } else { false } },
      reduce: { [reducer = scenario.reducer] in reducer.reduce(&$0, $1) })
    scenario.store.send(.start)
    let first = Load(collection: "webhooks", limit: 1000)
    scenario.store.expect(.load(first))
    scenario.store.send(.loaded(.failure(BusError(.unavailable, "away"))))
    scenario.store.expect(.wait(ms: 500, then: .retryLoading(after: nil)))
    scenario.store.send(.retryLoading(after: nil))
    scenario.store.expect(.load(first))
    let early = scenario.send(.list)
    scenario.store.send(
      .loaded(
        .success(
          .init(
            documents: [
              try Scenario.stored("a").document(),
              Document(collection: "webhooks", id: "odd", body: .object([:])),
            ], next: "n", total: 3))))
    scenario.store.expect(.load(Load(collection: "webhooks", after: "n", limit: 1000)))
    scenario.store.send(.loaded(.failure(BusError(.unavailable, "away"))))
    scenario.store.expect(.wait(ms: 500, then: .retryLoading(after: "n")))
    scenario.store.send(.retryLoading(after: "n"))
    scenario.store.expect(.load(Load(collection: "webhooks", after: "n", limit: 1000)))
    scenario.store.send(
      .loaded(.success(.init(documents: [try Scenario.stored("b").document()], total: 3))))
    scenario.store.expect(.ready)
    _ = try scenario.read("a", after: 0)
    _ = try scenario.read("b", after: 0)
    let list = try scenario.reply(to: early).json().decode(as: ListWebhooks.Reply.self)
    #expect(list.webhooks.map(\.id) == ["a", "b"])
    scenario.store.send(.start)
    scenario.store.send(.loaded(.failure(BusError(.unavailable, "late"))))
    scenario.store.finish()
  }

  @Test func theEndSavesWhatWasAccepted() throws {
    var (scenario, second) = try posting()
    scenario.store.send(.drain)
    let commit = try scenario.commit()
    #expect(try commit.webhooks["a"]?.position.sequence == 1)
    let refused = scenario.send(.list)
    try scenario.refusal(to: refused, .draining)
    #expect(!scenario.store.state.isAtRest)
    scenario.store.send(.committed(.success(.written)))
    // The receiver took the next one meanwhile; nothing more is posted.
    scenario.store.send(.posted("a", second, Scenario.ok)) { $0.sequence["a"] = 2 }
    #expect(try scenario.commit().webhooks["a"]?.position.sequence == 2)
    scenario.store.send(.committed(.failure(BusError(.unavailable, "gone"))))
    #expect(scenario.store.state.isAtRest)
    scenario.store.send(.beat(Scenario.head(9)))
    scenario.store.send(.drain)
    scenario.store.finish()
    second = 0
  }

  @Test func whatIsCutShortByTheEndIsNoFailure() throws {
    var (scenario, post) = try posting()
    scenario.store.send(.saveDue)
    _ = try scenario.commit()
    scenario.store.send(.committed(.success(.written)))
    let draft = scenario.send(.add(AddWebhook(url: "http://b.test/")))
    _ = try scenario.finding(nil)
    scenario.store.send(.drain)
    try scenario.refusal(to: draft, .draining)
    scenario.store.send(.posted("a", post, .failed(.cancelled)))
    #expect(scenario.store.state.isAtRest)
    scenario.store.finish()
    post = 0
  }

  /// One event is accepted and its position not saved.
  private func posted() throws -> Scenario {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(1)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .success(Scenario.page(1...1))))
    let post = try scenario.posting(1)
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = 1 }
    scenario.expectSaveDue()
    return scenario
  }

  /// One is accepted, the next is posted.
  private func posting() throws -> (Scenario, Token) {
    var scenario = Scenario([Scenario.stored()])
    scenario.store.send(.beat(Scenario.head(2)))
    let page = try scenario.read(after: 0)
    scenario.store.send(.page("a", page, .success(Scenario.page(1...2))))
    let post = try scenario.posting(1)
    scenario.store.send(.posted("a", post, Scenario.ok)) { $0.sequence["a"] = 1 }
    scenario.expectSaveDue()
    // Taken before the scenario is copied.
    let second = try scenario.posting(2)
    return (scenario, second)
  }
}
