import Bus
import Documents
import FastJSON
import Foundation
import ScheduleAPI
import Testing

@testable import ScheduleService

/// Setting, reading and removing schedules.
@Suite struct CommandTests {
  static let rule = ScheduleRule(
    at: "09:30", on: [.mon, .tue, .wed, .thu, .fri], zone: "Europe/Paris")
  static let ics = HolidayTests.calendar(["DTSTART;VALUE=DATE:20261126"])

  func set(
    _ scenario: inout Scenario, _ command: SetSchedule, days: [Day]? = nil
  ) throws -> Schedule {
    let caller = try scenario.set(command, key: "k")
    if let days, let source = command.holidays {
      scenario.store.expect(
        .read(
          .command(scenario.store.state.commands.nextOperation - 1), try .local(source),
          from: scenario.clock.now))
      scenario.read(.days(days), for: scenario.store.state.commands.nextOperation - 1)
    }
    let (id, decided) = try scenario.takeCommit()
    #expect(decided.events.map(\.labels.type) == ["schedule.changed"] && decided.reply?.key == "k")
    guard case .put(let document)? = decided.changes.first else {
      throw BusError(.internal, "Nothing was put.")
    }
    let saved = try document.body.decode(as: SavedSchedule.self)
    scenario.store.send(.committed(id, .success(CommitOutcome()))) { [daily = scenario.daily] in
      $0[daily] = saved
    }
    return try scenario.reply(to: caller, Schedule.self)
  }

  @Test func aScheduleIsSetAndRead() throws {
    var scenario = try Scenario()
    let schedule = try set(
      &scenario,
      SetSchedule(
        subject: "daily", rule: Self.rule, mode: .start, remindMs: 600_000,
        holidays: .init(ics: Self.ics)), days: [20_261_126])
    #expect(schedule.rule == Self.rule && schedule.mode == .start && schedule.remindMs == 600_000)
    #expect(schedule.holidays?.days == 1 && schedule.holidays?.host == nil)
    #expect(
      schedule.next.prefix(2).map { $0.formatted(.iso8601) } == [
        "2026-11-25T08:30:00Z", "2026-11-27T08:30:00Z",
      ])
    #expect(scenario.alarm == "2026-11-25T08:20:00Z")

