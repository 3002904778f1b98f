import Bus
import Documents
import FastJSON
import Foundation
import ServiceShell
import Testing
import WebClient
import WebhooksAPI

@testable import WebhooksService

@Suite struct SavingTests {
  private func added(_ scenario: inout Scenario) throws -> (CallerID, ChangesDecided) {
    let caller = scenario.send(.add(AddWebhook(url: "http://a.test/")), key: "k")
    let token = try scenario.finding(nil)
    let heads = JournalRange(epoch: "e1", head: 0, oldest: 1)
    scenario.store.send(.heads(token, nil, .success(heads)))
    return (caller, try scenario.commit())
  }

  @Test func aCommitWithoutAnAnswerIsSentAgain() throws {
    var scenario = Scenario()
    let (caller, decided) = try added(&scenario)
    // Recognised by its reply in the idempotency store.
    #expect(
      try BusJSON.decode(ChangesDecided.self, from: BusJSON.encode(decided)) == decided)
    scenario.store.send(.committed(.failure(BusError(.expired, "late"))))
    scenario.store.expect(.wait(ms: 1000, then: .retryCommit))
    scenario.store.send(.retryCommit)
    scenario.store.expect(.commit(decided))
    scenario.store.send(.committed(.success(.written))) { $0.sequence[Scenario.first] = 0 }
    #expect(try scenario.status(to: caller).id == Scenario.first)
    _ = try scenario.read(Scenario.first, after: 0)
    scenario.store.send(.retryCommit)
    scenario.store.finish()
  }

  @Test func whatAnEarlierRunMadeIsNotMadeAgain() throws {
    var scenario = Scenario([Scenario.stored("earlier")])
    let (caller, _) = try added(&scenario)
    let reply = try AddWebhook.encoded(Webhook(Scenario.stored("earlier")).status(nil))
    scenario.store.send(.committed(.success(try earlier(reply))))
    #expect(try scenario.status(to: caller).id == "earlier")
    scenario.store.finish()
  }

  /// The stored result of an earlier run for the key.
  private func earlier(_ reply: RawJSON?, _ error: BusError? = nil) throws -> CommitOutcome {
    let kept = KeptReply(decision: "d", reply: reply, error: error)
    return CommitOutcome(repeated: try RawJSON(encoding: kept))
  }

  /// Its effect may have been undone since; nothing is written, so nothing may change here.
  @Test func whatAnEarlierRunPausedIsNotPausedAgain() throws {
    var scenario = Scenario([Scenario.stored()])
    let caller = scenario.send(.pause("a"), key: "k")
    _ = try scenario.commit()
    var paused = Webhook(Scenario.stored())
    paused.stored.pause = .init(reason: "Paused by a user.", isWanted: true)
    let reply = try PauseWebhook.encoded(paused.status(nil))
    scenario.store.send(.committed(.success(try earlier(reply))))
    #expect(try scenario.status(to: caller).state == .paused)
    scenario.store.finish()
  }

  /// The process was killed between the commit and the reply.
  @Test func whatAnEarlierRunRemovedIsRemovedForWhoeverAsksAgain() throws {
    var scenario = Scenario()
    let again = scenario.send(.remove("a"), key: "k")
    let decided = try scenario.commit()
    #expect(decided.changes.isEmpty)
    #expect(decided.reply?.key == "k")
    let waiting = scenario.send(.remove("a"), key: "k")
    scenario.store.send(.committed(.success(try earlier(.emptyObject))))
    for caller in [again, waiting] {
      #expect(try scenario.reply(to: caller) == .emptyObject)
    }
    scenario.store.finish()
  }

  @Test(arguments: [false, true])
  func whatWasNeverThereIsNotRemoved(isKnown: Bool) throws {
    var scenario = Scenario()
    let caller = scenario.send(.remove("a"), key: "k")
    _ = try scenario.commit()
    let known = try earlier(nil, BusError(.notFound, "gone"))
    scenario.store.send(.committed(.success(isKnown ? known : .written)))
    try scenario.refusal(to: caller, .notFound)
    // A rejection is not stored here: the webhook is looked up again.
    let again = scenario.send(.remove("a"), key: "k")
    _ = try scenario.commit()
    scenario.store.send(.committed(.success(known)))
    try scenario.refusal(to: again, .notFound)
    // Without a key it cannot be a repetition.
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
    scenario.store.send(.committed(.success(.written))) { $0.paused["a"] = "Paused by a user." }
    _ = try scenario.status(to: pausing)
    #expect(try scenario.commit().changes.first == .delete(collection: "webhooks", id: "a"))
    // A webhook removed before the command's turn is rejected.
    let late = scenario.send(.resume("a"))
    scenario.store.send(.committed(.success(.written))) {
      $0.sequence["a"] = nil
      $0.paused["a"] = nil
    }
    #expect(try scenario.reply(to: removing) == .emptyObject)
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

  // MARK: Loading and stopping

  @Test func theStart() throws {
    var scenario = Scenario()
    scenario.store = .init(
      WebhooksState(), view: { _ in Scenario.View() },
      ignoring: { if case .log = $0 { true } else { false } },
      reduce: { [reducer = scenario.reducer] in reducer.reduce(&$0, $1) })
    scenario.store.send(.start)
    scenario.store.expect(.listen([]))
    let first = DocumentQuery(collection: "webhooks", limit: 1000)
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
              Document(collection: "webhooks", id: "odd", body: .emptyObject),
            ], next: "n", total: 3))))
    scenario.store.expect(.load(DocumentQuery(collection: "webhooks", after: "n", limit: 1000)))
    scenario.store.send(.loaded(.failure(BusError(.unavailable, "away"))))
    scenario.store.expect(.wait(ms: 500, then: .retryLoading(after: "n")))
    scenario.store.send(.retryLoading(after: "n"))
    scenario.store.expect(.load(DocumentQuery(collection: "webhooks", after: "n", limit: 1000)))
    scenario.store.send(
      .loaded(.success(.init(documents: [try Scenario.stored("b").document()], total: 3))))
    scenario.store.expect(.ready)
    _ = try scenario.read("a", after: 0)
    _ = try scenario.read("b", after: 0)
    let list = try scenario.reply(to: early).decode(as: ListWebhooks.Reply.self)
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
    // The receiver accepted the next one meanwhile; nothing more is posted.
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

  @Test func theEndWaitsForATest() throws {
    var scenario = Scenario([Scenario.stored()])
    let caller = scenario.send(.test("a"))
    let token = try scenario.store.take { if case .test(let token, _) = $0 { token } else { nil } }
    scenario.store.send(.drain)
    #expect(!scenario.store.state.isAtRest)
    scenario.store.send(.tested(token, .failed(.cancelled), ms: 700))
    let reply = try scenario.reply(to: caller).decode(as: TestWebhook.Reply.self)
    #expect(!reply.isAccepted && reply.reason == HTTPFailure.cancelled.message)
    #expect(scenario.store.state.isAtRest)
    scenario.store.finish()
  }

  /// A scenario with one accepted event whose position is not saved.
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

  /// A scenario with one accepted event, and the next one being posted.
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
