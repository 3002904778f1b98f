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
    try scenario.findRange(.success(JournalRange(epoch: "e1", head: 0, oldest: 1)))
    return (caller, try scenario.commit())
  }

  @Test func aCommitWithoutAnAnswerIsSentAgain() throws {
    var scenario = Scenario()
    let (caller, decided) = try added(&scenario)
    // Recognised by its reply in the idempotency store.
    #expect(
      try BusJSON.decode(ChangesDecided.self, from: BusJSON.encode(decided)) == decided)
    scenario.committed(.failure(BusError(.expired, "late")))
    let id = scenario.committing
    scenario.store.expect(.wait(ms: 1000, then: .retryCommit(id)))
    scenario.store.send(.retryCommit(id))
    scenario.store.expect(.commit(id, decided))
    scenario.committed(.success(.written)) { $0.sequence[Scenario.first] = 0 }
    _ = try scenario.read(Scenario.first, after: 0)
    #expect(try scenario.status(to: caller).id == Scenario.first)
    scenario.store.send(.retryCommit(id))
    scenario.store.finish()
  }

  @Test func whatAnEarlierRunMadeIsNotMadeAgain() throws {
    var scenario = Scenario([Scenario.stored("earlier")])
    let (caller, _) = try added(&scenario)
    let reply = try AddWebhook.encoded(Webhook(Scenario.stored("earlier")).status(nil))
    scenario.committed(.success(try Scenario.earlier(reply)))
    #expect(try scenario.status(to: caller).id == "earlier")
    scenario.store.finish()
  }

  /// Its effect may have been undone since; nothing is written, so nothing may change here.
  @Test func whatAnEarlierRunPausedIsNotPausedAgain() throws {
    var scenario = Scenario([Scenario.stored()])
    let caller = scenario.send(.pause("a"), key: "k")
    _ = try scenario.commit()
    var paused = Webhook(Scenario.stored())
    paused.stored.pause = .init(reason: "Paused by a user.", isWanted: true)
    let reply = try PauseWebhook.encoded(paused.status(nil))
    scenario.committed(.success(try Scenario.earlier(reply)))
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
    for caller in [again, waiting] {
      scenario.committed(.success(try Scenario.earlier(.emptyObject)))
      #expect(try scenario.reply(to: caller) == .emptyObject)
      if caller == again { #expect(try scenario.commit().changes.isEmpty) }
    }
    scenario.store.finish()
  }

  @Test(arguments: [false, true])
  func whatWasNeverThereIsNotRemoved(isKnown: Bool) throws {
    var scenario = Scenario()
    let caller = scenario.send(.remove("a"), key: "k")
    _ = try scenario.commit()
    let known = try Scenario.earlier(nil, BusError(.notFound, "gone"))
    scenario.committed(.success(isKnown ? known : .written))
    try scenario.refusal(to: caller, .notFound)
    // A rejection is not stored here: the webhook is looked up again.
    let again = scenario.send(.remove("a"), key: "k")
    _ = try scenario.commit()
    scenario.committed(.success(known))
    try scenario.refusal(to: again, .notFound)
    // Without a key it cannot be a repetition.
    try scenario.refusal(to: scenario.send(.remove("a")), .notFound)
    scenario.store.finish()
  }

  @Test func aRefusedCommitChangesNothing() throws {
    var scenario = Scenario()
    let (caller, _) = try added(&scenario)
    scenario.committed(.failure(BusError(.tooLarge, "large")))
    try scenario.refusal(to: caller, .tooLarge)
    scenario.store.finish()
  }

  @Test func positionsThatWereNotSavedAreSavedLater() throws {
    var scenario = try posted()
    scenario.store.send(.saveDue)
    _ = try scenario.commit()
    scenario.committed(.failure(BusError(.invalid, "a defect")))
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
    scenario.committed(.success(.written))
    #expect(try scenario.commit().webhooks["a"]?.pause != nil)
    scenario.committed(.success(.written)) { $0.paused["a"] = "Paused by a user." }
    _ = try scenario.status(to: pausing)
    #expect(try scenario.commit().changes.first == .delete(collection: "webhooks", id: "a"))
    // A webhook removed before the command's turn is rejected.
    let late = scenario.send(.resume("a"))
    scenario.committed(.success(.written)) {
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
    let id = try scenario.store.take { if case .findRange(let id) = $0 { id } else { nil } }
    scenario.store.send(.range(id, .failure(BusError(.unavailable, "away"))))
    try scenario.refusal(to: caller, .unavailable)
    scenario.store.send(.range(id, .failure(BusError(.unavailable, "away"))))
    scenario.store.finish()
  }

  // MARK: Loading and stopping

  @Test func theStart() throws {
    var scenario = Scenario()
    scenario.store = .init(
      WebhooksState(), view: { _ in Scenario.View() },
      ignoring: { if case .common(.log) = $0 { true } else { false } },
      reduce: { [reducer = scenario.reducer] in reducer.reduce(&$0, $1) })
    scenario.store.send(.start)
    let first = DocumentQuery(collection: "webhooks", limit: 1000)
    scenario.store.expect(.loadPage(first))
    scenario.store.send(.loaded(.failure(BusError(.unavailable, "away"))))
    scenario.store.expect(.wait(ms: 500, then: .retryLoading))
    scenario.store.send(.retryLoading)
    scenario.store.expect(.loadPage(first))
    let early = scenario.send(.list)
    scenario.store.send(
      .loaded(
        .success(
          .init(
            documents: [
              try Scenario.stored("a").document(),
              Document(collection: "webhooks", id: "odd", body: .emptyObject),
            ], next: "n", total: 3))))
    scenario.store.expect(.loadPage(DocumentQuery(collection: "webhooks", after: "n", limit: 1000)))
    scenario.store.send(.loaded(.failure(BusError(.unavailable, "away"))))
    scenario.store.expect(.wait(ms: 500, then: .retryLoading))
    scenario.store.send(.retryLoading)
    scenario.store.expect(.loadPage(DocumentQuery(collection: "webhooks", after: "n", limit: 1000)))
    scenario.store.send(
      .loaded(.success(.init(documents: [try Scenario.stored("b").document()], total: 3))))
    scenario.store.expect(.ready)
    scenario.store.expect(.listen([]))
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
    scenario.committed(.success(.written))
    // The receiver accepted the next one meanwhile; nothing more is posted.
    scenario.store.send(.posted("a", second, Scenario.ok)) { $0.sequence["a"] = 2 }
    #expect(try scenario.commit().webhooks["a"]?.position.sequence == 2)
    scenario.committed(.failure(BusError(.unavailable, "gone")))
    #expect(scenario.store.state.isAtRest)
    scenario.store.send(.beat(Scenario.head(9)))
    scenario.store.send(.drain)
    scenario.store.finish()
    second = 0
  }

  /// Its position waits for the change in progress, and is saved even though the service stops.
  @Test func theEndSavesAfterTheChangeInProgress() throws {
    var scenario = try posted()
    let pausing = scenario.send(.pause("a"))
    _ = try scenario.commit()
    let resuming = scenario.send(.resume("a"))
    scenario.store.send(.saveDue)
    scenario.store.send(.drain)
    try scenario.refusal(to: resuming, .draining)
    scenario.committed(.failure(BusError(.unavailable, "away")))
    try scenario.refusal(to: pausing, .unavailable)
    let saved = try scenario.commit()
    #expect(try saved.webhooks["a"]?.position.sequence == 1)
    // It may be written twice, so nothing is stored about it.
    #expect(saved.reply == nil)
    #expect(!scenario.store.state.isAtRest)
    scenario.committed(.success(.written))
    #expect(scenario.store.state.isAtRest)
    scenario.store.finish()
  }

  @Test func onlyOneSaveWaits() throws {
    var (scenario, second) = try posting()
    _ = scenario.send(.pause("a"))
    _ = try scenario.commit()
    scenario.store.send(.saveDue)
    scenario.store.send(.posted("a", second, Scenario.ok)) { $0.sequence["a"] = 2 }
    #expect(scenario.store.state.commands.lanes.waiting == 1)
    scenario.committed(.failure(BusError(.tooLarge, "large")))
    try scenario.refusal(to: 1, .tooLarge)
    #expect(try scenario.commit().webhooks["a"]?.position.sequence == 2)
    scenario.store.finish()
    second = 0
  }

  @Test func whatIsCutShortByTheEndIsNoFailure() throws {
    var (scenario, post) = try posting()
    scenario.store.send(.saveDue)
    _ = try scenario.commit()
    scenario.committed(.success(.written))
    let draft = scenario.send(.add(AddWebhook(url: "http://b.test/")))
    let id = try scenario.store.take { if case .findRange(let id) = $0 { id } else { nil } }
    scenario.store.send(.drain)
    try scenario.refusal(to: draft, .draining)
    scenario.store.send(.posted("a", post, .failed(.cancelled)))
    #expect(scenario.store.state.isAtRest)
    let heads = JournalRange(epoch: "e1", head: 0, oldest: 1)
    scenario.store.send(.range(id, .success(heads)))
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
