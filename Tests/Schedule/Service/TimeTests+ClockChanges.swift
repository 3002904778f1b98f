import Documents
import TestSupport
import Testing

@testable import ScheduleService

/// Clocks that are set forward or back.
extension TimeTests {
  @Test func aClockThatIsPutBackTellsNothingTwice() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: "2026-11-25T08:30:01Z")
    let wednesday = try ms(Self.wednesday)
    let first = try scenario.due(Self.wednesday)
    try scenario.answer(first) { ($0.settledMs, $0.told) = (wednesday, [wednesday]) }

    try scenario.look(at: "2026-11-25T08:29:00Z")
    let back = try ms("2026-11-25T08:29:00Z")
    try scenario.commit { [daily = scenario.daily] in $0[daily]?.settledMs = back }
    #expect(scenario.alarm == Self.thursday)
    try scenario.look(at: "2026-11-25T08:31:00Z")
    try scenario.look(at: Self.thursday)
    let (thursday, second) = (try ms(Self.thursday), try scenario.due(Self.thursday))
    try scenario.answer(second) { ($0.settledMs, $0.told) = (thursday, [wednesday, thursday]) }
    scenario.finish()
  }

  /// Times skipped by a clock that was a year ahead become due again.
  @Test func aClockThatWasAheadMissesNothing() throws {
    var scenario = try Scenario(
      now: "2026-11-25T08:31:00Z", try Scenario.working(settled: "2026-11-25T08:31:00Z"))
    try scenario.look(at: "2026-11-27T12:00:00Z")
    let missed = try scenario.missed(since: Self.thursday, last: Self.friday, count: 2)
    let friday = try ms(Self.friday)
    try scenario.answer(missed) { $0.settledMs = friday }

    try scenario.look(at: "2026-11-25T09:00:00Z")
    let back = try ms("2026-11-25T09:00:00Z")
    try scenario.commit { [daily = scenario.daily] in $0[daily]?.settledMs = back }
    #expect(scenario.alarm == Self.thursday)
    try scenario.look(at: Self.thursday)
    let (thursday, due) = (try ms(Self.thursday), try scenario.due(Self.thursday))
    try scenario.answer(due) { ($0.settledMs, $0.told) = (thursday, [thursday]) }
    scenario.finish()
  }

  /// The same if the clock was set back between two checks.
  @Test func aServiceThatStartsWithAClockThatWasPutBack() throws {
    var saved = try Scenario.working(settled: "2027-06-01T00:00:00Z")
    saved.told = [try ms(Self.wednesday)]
    var scenario = try Scenario(now: "2026-11-25T08:00:00Z", saved)
    guard case .common(.commit(let id, _))? = scenario.first.first else {
      throw Unexpected("nothing was committed")
    }
    let back = try ms("2026-11-25T08:00:00Z")
    scenario.store.send(.committed(id, .success(CommitOutcome()))) { [daily = scenario.daily] in
      $0[daily]?.settledMs = back
    }
    #expect(scenario.alarm == Self.thursday)
    scenario.finish()
  }

  /// A step forward is noticed at the next check, which is never far away.
  @Test func aStepForwardIsSeenSoon() throws {
    let scenario = try Scenario(try Scenario.working())
    let alarm = try #require(scenario.reducer.alarm(scenario.store.state))
    #expect(scenario.reducer.milliseconds(until: alarm) == ScheduleReducer.maxWaitMs)
    scenario.clock.advance(byMs: 30 * 60_000 - 4)
    #expect(scenario.reducer.milliseconds(until: alarm) == 4)
  }

  /// Across both clock changes there is one time each day, at the same local time.
  @Test(arguments: [
    ("2026-03-27T09:00:00Z", ["2026-03-30T07:30:00Z", "2026-03-31T07:30:00Z"]),
    ("2026-10-23T09:00:00Z", ["2026-10-26T08:30:00Z", "2026-10-27T08:30:00Z"]),
  ]) func daylightSaving(from: String, times: [String]) throws {
    var scenario = try Scenario(now: from, try Scenario.working(settled: from))
    var told: [Int64] = []
    // Never empty because each case has times.
    for time in times {
      #expect(scenario.alarm == time)
      try scenario.look(at: time)
      let (moment, id) = (try ms(time), try scenario.due(time))
      told.append(moment)
      try scenario.answer(id) { [told] in ($0.settledMs, $0.told) = (moment, told) }
    }
    scenario.finish()
  }
}
