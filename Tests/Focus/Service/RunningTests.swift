import Bus
import Documents
import FocusAPI
import Foundation
import Testing

@testable import FocusService

/// Titles, starts and stops.
@Suite struct RunningTests {
  @Test func aFocusFromItsTitleToItsItem() throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    let title = scenario.send(.setTitle(ann, "Report"))
    let titled = try scenario.commit { $0.put(SavedFocus(title: "Report"), of: ann) }
    #expect(titled.changes.count == 1)
    #expect(try scenario.reply(to: title, Focus.self) == idle("ann", "Report"))

    scenario.time.advance(5000)
    let start = scenario.send(.start(ann, title: nil, durationMs: 10_000))
    let run = SavedFocus.Run(durationMs: 10_000, clock: scenario.time.clock(since: 5000))
    let started = try scenario.commit(["focus.started"]) {
      $0.put(SavedFocus(title: "Report", run: run), of: ann)
    }
    #expect(
      try started.events[0].data.decode()
        == FocusStarted(person: "ann", title: "Report", durationMs: 10_000))
    #expect(
      started.events[0].labels
        == EventLabels(type: "focus.started", subject: "ann", team: "default"))
    #expect(
      try scenario.reply(to: start, Focus.self)
        == Focus(
          person: "ann", title: "Report", isRunning: true, elapsedMs: 0, durationMs: 10_000))
    #expect(
      try scenario.clocks()
        == [FocusClock(person: "ann", durationMs: 10_000, clock: run.clock)])

    scenario.time.advance(3999)
    let stop = scenario.send(.stop(ann))
    let stopped = try scenario.commit(["focus.stopped", "focus.itemRecorded"]) {
      $0.put(SavedFocus(), of: ann)
    }
    #expect(
      try stopped.events[0].data.decode()
        == FocusStopped(person: "ann", title: "Report", elapsedMs: 3999, cause: .asked))
    let reply = try scenario.reply(to: stop, StopFocus.Reply.self)
    let item = try #require(reply.item)
    #expect(reply.focus == idle("ann"))
    #expect((item.person, item.title, item.seconds) == ("ann", "Report", 3))
    #expect(item.date == TestTime.date(8999))
    #expect(try stopped.events[1].data.decode() == FocusItemRecorded(item: item))
    // The person's document is deleted; the item remains.
    #expect(
      stopped.changes == [
        .delete(collection: "focus", id: "ann"), .put(try item.document()),
      ])
    #expect(try item.document().parent == "ann")
    #expect(try item.document().sortKey == TestTime.startMs + 8999)
    try scenario.clockStopped(of: ann)
    scenario.finish()
  }

  @Test func aTitleMayComeWithTheStartAndTheUsualTimeIsUsual() throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    let start = scenario.send(.start(ann, title: "Mail", durationMs: nil))
    let run = SavedFocus.Run(
      durationMs: Scenario.defaultMs, clock: scenario.time.clock(since: 0))
    try scenario.commit(["focus.started"]) {
      $0.put(SavedFocus(title: "Mail", run: run), of: ann)
    }
    #expect(try scenario.reply(to: start, Focus.self).durationMs == Scenario.defaultMs)
    _ = try scenario.clocks()
    scenario.finish()
  }

  @Test func withoutATitleNothingStarts() throws {
    var scenario = try Scenario()
    let start = scenario.send(.start(scenario.ann, title: nil, durationMs: nil))
    #expect(try scenario.error(to: start, .invalid)?.detail == ["field": "title"])
    scenario.finish()
  }

  @Test func whatRunsIsNotStartedAgainAndItsTitleIsLocked() throws {
    var scenario = try Scenario.running()
    let start = scenario.send(.start(scenario.ann, title: "Mail", durationMs: nil))
    #expect(try scenario.error(to: start, .conflict)?.detail == ["person": "ann"])
    let title = scenario.send(.setTitle(scenario.ann, "Mail"))
    try scenario.error(to: title, .conflict)
    scenario.finish()
  }

  @Test func whatDoesNotRunCannotBeStopped() throws {
    var scenario = try Scenario()
    let stop = scenario.send(.stop(scenario.ann))
    try scenario.error(to: stop, .conflict)
    scenario.finish()
  }

  @Test(arguments: [(999, nil), (1000, 1), (1999, 1), (2000, 2)] as [(Int64, Int64?)])
  func wholeSecondsMakeAnItem(elapsedMs: Int64, seconds: Int64?) throws {
    var scenario = try Scenario.running()
    let ann = scenario.ann
    scenario.time.advance(elapsedMs)
    let stop = scenario.send(.stop(ann))
    try scenario.commit(["focus.stopped"] + (seconds == nil ? [] : ["focus.itemRecorded"])) {
      // Without an item, the title stays for the next start.
      $0.put(SavedFocus(title: seconds == nil ? "Report" : ""), of: ann)
    }
    let reply = try scenario.reply(to: stop, StopFocus.Reply.self)
    #expect(reply.item?.seconds == seconds)
    #expect(reply.focus == idle("ann", seconds == nil ? "Report" : ""))
    try scenario.clockStopped(of: ann)
    scenario.finish()
  }

  @Test func howItStandsIsReadFromTheClock() throws {
    var scenario = try Scenario.running()
    scenario.time.advance(4321)
    let get = scenario.send(.get(scenario.ann))
    #expect(
      try scenario.reply(to: get, Focus.self)
        == Focus(
          person: "ann", title: "Report", isRunning: true, elapsedMs: 4321, durationMs: 10_000))
    // The timer has not reported it yet.
    scenario.time.advance(60_000)
    let late = scenario.send(.get(scenario.ann))
    #expect(try scenario.reply(to: late, Focus.self).elapsedMs == 10_000)
    let unknown = scenario.send(.get(scenario.bob))
    #expect(try scenario.reply(to: unknown, Focus.self) == idle("bob"))
    scenario.finish()
  }

  // MARK: End of time

  /// A late report ends it as if it had been on time.
  @Test(arguments: [0, 1, 7_200_000] as [Int64])
  func itEndsAtItsMillisecond(lateMs: Int64) throws {
    var scenario = try Scenario.running()
    let ann = scenario.ann
    scenario.time.advance(10_000 + lateMs)
    let timeUp = scenario.send(.timeUp(ann), key: "k")
    let decided = try scenario.commit(["focus.stopped", "focus.itemRecorded"]) {
      $0.put(SavedFocus(), of: ann)
    }
    #expect(
      try decided.events[0].data.decode()
        == FocusStopped(person: "ann", title: "Report", elapsedMs: 10_000, cause: .timeUp))
    let item = try decided.events[1].data.decode(as: FocusItemRecorded.self).item
    #expect(item.seconds == 10)
    #expect(item.date == TestTime.date(10_000))
    #expect(try scenario.reply(to: timeUp, Done.self) == Done())
    try scenario.clockStopped(of: ann)

    let again = scenario.send(.timeUp(ann), key: "k")
    #expect(try scenario.reply(to: again, Done.self) == Done())
    scenario.finish()
  }

  @Test func afterAStopItChangesNothing() throws {
    var scenario = try Scenario { state, _, ann in
      state.saved.put(SavedFocus(title: "Report"), of: ann)
    }
    let timeUp = scenario.send(.timeUp(scenario.ann))
    #expect(try scenario.reply(to: timeUp, Done.self) == Done())
    scenario.finish()
  }

  /// The late report was about an earlier focus; the timer may have dropped this one's clock with
  /// it.
  @Test(arguments: [(9999, 1), (9000, 200), (0, 200)] as [(Int64, Int)])
  func beforeItsTimeTheClockIsToldAgain(elapsedMs: Int64, waitMs: Int) throws {
    var scenario = try Scenario.running()
    scenario.time.advance(elapsedMs)
    let timeUp = scenario.send(.timeUp(scenario.ann))
    scenario.store.expect(.wait(ms: waitMs, then: .clocksDue([scenario.ann])))
    #expect(try scenario.reply(to: timeUp, Done.self) == Done())
    scenario.store.send(.clocksDue([scenario.ann]))
    #expect(
      try scenario.clocks() == [
        FocusClock(person: "ann", durationMs: 10_000, clock: scenario.time.clock(since: 0))
      ])
    scenario.finish()
  }

  /// The timer was unavailable: stopping it shows that it was over.
  @Test func aStopAfterItsTimeIsItsEnd() throws {
    var scenario = try Scenario.running()
    let ann = scenario.ann
    scenario.time.advance(11_500)
    let stop = scenario.send(.stop(ann))
    let decided = try scenario.commit(["focus.stopped", "focus.itemRecorded"]) {
      $0.put(SavedFocus(), of: ann)
    }
    #expect(
      try decided.events[0].data.decode()
        == FocusStopped(person: "ann", title: "Report", elapsedMs: 10_000, cause: .timeUp))
    let item = try scenario.reply(to: stop, StopFocus.Reply.self).item
    #expect(item?.seconds == 10 && item?.date == TestTime.date(10_000))
    try scenario.clockStopped(of: ann)
    scenario.finish()
  }
}
