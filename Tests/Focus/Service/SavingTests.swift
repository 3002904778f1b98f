import Bus
import Documents
import FastJSON
import FocusAPI
import Foundation
import ServiceShell
import Testing

@testable import FocusService

/// Commit, then apply, then reply; for every outcome of the commit.
@Suite struct SavingTests {
  /// Takes a commit that gets no reply, and the pause after it.
  private func lose(_ scenario: inout Scenario) throws -> (OperationID, ChangesDecided) {
    let (id, decided) = try scenario.takeCommit()
    scenario.store.send(.committed(id, .failure(.away)))
    scenario.store.expect(.wait(ms: 1000, then: .retryCommit(id)))
    return (id, decided)
  }

  @Test(arguments: ["k", nil]) func whatWasNotAnsweredIsSentAgainUnderItsKey(key: String?) throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    let start = scenario.send(.start(ann, title: "Report", durationMs: 10_000), key: key)
    let (id, first) = try lose(&scenario)
    #expect(key == nil || first.reply?.key == key)

    // No other command changes it meanwhile, and it is not visible yet.
    let stop = scenario.send(.stop(ann))
    let get = scenario.send(.get(ann))
    #expect(try scenario.reply(to: get, Focus.self) == idle("ann"))

    scenario.store.send(.retryCommit(id))
    let (_, second) = try lose(&scenario)
    scenario.store.send(.retryCommit(id))
    let run = SavedFocus.Run(durationMs: 10_000, clock: scenario.time.clock(since: 0))
    let third = try scenario.commit(["focus.started"]) {
      $0.put(SavedFocus(title: "Report", run: run), of: ann)
    }
    #expect(second == first && third == first)
    #expect(try scenario.reply(to: start, Focus.self).isRunning)
    // Now the other command follows.
    let (stopping, _) = try scenario.takeCommit()
    #expect(try scenario.clocks().map(\.person) == ["ann"])
    scenario.store.send(.committed(stopping, .success(CommitOutcome()))) {
      $0.put(SavedFocus(title: "Report"), of: ann)
    }
    #expect(try scenario.reply(to: stop, StopFocus.Reply.self).item == nil)
    try scenario.clockStopped(of: ann)
    scenario.finish()
  }

  @Test func othersGoOnMeanwhile() throws {
    var scenario = try Scenario()
    let (ann, bob) = (scenario.ann, scenario.bob)
    scenario.send(.setTitle(ann, "Report"))
    let (id, _) = try lose(&scenario)
    let title = scenario.send(.setTitle(bob, "Mail"))
    try scenario.commit { $0.put(SavedFocus(title: "Mail"), of: bob) }
    #expect(try scenario.reply(to: title, Focus.self) == idle("bob", "Mail"))

    scenario.store.send(.retryCommit(id))
    try scenario.commit { $0.put(SavedFocus(title: "Report"), of: ann) }
    _ = try scenario.reply(to: 1, Focus.self)
    scenario.finish()
  }

  @Test(arguments: [BusError.Code.tooLarge, .unbound, .invalid])
  func whatIsRefusedChangesNothing(code: BusError.Code) throws {
    var scenario = try Scenario()
    let title = scenario.send(.setTitle(scenario.ann, "Report"))
    let (id, _) = try scenario.takeCommit()
    scenario.store.send(.committed(id, .failure(BusError(code, "No."))))
    #expect(try scenario.error(to: title, code)?.message == "The change was not saved: No.")
    scenario.finish()
  }

  // MARK: Repeated commands

  /// The stored decision of an earlier run for a key.
  private func kept(_ reply: some Encodable) throws -> RawJSON {
    try RawJSON(encoding: KeptReply(decision: "d", reply: try RawJSON(encoding: reply)))
  }

  @Test func aCommandThatComesAgainGetsTheFirstReply() throws {
    var scenario = try Scenario { state, _, ann in
      state.saved.put(SavedFocus(title: "Mail"), of: ann)
    }
    // An earlier run set it and was killed before it replied; then another title was set.
    let title = scenario.send(.setTitle(scenario.ann, "Report"), key: "k")
    let (id, decided) = try scenario.takeCommit()
    #expect(decided.reply?.key == "k")
    scenario.store.send(
      .committed(id, .success(CommitOutcome(repeated: try kept(idle("ann", "Report"))))))
    #expect(try scenario.reply(to: title, Focus.self) == idle("ann", "Report"))
    scenario.finish()
  }

  /// It conflicts with the saved state because it was done: only the database knows.
  @Test func soDoesOneThatWouldBeRefusedNow() throws {
    var scenario = try Scenario.running()
    let running = Focus(
      person: "ann", title: "Report", isRunning: true, elapsedMs: 0, durationMs: 10_000)
    let start = scenario.send(.start(scenario.ann, title: "Report", durationMs: 10_000), key: "k")
    let (id, decided) = try scenario.takeCommit()
    #expect(decided.changes.isEmpty && decided.events.isEmpty && decided.reply?.key == "k")
    scenario.store.send(.committed(id, .success(CommitOutcome(repeated: try kept(running)))))
    #expect(try scenario.reply(to: start, Focus.self) == running)
    scenario.finish()
  }

  @Test func aRefusalIsKeptAsWell() throws {
    var scenario = try Scenario()
    let stop = scenario.send(.stop(scenario.ann), key: "k")
    let decided = try scenario.commit()
    let error = try #require(try scenario.error(to: stop, .conflict))
    #expect(try decided.reply?.reply.decode(as: KeptReply.self).error == error)
    scenario.finish()
  }

  /// There is nothing to write, so the idempotency store is not needed.
  @Test func aRefusalDoesNotWaitForTheStore() throws {
    var scenario = try Scenario()
    let stop = scenario.send(.stop(scenario.ann), key: "k")
    let (id, _) = try scenario.takeCommit()
    scenario.store.send(.committed(id, .failure(.away)))
    try scenario.error(to: stop, .unavailable)
    scenario.finish()
  }

  /// Two decisions with the same reply are distinguished by their stored data.
  @Test func noTwoDecisionsAreAlike() throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    var stored: [RawJSON] = []
    for _ in 1...2 {
      let title = scenario.send(.setTitle(ann, "Report"), key: "k")
      let decided = try scenario.commit { $0.put(SavedFocus(title: "Report"), of: ann) }
      stored.append(try #require(decided.reply?.reply))
      #expect(try scenario.reply(to: title, Focus.self) == idle("ann", "Report"))
    }
    #expect(stored[0] != stored[1])
    scenario.finish()
  }
}