    let get = scenario.send(.get(scenario.daily))
    #expect(try scenario.reply(to: get, Schedule.self) == schedule)
    let list = scenario.send(.list(after: nil, limit: 10))
    let page = try scenario.reply(to: list, ListSchedules.Reply.self)
    #expect(page.total == 1 && page.next == nil && page.schedules.map(\.next.count) == [1])
    let times = scenario.send(.times(scenario.daily, count: 3))
    #expect(
      try scenario.reply(to: times, GetScheduleTimes.Reply.self).times
        == Array(schedule.next.prefix(3)))
    scenario.finish()
  }

  /// Setting a schedule again after its time does not start a second meeting.
  @Test func settingItAgainTellsNothingAgain() throws {
    var scenario = try Scenario()
    _ = try set(&scenario, SetSchedule(subject: "daily", rule: Self.rule))
    try scenario.look(at: "2026-11-25T08:30:00Z")
    let (moment, id) = (
      try ms("2026-11-25T08:30:00Z"), try scenario.due("2026-11-25T08:30:00Z", .ask)
    )
    try scenario.answer(id) { ($0.settledMs, $0.told) = (moment, [moment]) }
    try scenario.look(at: "2026-11-25T08:30:10Z")
    let schedule = try set(&scenario, SetSchedule(subject: "daily", rule: Self.rule, mode: .start))
    #expect(schedule.next.first?.formatted(.iso8601) == "2026-11-26T08:30:00Z")
    // The clock is set back by a minute, and the schedule is set again.
    try scenario.clock.set("2026-11-25T08:29:00Z")
    let again = try scenario.set(SetSchedule(subject: "daily", rule: Self.rule))
    let (commit, decided) = try scenario.takeCommit()
    #expect(decided.events.count == 1)
    scenario.store.send(.committed(commit, .success(CommitOutcome()))) { [daily = scenario.daily] in
      $0[daily]?.mode = .ask
      $0[daily]?.setMs = moment - 60_000
      $0[daily]?.settledMs = moment - 60_000
    }
    #expect(
      try scenario.reply(to: again, Schedule.self).next.first?.formatted(.iso8601)
        == "2026-11-26T08:30:00Z")
    scenario.finish()
  }

  @Test func aScheduleIsRemoved() throws {
    var scenario = try Scenario(try Scenario.working())
    let remove = scenario.send(.remove(scenario.daily), key: "k")
    let decided = try scenario.commit(["schedule.removed"]) { $0 = [:] }
    #expect(decided.changes == [.delete(collection: "schedules", id: "daily")])
    #expect(try scenario.reply(to: remove, Done.self) == Done())
    #expect(scenario.alarm == nil)
    let get = scenario.send(.get(scenario.daily))
    try scenario.error(to: get, .notFound)
    let again = scenario.send(.remove(scenario.daily))
    try scenario.error(to: again, .notFound)
    let gone = scenario.send(.gone(scenario.daily))
    #expect(try scenario.reply(to: gone, Done.self) == Done())
    scenario.finish()
  }

  @Test func aSubjectThatIsGoneLosesItsSchedule() throws {
    var scenario = try Scenario(try Scenario.working())
    let gone = scenario.send(.gone(scenario.daily))
    try scenario.commit(["schedule.removed"]) { $0 = [:] }
    #expect(try scenario.reply(to: gone, Done.self) == Done())
    scenario.finish()
  }

  /// A schedule that arrives from another cell continues; repeating it changes nothing.
  @Test func aSubjectThatCameHasItsSchedule() throws {
    var scenario = try Scenario()
    let saved = try Scenario.working()
    for _ in 0..<2 {
      let came = scenario.send(.came(scenario.daily, try RawJSON(encoding: saved)))
      try scenario.commit(["schedule.changed"]) { [daily = scenario.daily] in $0[daily] = saved }
      #expect(try scenario.reply(to: came, Done.self) == Done())
    }
    let nonsense = scenario.send(.came(scenario.daily, .null))
    try scenario.error(to: nonsense, .invalid)
    scenario.finish()
  }

  @Test func pagesOfSchedules() throws {
    var state = ScheduleState()
    state.commands.phase = .ready
    for name in ["c", "a", "b"] { state.saved[try Subject(name)] = try Scenario.working() }
    let reducer = try Scenario().reducer
    func page(_ after: String?) throws -> ListSchedules.Reply {
      let command = try ScheduleCommand(ListSchedules(after: after, limit: 2))
      guard
        case .common(.reply(_, let result))? = reducer.reduce(
          &state, .received(1, command, Header())
        ).first
      else { throw BusError(.internal, "No reply.") }
      return try result.get().decode(as: ListSchedules.Reply.self)
    }
    let first = try page(nil)
    #expect(first.schedules.map(\.subject) == ["a", "b"] && first.next == "b" && first.total == 3)
    let second = try page(first.next)
    #expect(second.schedules.map(\.subject) == ["c"] && second.next == nil)
  }

  /// On a Wednesday, the week of the next time is the present one; the days off in it count.
  @Test func weeksAreCountedFromTheNextTime() throws {
    var scenario = try Scenario()
    var rule = Self.rule
    rule.everyWeeks = 2
    let trial = scenario.send(try ScheduleCommand(GetScheduleTimes(rule: rule, count: 4)))
    let tried = try scenario.reply(to: trial, GetScheduleTimes.Reply.self).times
    let expected = [
      "2026-11-25T08:30:00Z", "2026-11-26T08:30:00Z", "2026-11-27T08:30:00Z",
      "2026-12-07T08:30:00Z",
    ]
    #expect(tried.map { $0.formatted(.iso8601) } == expected)
    let schedule = try set(&scenario, SetSchedule(subject: "daily", rule: rule))
    #expect(schedule.rule.weekOf == "2026-11-23" && Array(schedule.next.prefix(4)) == tried)
    // A day that is left out does not begin the weeks.
    let later = try set(
      &scenario, SetSchedule(subject: "daily", rule: rule, holidays: .init(ics: Self.ics)),
      days: [20_261_125, 20_261_126, 20_261_127])
    #expect(later.rule.weekOf == "2026-11-30")
    scenario.finish()
  }

  /// A schedule whose time passes in one of its weeks is next due two weeks later, also after a restart.
  @Test func theNextTimeIsInTheNextOfTheWeeks() throws {
    var saved = try Scenario.working(settled: "2026-11-27T08:30:00Z")
    (saved.rule.everyWeeks, saved.rule.firstWeek) = (2, 20_261_123)
    var scenario = try Scenario(now: "2026-12-02T08:30:00Z", saved)
    #expect(scenario.first.isEmpty && scenario.alarm == "2026-12-07T08:30:00Z")
    try scenario.look(at: "2026-12-07T08:30:00Z")
    let at = try ms("2026-12-07T08:30:00Z")
    let id = try scenario.due("2026-12-07T08:30:00Z")
    try scenario.answer(id) { ($0.settledMs, $0.told) = (at, [at]) }
    #expect(scenario.alarm == "2026-12-08T08:30:00Z")
    scenario.finish()
  }

  @Test func aRuleIsTriedOut() throws {
    var scenario = try Scenario()
    let command = GetScheduleTimes(rule: Self.rule, count: 2)
    let caller = scenario.send(try ScheduleCommand(command))
    #expect(
      try scenario.reply(to: caller, GetScheduleTimes.Reply.self).times.map {
        $0.formatted(.iso8601)
      }
        == ["2026-11-25T08:30:00Z", "2026-11-26T08:30:00Z"])
    scenario.finish()
  }
}
