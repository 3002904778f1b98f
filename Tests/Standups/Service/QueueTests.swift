import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// The order of commands, repeated commands, and commits without a reply.
struct QueueTests {
  private func edit(_ standup: Standup, _ title: String) -> StandupsCommand {
    .edit(EditStandup(id: standup.id, title: title))
  }

  private func titled(
    _ standup: Standup, _ title: String, _ key: Int64, revision: Int = 2
  ) -> StandupRecord {
    record(standup.edited(title, revision: revision), key)
  }

  @Test func commandsOfOneStandupTakeTurnsAndOthersGoSideBySide() throws {
    var scenario = Scenario.standups()
    let first = scenario.send(edit(design, "1"))
    let (one, _) = try scenario.takeCommit()
    let second = scenario.send(edit(design, "2"))
    let third = scenario.send(edit(design, "3"))
    let other = scenario.send(edit(product, "P"))
    let (two, _) = try scenario.takeCommit()
    scenario.store.send(.committed(two, .success(.written))) { $0.put(titled(product, "P", 2)) }
    _ = try scenario.reply(to: other)
    scenario.store.send(.committed(one, .success(.written))) { $0.put(titled(design, "1", 1)) }
    _ = try scenario.reply(to: first)
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "2", 1, revision: 3)) }
    _ = try scenario.reply(to: second)
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "3", 1, revision: 4)) }
    _ = try scenario.reply(to: third)
    scenario.finish()
  }

  @Test func readersDoNotWaitAndSeeWhatIsDurable() throws {
    var scenario = Scenario.standups()
    scenario.send(edit(design, "1"))
    _ = try scenario.takeCommit()
    let caller = scenario.send(.get(GetStandup(id: design.id, limit: 0)))
    let reply = try scenario.get(to: caller)
    #expect(reply.summary.standup == design)
  }

  @Test(arguments: [true, false])
  func aSettledReaderWaitsForWhatIsBeingSaved(isWritten: Bool) throws {
    var scenario = Scenario.standups()
    let first = scenario.send(edit(design, "1"))
    let (one, _) = try scenario.takeCommit()
    let list = scenario.send(.list(ListStandups(settled: true)))
    let live = scenario.send(.listLive(ListLiveMeetings(settled: true)))
    // Later work is not waited for.
    let second = scenario.send(edit(product, "P"))
    let (two, _) = try scenario.takeCommit()
    if isWritten {
      scenario.store.send(.committed(one, .success(.written))) { $0.put(titled(design, "1", 1)) }
      _ = try scenario.reply(to: first)
    } else {
      scenario.store.send(.committed(one, .failure(BusError(.invalid, "No."))))
      try scenario.error(to: first, .invalid)
    }
    // It is read once all of that is known.
    let (id, _) = try scenario.load()
    let meetings = try scenario.allLive(to: live)
    #expect(meetings.meetings.isEmpty)
    scenario.store.send(.documents(id, .success(.init(documents: []))))
    _ = try scenario.listed(to: list)
    scenario.store.send(.committed(two, .success(.written))) { $0.put(titled(product, "P", 2)) }
    _ = try scenario.reply(to: second)
    scenario.finish()
  }

  @Test func aSettledReaderDoesNotWaitForNothing() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.list(ListStandups(settled: true)))
    try scenario.loadStandups([record(design, 1), record(product, 2)])
    #expect(try scenario.listed(to: caller).standups.count == 2)
    scenario.finish()
  }

  @Test func tooManyAreRefused() throws {
    var scenario = Scenario.standups()
    scenario.send(edit(design, "1"))
    _ = try scenario.takeCommit()
    for _ in 0..<StandupsState.maxWaiting { scenario.send(edit(design, "2")) }
    // Not accepted, so it may be repeated with its key.
    for _ in 0..<2 {
      let caller = scenario.send(edit(design, "3"), key: "k")
      let error = try scenario.error(to: caller, .busy)
      #expect(error.retryable)
    }
    #expect(scenario.store.state.waiting.count == StandupsState.maxWaiting)
  }

  @Test func whoWaitedTooLongIsRefusedAndNothingIsDone() throws {
    var scenario = Scenario.standups()
    let first = scenario.send(edit(design, "1"))
    let (one, _) = try scenario.takeCommit()
    let late = scenario.send(
      edit(design, "2"), key: "k", deadline: scenario.time.moment(5_000).wallMs)
    scenario.time.advance(5_001)
    scenario.store.send(.committed(one, .success(.written))) { $0.put(titled(design, "1", 1)) }
    _ = try scenario.reply(to: first)
    try scenario.error(to: late, .expired)
    scenario.finish()
  }

  // MARK: Repeated commands

  @Test func aCommandThatIsSentAgainGetsTheSameReply() throws {
    var scenario = Scenario()
    let first = scenario.send(.create(CreateStandup(title: "A")), key: "k")
    let (id, decided) = try scenario.takeCommit()
    let meanwhile = scenario.send(.create(CreateStandup(title: "A")), key: "k")
    let standup = Standup(
      id: Standup.ID(UUID(number: 0)), title: "A",
      attendees: [Attendee(id: Attendee.ID(UUID(number: 1)))])
    scenario.store.send(.committed(id, .success(.written))) { $0.add(record(standup, 1)) }
    #expect(try scenario.reply(to: first) == .standup(standup))
    #expect(try scenario.reply(to: meanwhile) == .standup(standup))
    let later = scenario.send(.create(CreateStandup(title: "A")), key: "k")
    let reply = try RawJSON(encoding: standup)
    #expect(try scenario.reply(to: later) == .stored(reply))
    #expect(decided.reply == StoredReply(key: "k", reply: reply))
    let other = scenario.send(.delete(DeleteStandup(id: standup.id)), key: "other")
    try scenario.commit(["standup.deleted"]) { $0.removeStandup(standup.id) }
    _ = try scenario.reply(to: other)
    scenario.finish()
  }

  @Test func aCommandThatIsSentAgainWhileItWaitsIsDoneOnce() throws {
    var scenario = Scenario.standups()
    let first = scenario.send(edit(design, "1"))
    let (one, _) = try scenario.takeCommit()
    let waiting = scenario.send(edit(design, "2"), key: "k")
    let again = scenario.send(edit(design, "2"), key: "k")
    scenario.store.send(.committed(one, .success(.written))) { $0.put(titled(design, "1", 1)) }
    _ = try scenario.reply(to: first)
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "2", 1, revision: 3)) }
    _ = try scenario.reply(to: waiting)
    _ = try scenario.reply(to: again)
    scenario.finish()
  }

  @Test func aRefusalIsNotKept() throws {
    var scenario = Scenario()
    for id in 1...2 {
      let caller = scenario.send(edit(design, "1"), key: "k")
      try scenario.loadStandups()
      scenario.store.expect(.findReply(id, key: "k"))
      scenario.store.send(.replyFound(id, .success(FoundReply())))
      try scenario.error(to: caller, .notFound)
    }
    scenario.finish()
  }

  /// The first one was rejected.
  @Test func aCommandThatIsTriedAnewIsTheOneForThoseAfterIt() throws {
    var scenario = Scenario.meeting()
    let next = StandupsCommand.next(NextSpeaker(id: meetingID))
    let refused = scenario.send(next, key: "k")
    let (commit, _) = try scenario.takeCommit()
    scenario.store.send(.committed(commit, .failure(BusError(.denied, "No."))))
    try scenario.error(to: refused, .denied)
    let anew = scenario.send(next, key: "k")
    let (second, _) = try scenario.takeCommit()
    let again = scenario.send(next, key: "k")
    let clock = scenario.clock(10_000, isRunning: true)
    scenario.store.send(.committed(second, .success(.written))) { saved in
      // The rejected attempt generated the ids of a change and of an event.
      changeTurns(&saved, .next, 2, atMs: 0, at: clock.at) { session in
        session.speakerIndex = 1
        session.adopt(clock)
      }
    }
    let live = try scenario.live(to: anew)
    #expect(try scenario.live(to: again) == live)
    _ = try scenario.work()
    scenario.finish()
  }

  @Test func aReplyThatOnlyTheDatabaseKnewIsGiven() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(edit(design, "1"), key: "k")
    let (id, _) = try scenario.takeCommit()
    let earlier = try RawJSON(encoding: design)
    scenario.store.send(.committed(id, .success(CommitOutcome(repeated: earlier))))
    #expect(try scenario.reply(to: caller) == .stored(earlier))
    let again = scenario.send(edit(design, "1"), key: "k")
    #expect(try scenario.reply(to: again) == .stored(earlier))
    scenario.finish()
  }

  // MARK: Commits without a reply

  /// An edit whose commit got no reply; the caller has been notified.
  private func unanswered() throws -> (Scenario, OperationID, ChangesDecided) {
    var scenario = Scenario.standups()
    let caller = scenario.send(edit(design, "1"), key: "k")
    let (id, decided) = try scenario.takeCommit()
    scenario.store.send(.committed(id, .failure(.away)))
    let error = try scenario.error(to: caller, .unavailable)
    #expect(error.retryable)
    scenario.store.expect(.wait(ms: 1000, then: .retryCommit(id)))
    return (scenario, id, decided)
  }

  @Test func aCommitThatWasNotAnsweredIsSentAgainAsItWas() throws {
    var (scenario, id, decided) = try unanswered()
    let again = scenario.send(edit(design, "1"), key: "k")
    // No other command changes it, and none waits for as long as the disk is unavailable.
    let other = scenario.send(edit(design, "2"))
    #expect(try scenario.error(to: other, .unavailable).retryable)
    for _ in 1...2 {
      scenario.store.send(.retryCommit(id))
      #expect(try scenario.takeCommit() == (id, decided))
      scenario.store.send(.committed(id, .failure(.away)))
      scenario.store.expect(.wait(ms: 1000, then: .retryCommit(id)))
    }
    scenario.store.send(.retryCommit(id))
    #expect(try scenario.takeCommit() == (id, decided))
    scenario.store.send(.committed(id, .success(.written))) { $0.put(titled(design, "1", 1)) }
    _ = try scenario.reply(to: again)
    let next = scenario.send(edit(design, "2"))
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "2", 1, revision: 3)) }
    _ = try scenario.reply(to: next)
    scenario.finish()
  }

  @Test func aCommitThatIsRefusedAfterAllChangesNothing() throws {
    var (scenario, id, _) = try unanswered()
    scenario.store.send(.retryCommit(id))
    _ = try scenario.takeCommit()
    scenario.store.send(.committed(id, .failure(BusError(.tooLarge, "Too large."))))
    scenario.finish()
  }

  // MARK: Repeated commands

  @Test func aCommandThatIsSentAgainIsAskedForBeforeItIsRun() throws {
    var scenario = Scenario.standups()
    let reply = try RawJSON(encoding: design)
    let done = scenario.send(edit(design, "1"), key: "k", attempt: 2)
    scenario.store.expect(.findReply(1, key: "k"))
    scenario.store.send(.replyFound(1, .success(FoundReply(reply: reply))))
    #expect(try scenario.reply(to: done) == .stored(reply))
    let new = scenario.send(edit(design, "2"), key: "l", attempt: 2)
    scenario.store.expect(.findReply(2, key: "l"))
    scenario.store.send(.replyFound(2, .success(FoundReply())))
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "2", 1)) }
    _ = try scenario.reply(to: new)
    let unknown = scenario.send(edit(design, "3"), key: "m", attempt: 2)
    scenario.store.expect(.findReply(3, key: "m"))
    scenario.store.send(.replyFound(3, .failure(.away)))
    #expect(try scenario.error(to: unknown, .unavailable).retryable)
    scenario.finish()
  }

  /// An earlier run deleted it and was killed before it replied.
  @Test func whatIsRefusedMayHaveBeenDoneBefore() throws {
    var scenario = Scenario.standups()
    let command = StandupsCommand.delete(DeleteStandup(id: Standup.ID(UUID(number: 9))))
    func lookUp(_ id: OperationID) throws {
      _ = try scenario.load()
      scenario.store.send(.documents(id, .success(DocumentPage(documents: []))))
    }
    let done = scenario.send(command, key: "k")
    try lookUp(1)
    scenario.store.expect(.findReply(1, key: "k"))
    scenario.store.send(.replyFound(1, .success(FoundReply(reply: .emptyObject))))
    #expect(try scenario.reply(to: done) == .stored(.emptyObject))
    let refused = scenario.send(command, key: "l")
    try lookUp(2)
    scenario.store.expect(.findReply(2, key: "l"))
    scenario.store.send(.replyFound(2, .success(FoundReply())))
    try scenario.error(to: refused, .notFound)
    // Without a key, a repetition cannot be recognised.
    let other = scenario.send(command)
    try lookUp(3)
    try scenario.error(to: other, .notFound)
    scenario.finish()
  }

  // MARK: Draining

  @Test func drainingFinishesWhatIsUnderWayAndTakesNothingNew() throws {
    var scenario = Scenario.standups()
    let first = scenario.send(edit(design, "1"))
    let (one, _) = try scenario.takeCommit()
    let second = scenario.send(edit(design, "2"))
    scenario.store.send(.drain)
    let late = scenario.send(edit(product, "3"))
    try scenario.error(to: late, .draining)
    scenario.store.send(.committed(one, .success(.written))) { $0.put(titled(design, "1", 1)) }
    _ = try scenario.reply(to: first)
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "2", 1, revision: 3)) }
    _ = try scenario.reply(to: second)
    scenario.finish()
  }

  @Test func drainingDoesNotWaitForADiskThatIsAway() throws {
    var (scenario, _, _) = try unanswered()
    scenario.store.send(.drain)
    scenario.finish()
  }

  @Test func aResultThatComesTooLateChangesNothing() throws {
    var scenario = Scenario.standups()
    scenario.store.send(.committed(99, .success(.written)))
    scenario.store.send(.worked([], .clock, .failure(.away)))
    scenario.store.send(.ended(99, .failure(.away)))
    scenario.store.send(.retryCommit(99))
    scenario.store.send(.replyFound(99, .failure(.away)))
    scenario.finish()
  }
}
