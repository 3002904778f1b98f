import Bus
import Countdown
import Foundation
import Messages
import Standups
import Testing

@testable import StandupsService

/// Whose turn it is, commands that are sent again, and commits that are not answered.
struct QueueTests {
  private func edit(_ standup: Standup, _ title: String) -> StandupsCommand {
    .edit(EditStandup(id: standup.id, title: title))
  }

  private func titled(_ standup: Standup, _ title: String, _ key: Int64) -> StandupRecord {
    var standup = standup
    standup.title = title
    return record(standup, key)
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
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "2", 1)) }
    _ = try scenario.reply(to: second)
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "3", 1)) }
    _ = try scenario.reply(to: third)
    scenario.finish()
  }

  @Test func readersDoNotWaitAndSeeWhatIsDurable() throws {
    var scenario = Scenario.standups()
    scenario.send(edit(design, "1"))
    _ = try scenario.takeCommit()
    let caller = scenario.send(.get(GetStandup(id: design.id, limit: 0)))
    guard case .get(let reply) = try scenario.reply(to: caller) else { return }
    #expect(reply.summary.standup == design)
  }

  @Test(arguments: [true, false])
  func aSettledReaderWaitsForWhatIsBeingSaved(isWritten: Bool) throws {
    var scenario = Scenario.standups()
    let first = scenario.send(edit(design, "1"))
    let (one, _) = try scenario.takeCommit()
    let list = scenario.send(.list(ListStandups(settled: true)))
    let live = scenario.send(.listLive(ListLiveMeetings(settled: true)))
    // What begins later is not waited for.
    let second = scenario.send(edit(product, "P"))
    let (two, _) = try scenario.takeCommit()
    if isWritten {
      scenario.store.send(.committed(one, .success(.written))) { $0.put(titled(design, "1", 1)) }
      _ = try scenario.reply(to: first)
    } else {
      scenario.store.send(.committed(one, .failure(BusError(.invalid, "No."))))
      try scenario.error(to: first, .invalid)
    }
    guard case .list(let listed) = try scenario.reply(to: list) else { return }
    #expect(
      listed.standups.map(\.standup.title) == [isWritten ? "1" : design.title, product.title])
    guard case .allLive(let meetings) = try scenario.reply(to: live) else { return }
    #expect(meetings.meetings.isEmpty)
    scenario.store.send(.committed(two, .success(.written))) { $0.put(titled(product, "P", 2)) }
    _ = try scenario.reply(to: second)
    scenario.finish()
  }

  @Test func aSettledReaderDoesNotWaitForNothing() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.list(ListStandups(settled: true)))
    guard case .list(let reply) = try scenario.reply(to: caller) else { return }
    #expect(reply.standups.count == 2)
    scenario.finish()
  }

  @Test func tooManyAreRefused() throws {
    var scenario = Scenario.standups()
    scenario.send(edit(design, "1"))
    _ = try scenario.takeCommit()
    for _ in 0..<StandupsState.mostWaiting { scenario.send(edit(design, "2")) }
    let caller = scenario.send(edit(design, "3"))
    let error = try scenario.error(to: caller, .busy)
    #expect(error.retryable)
    #expect(scenario.store.state.waiting.count == StandupsState.mostWaiting)
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

  // MARK: Sent again

  @Test func aCommandThatIsSentAgainGetsTheSameReply() throws {
    var scenario = Scenario()
    let first = scenario.send(.create(CreateStandup(title: "A")), key: "k")
    let (id, commit) = try scenario.takeCommit()
    #expect(commit.idempotency?.key == "k")
    let meanwhile = scenario.send(.create(CreateStandup(title: "A")), key: "k")
    let standup = Standup(
      id: Standup.ID(UUID(number: 0)), title: "A",
      attendees: [Attendee(id: Attendee.ID(UUID(number: 1)))])
    scenario.store.send(.committed(id, .success(.written))) { $0.put(record(standup, 1)) }
    #expect(try scenario.reply(to: first) == .standup(standup))
    #expect(try scenario.reply(to: meanwhile) == .standup(standup))
    let later = scenario.send(.create(CreateStandup(title: "A")), key: "k")
    #expect(try scenario.reply(to: later).value(as: Standup.self) == standup)
    #expect(commit.idempotency?.reply == scenario.store.state.replies["k"])
    let other = scenario.send(.delete(DeleteStandup(id: standup.id)), key: "other")
    try scenario.commit(["standup.deleted"]) { $0.standups.remove(id: standup.id) }
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
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "2", 1)) }
    _ = try scenario.reply(to: waiting)
    _ = try scenario.reply(to: again)
    scenario.finish()
  }

  @Test func aRefusalIsNotKept() throws {
    var scenario = Scenario()
    var caller = scenario.send(edit(design, "1"), key: "k")
    try scenario.error(to: caller, .notFound)
    caller = scenario.send(edit(design, "1"), key: "k")
    try scenario.error(to: caller, .notFound)
    scenario.finish()
  }

  @Test func aReplyThatOnlyTheDatabaseKnewIsGiven() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(edit(design, "1"), key: "k")
    let (id, _) = try scenario.takeCommit()
    let earlier = try JSONValue(encoding: design)
    let reply = Commit.Reply(epoch: "e", events: [], repeated: earlier)
    scenario.store.send(.committed(id, .success(reply)))
    #expect(try scenario.reply(to: caller).value(as: Standup.self) == design)
    #expect(scenario.store.state.replies["k"] == earlier)
    scenario.finish()
  }

  /// The router sends a commit again whose answer it lost with persistence, and then hears that it is
  /// done already.
  @Test func aCommitThatWasSentTwiceOnItsWayIsApplied() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(edit(design, "1"), key: "k")
    let (id, commit) = try scenario.takeCommit()
    let reply = Commit.Reply(
      epoch: "e", events: commit.events.map { JournalEvent(event: $0, sequence: 1, epoch: "e") },
      repeated: commit.idempotency?.reply)
    scenario.store.send(.committed(id, .success(reply))) { $0.put(titled(design, "1", 1)) }
    #expect(try scenario.reply(to: caller).value(as: Standup.self).title == "1")
    scenario.finish()
  }

  @Test func aKeyOfAnotherCommandIsRefused() throws {
    let stored = StandupsReply.stored(try JSONValue(encoding: design))
    let error = #expect(throws: BusError.self) {
      try stored.value(as: GetListStatus.Reply.self)
    }
    #expect(error?.code == .invalid)
  }

  @Test func onlyTheNewestRepliesAreKept() {
    var book = ReplyBook()
    for key in 0...ReplyBook.capacity { book.keep(.integer(Int64(key)), for: "\(key)") }
    #expect(book["0"] == nil)
    #expect(book["1"] == .integer(1))
    #expect(book["\(ReplyBook.capacity)"] == .integer(Int64(ReplyBook.capacity)))
  }

  // MARK: Commits that are not answered

  /// An edit whose commit was not answered; whoever waited has been told.
  private func unanswered() throws -> (Scenario, OperationID, Document) {
    var scenario = Scenario.standups()
    let caller = scenario.send(edit(design, "1"), key: "k")
    let (id, commit) = try scenario.takeCommit()
    scenario.store.send(.committed(id, .failure(.away)))
    let error = try scenario.error(to: caller, .unavailable)
    #expect(error.retryable)
    let (_, load) = try scenario.load()
    #expect(load.id == "\(design.id)")
    guard case .put(let document) = commit.changes.first else {
      throw BusError(.internal, "no document")
    }
    return (scenario, id, document)
  }

  @Test func aCommitThatWasWrittenButNotAnsweredIsApplied() throws {
    var (scenario, id, document) = try unanswered()
    let again = scenario.send(edit(design, "1"), key: "k")
    scenario.store.send(.documents(id, .failure(.away)))
    scenario.store.expect(.wait(ms: 1000, then: .verify(id)))
    scenario.store.send(.verify(id))
    _ = try scenario.load()
    scenario.store.send(.documents(id, .success(.init(documents: [document], total: 1)))) {
      $0.put(titled(design, "1", 1))
    }
    _ = try scenario.reply(to: again)
    scenario.finish()
  }

  @Test func aCommitThatWasNotWrittenIsForgotten() throws {
    var (scenario, id, document) = try unanswered()
    let other = scenario.send(edit(design, "2"))
    document.body = try JSONValue(encoding: StandupBody(record(design, 1)))
    scenario.store.send(.documents(id, .success(.init(documents: [document], total: 1))))
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "2", 1)) }
    _ = try scenario.reply(to: other)
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
    try scenario.commit(["standup.updated"]) { $0.put(titled(design, "2", 1)) }
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
    scenario.store.send(.clock(99, .failure(.away)))
    scenario.store.send(.ended(99, .failure(.away)))
    scenario.store.send(.verify(99))
    scenario.finish()
  }
}
