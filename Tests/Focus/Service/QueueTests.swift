import Bus
import Documents
import FocusAPI
import Foundation
import ServiceShell
import Testing

@testable import FocusService

/// Commands of a person are processed one after another; and the end of the service.
@Suite struct QueueTests {
  @Test func commandsOfAPersonComeInTheirOrder() throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    let first = scenario.send(.setTitle(ann, "A"))
    var (id, _) = try scenario.takeCommit()
    let callers = [first] + ["B", "C"].map { scenario.send(.setTitle(ann, $0)) }
    for (caller, title) in zip(callers, ["A", "B", "C"]) {
      scenario.store.send(.committed(id, .success(CommitOutcome()))) {
        $0.put(SavedFocus(title: title), of: ann)
      }
      #expect(try scenario.reply(to: caller, Focus.self).title == title)
      if title != "C" { (id, _) = try scenario.takeCommit() }
    }
    scenario.finish()
  }

  @Test func onlySoManyWait() throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    for number in 0...FocusState.maxWaiting {
      scenario.store.send(
        .received(10_000 + number, .stop(ann), Header(id: UUID(number: 1), idem: "\(number)")))
      if number == 0 { _ = try scenario.takeCommit() }
    }
    #expect(scenario.store.state.commands.lanes.waiting == FocusState.maxWaiting)
    let stop = scenario.send(.stop(ann))
    try scenario.error(to: stop, .busy)
    // Reads, and commands of other persons, need not wait.
    let get = scenario.send(.get(ann))
    #expect(try scenario.reply(to: get, Focus.self) == idle("ann"))
    scenario.send(.setTitle(scenario.bob, "Mail"))
    _ = try scenario.takeCommit()
  }

  /// A message that arrives twice is rejected twice, even if the command would be possible by then.
  @Test func aRejectedMessageIsRejectedAgain() throws {
    var scenario = try Scenario { state, _, ann in state.saved.unreadable = [ann] }
    let ann = scenario.ann
    scenario.send(.stop(ann))
    let (id, _) = try scenario.takeCommit()
    let message = Header(id: UUID(number: 1), idem: "k")
    scenario.store.send(.received(10, .setTitle(ann, "A"), message))
    scenario.send(.stop(ann))
    scenario.store.send(.received(11, .setTitle(ann, "A"), message))
    scenario.store.send(.committed(id, .failure(BusError(.tooLarge, "large"))))
    try scenario.error(to: 1, .tooLarge)
    try scenario.error(to: 10, .conflict)
    try scenario.commit { $0.unreadable = [] }
    _ = try scenario.reply(to: 2, StopFocus.Reply.self)
    try scenario.error(to: 11, .conflict)
    // Another message with the key is executed.
    scenario.store.send(
      .received(12, .setTitle(ann, "A"), Header(id: UUID(number: 2), idem: "k")))
    try scenario.commit { $0.put(SavedFocus(title: "A"), of: ann) }
    _ = try scenario.reply(to: 12, Focus.self)
    scenario.finish()
  }

  /// A thousand commands that fail at once are processed in a loop, not recursively.
  @Test func manyRefusalsInARow() throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    scenario.send(.setTitle(ann, "Report"))
    let (id, _) = try scenario.takeCommit()
    let stops = (0..<FocusState.maxWaiting).map { _ in scenario.send(.stop(ann)) }
    scenario.store.send(.committed(id, .success(CommitOutcome()))) {
      $0.put(SavedFocus(title: "Report"), of: ann)
    }
    _ = try scenario.reply(to: 1, Focus.self)
    for stop in stops { try scenario.error(to: stop, .conflict) }
    scenario.finish()
  }

  @Test func whatComesTooLateIsNotRun() throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    scenario.send(.setTitle(ann, "Report"))
    let (id, _) = try scenario.takeCommit()
    let late = scenario.send(.setTitle(ann, "Mail"), deadline: TestTime.startMs + 1000)
    scenario.time.advance(1001)
    scenario.store.send(.committed(id, .success(CommitOutcome()))) {
      $0.put(SavedFocus(title: "Report"), of: ann)
    }
    _ = try scenario.reply(to: 1, Focus.self)
    try scenario.error(to: late, .expired)
    scenario.finish()
  }

  // MARK: The end

  @Test func theEndRefusesWhatWasNotBegun() throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    let first = scenario.send(.setTitle(ann, "A"))
    let (id, _) = try scenario.takeCommit()
    let second = scenario.send(.setTitle(ann, "B"))
    scenario.store.send(.drain)
    try scenario.error(to: second, .draining)
    let third = scenario.send(.get(ann))
    try scenario.error(to: third, .draining)
    #expect(!scenario.store.state.isAtRest)
    scenario.store.send(.committed(id, .success(CommitOutcome()))) {
      $0.put(SavedFocus(title: "A"), of: ann)
    }
    _ = try scenario.reply(to: first, Focus.self)
    scenario.finish()
  }

  /// The end cuts the pause before the next attempt short.
  @Test(arguments: [false, true]) func theEndWaitsForNoStore(isPausing: Bool) throws {
    var scenario = try Scenario()
    let title = scenario.send(.setTitle(scenario.ann, "A"))
    let (id, _) = try scenario.takeCommit()
    if isPausing {
      scenario.store.send(.committed(id, .failure(.away)))
      scenario.store.expect(.wait(ms: 1000, then: .retryCommit(id)))
      scenario.store.send(.drain)
      scenario.store.send(.retryCommit(id))
    } else {
      scenario.store.send(.drain)
      scenario.store.send(.committed(id, .failure(.away)))
    }
    try scenario.error(to: title, .unavailable)
    scenario.finish()
  }

  /// The next run reports all running clocks.
  @Test func afterTheEndNobodyIsToldOfClocks() throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    let start = scenario.send(.start(ann, title: "Report", durationMs: 10_000))
    let (id, _) = try scenario.takeCommit()
    scenario.store.send(.drain)
    let run = SavedFocus.Run(durationMs: 10_000, clock: scenario.time.clock(since: 0))
    scenario.store.send(.committed(id, .success(CommitOutcome()))) {
      $0.put(SavedFocus(title: "Report", run: run), of: ann)
    }
    #expect(try scenario.reply(to: start, Focus.self).isRunning)
    scenario.store.finish()
    #expect(scenario.store.state.isAtRest)
  }
}
