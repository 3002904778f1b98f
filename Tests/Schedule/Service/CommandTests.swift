import Bus
import Configuration
import FastJSON
import Documents
import Foundation
import ScheduleAPI
import ServiceCatalog
import TestSupport
import Testing

@testable import ScheduleService

/// Setting, reading and removing schedules.
@Suite struct CommandTests {
  private static let rule = ScheduleRule(
    at: "09:30", on: [.mon, .tue, .wed, .thu, .fri], zone: "Europe/Paris")
  private static let ics = HolidayTests.calendar(["DTSTART;VALUE=DATE:20261126"])

  private func set(
    _ scenario: inout Scenario, _ command: SetSchedule, days: [Day]? = nil
  ) throws -> Schedule {
    let caller = scenario.send(try ScheduleCommand(command), key: "k")
    if let days, let source = command.holidays {
      scenario.store.expect(
        .read(
          .command(scenario.store.state.commands.nextOperation - 1), try .local(source),
          from: scenario.clock.now))
      scenario.store.send(
        .read(.command(scenario.store.state.commands.nextOperation - 1), .success(.days(days))))
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
    let again = scenario.send(try ScheduleCommand(SetSchedule(subject: "daily", rule: Self.rule)))
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
        case .reply(_, let result)? = reducer.reduce(&state, .received(1, command, Header())).first
      else { throw BusError(.internal, "No reply.") }
      return try result.get().decode(as: ListSchedules.Reply.self)
    }
    let first = try page(nil)
    #expect(first.schedules.map(\.subject) == ["a", "b"] && first.next == "b" && first.total == 3)
    let second = try page(first.next)
    #expect(second.schedules.map(\.subject) == ["c"] && second.next == nil)
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

  // MARK: Holidays

  @Test func holidaysOfAURLAreReadAgainEachDay() throws {
    var scenario = try Scenario()
    let url = "https://holidays.test/fr.ics?token=secret"
    let schedule = try set(
      &scenario, SetSchedule(subject: "daily", rule: Self.rule, holidays: .init(url: url)),
      days: [20_261_126])
    #expect(schedule.holidays?.host == "holidays.test")
    try scenario.look(at: "2026-11-25T08:30:00Z")
    let (moment, id) = (
      try ms("2026-11-25T08:30:00Z"), try scenario.due("2026-11-25T08:30:00Z", .ask)
    )
    try scenario.answer(id) { ($0.settledMs, $0.told) = (moment, [moment]) }

    #expect(scenario.alarm == "2026-11-26T08:00:00Z")
    try scenario.look(at: "2026-11-26T08:00:00Z")
    let first = try ms("2026-11-26T08:00:00Z")
    scenario.store.expect(.read(.refresh(.local(url)), .local(url), from: first))
    // It fails; the last holidays stay, and it is retried in an hour.
    scenario.store.send(.read(.refresh(.local(url)), .failure(.away)))
    try scenario.commit { [daily = scenario.daily] in
      $0[daily]?.holidays?.triedMs = first
      $0[daily]?.holidays?.problem = "It is away."
    }
    #expect(scenario.alarm == "2026-11-26T09:00:00Z")
    try scenario.look(at: "2026-11-26T09:00:00Z")
    let second = try ms("2026-11-26T09:00:00Z")
    scenario.store.expect(.read(.refresh(.local(url)), .local(url), from: second))
    scenario.store.send(.read(.refresh(.local(url)), .success(.days([20_261_127]))))
    try scenario.commit { [daily = scenario.daily] in
      $0[daily]?.holidays = SavedHolidays(
        url: url, days: [20_261_127], readMs: second, triedMs: second, isLocal: true)
      // Thursday was left out: it is not missed although it is a working day after all.
      $0[daily]?.settledMs = second
    }
    let get = scenario.send(.get(scenario.daily))
    let read = try scenario.reply(to: get, Schedule.self)
    #expect(read.next.first?.formatted(.iso8601) == "2026-11-30T08:30:00Z")
    scenario.finish()
  }

  /// A refresh that would leave no day is rejected, and the last calendar stays.
  @Test func aCalendarThatLeavesNoDayIsNotTaken() throws {
    var scenario = try Scenario()
    let url = "https://holidays.test/fr.ics"
    let rule = ScheduleRule(at: "09:30", on: [.thu], zone: "UTC")
    _ = try set(
      &scenario, SetSchedule(subject: "daily", rule: rule, holidays: .init(url: url)),
      days: [20_261_126])
    let all = try Rule(rule).times(after: scenario.clock.now, limit: 1000).map { moment in
      Int(Date(ms: moment).formatted(.iso8601.year().month().day().dateSeparator(.omitted))) ?? 0
    }
    try scenario.look(at: "2026-11-26T08:00:00Z")
    let now = try ms("2026-11-26T08:00:00Z")
    scenario.store.expect(.read(.refresh(.local(url)), .local(url), from: now))
    scenario.store.send(.read(.refresh(.local(url)), .success(.days(all))))
    try scenario.commit { [daily = scenario.daily] in
      $0[daily]?.holidays?.triedMs = now
      $0[daily]?.holidays?.problem = "The holidays leave no day to meet in the next 10 years."
    }
    #expect(scenario.alarm == "2026-11-26T09:00:00Z")
    scenario.finish()
  }

  @Test func skippedDaysAreShownWithTheirNames() throws {
    var scenario = try Scenario()
    let source = ScheduleHolidaySource(ics: Self.ics, observe: ["A Day"], ignore: ["Another"])
    let command = try ScheduleCommand(
      SetSchedule(subject: "daily", rule: Self.rule, holidays: source))
    let caller = scenario.send(command)
    let read = try HolidaySource.local(source)
    #expect(read.choice == HolidayChoice(observe: ["A Day"], ignore: ["Another"]))
    scenario.store.expect(.read(.command(1), read, from: scenario.clock.now))
    // The schedule has no meeting on Saturdays.
    let contents = HolidayCalendar.Contents(
      off: DaysOff([20_261_225: "Christmas Day", 20_261_226: "Boxing Day", 20_261_126: "A Day"]),
      observances: DaysOff([20_261_207: "Remembrance Day"]))
    scenario.store.send(.read(.command(1), .success(contents)))
    let (id, decided) = try scenario.takeCommit()
    guard case .put(let document)? = decided.changes.first else {
      throw BusError(.internal, "Nothing was put.")
    }
    let saved = try document.body.decode(as: SavedSchedule.self)
    scenario.store.send(.committed(id, .success(CommitOutcome()))) { [daily = scenario.daily] in
      $0[daily] = saved
    }
    let holidays = try scenario.reply(to: caller, Schedule.self).holidays
    #expect(
      holidays?.skipped == [
        ScheduleDayOff(day: "2026-11-26", name: "A Day"),
        ScheduleDayOff(day: "2026-12-25", name: "Christmas Day"),
      ])
    #expect(holidays?.observances == [ScheduleDayOff(day: "2026-12-07", name: "Remembrance Day")])
    let list = scenario.send(.list(after: nil, limit: 10))
    let listed = try scenario.reply(to: list, ListSchedules.Reply.self).schedules.first?.holidays
    #expect(listed?.days == 3 && listed?.skipped == [] && listed?.observances == [])
    scenario.finish()
  }

  @Test func aDayThatTheCalendarDoesNotHaveIsRefused() throws {
    var scenario = try Scenario()
    let source = ScheduleHolidaySource(ics: Self.ics, observe: ["Mardi Gras"])
    let caller = scenario.send(
      try ScheduleCommand(SetSchedule(subject: "daily", rule: Self.rule, holidays: source)))
    scenario.store.expect(
      .read(.command(1), try .local(source), from: scenario.clock.now))
    let contents = HolidayCalendar.Contents(
      off: [20_261_225], observances: [], missing: ["Mardi Gras"])
    scenario.store.send(.read(.command(1), .success(contents)))
    let error = try scenario.error(to: caller, .invalid)
    #expect(error?.message.contains("“Mardi Gras”") == true)
    scenario.finish()
  }

  @Test(arguments: [
    ("webcal://a.test/x.ics", "https://a.test/x.ics"),
    ("WEBCALS://a.test/x.ics", "https://a.test/x.ics"), ("http://a.test/", "http://a.test/"),
  ]) func calendarsOnTheWeb(given: String, used: String) throws {
    #expect(try HolidaySource(ScheduleHolidaySource(url: given)).url == used)
  }

  /// Calendars are read and written on separate threads, and the number that waits is bounded.
  @Test func calendarsThatWaitAreBounded() throws {
    var state = ScheduleState()
    state.commands.phase = .ready
    state.saved[try Subject("daily")] = try Scenario.working()
    let reducer = try Scenario().reducer
    let entry = ScheduleEntry(subject: "daily", title: "Daily", durationMs: 1000)
    let command = try ScheduleCommand(MakeScheduleCalendar(entries: [entry]))
    func send() -> ScheduleEffect? {
      reducer.reduce(&state, .received(1, command, Header())).first
    }
    for _ in 0..<ScheduleState.maxCalendars {
      guard case .write(_, let items, _)? = send() else {
        throw BusError(.internal, "Nothing is written.")
      }
      #expect(items.map(\.entry) == [entry])
    }
    guard case .reply(1, .failure(let error))? = send() else {
      throw BusError(.internal, "It was not refused.")
    }
    #expect(error.code == .busy && error.retryable)
    let reply = MakeScheduleCalendar.Reply(ics: "BEGIN:VCALENDAR", entries: 1)
    guard case .reply(1, .success(let body))? = reducer.reduce(&state, .written(1, reply)).first
    else { throw BusError(.internal, "It was not answered.") }
    #expect(try body.decode(as: MakeScheduleCalendar.Reply.self) == reply)
    guard case .write? = send() else { throw BusError(.internal, "It was refused.") }
  }

  /// A local file is not read for a sender that is not the user of this machine.
  @Test func whoNamesTheURLDecidesWhereItMayLead() async throws {
    var scenario = try Scenario()
    let url = "http://127.0.0.1:5550/"
    let command = SetSchedule(subject: "daily", rule: Self.rule, holidays: .init(url: url))
    scenario.store.send(.received(1, try ScheduleCommand(command), Header(via: "gateway")))
    scenario.store.expect(.read(.command(1), .url(url), from: scenario.clock.now))

    let reached = Recorder<Bool>()
    func read(_ source: HolidaySource, _ listed: [AddressRange], onThisMachine: Bool) async throws {
      let world = try World(listed: listed, isOnThisMachine: onThisMachine) { request in
        reached.record(request.reach.includes([127, 0, 0, 1]))
        return .failure(.refused)
      }
      _ = await world.holidays(source, from: 0)
    }
    try await read(.url(url), [], onThisMachine: true)
    try await read(.local(url), [], onThisMachine: true)
    // Over a network no sender is the user of this machine.
    try await read(.local(url), [], onThisMachine: false)
    let listed = try #require(AddressRange("127.0.0.0/8"))
    try await read(.url(url), [listed], onThisMachine: false)
    #expect(reached.values == [false, true, false, true])
  }

  @Test func holidaysThatCannotBeRead() throws {
    var scenario = try Scenario()
    let command = SetSchedule(
      subject: "daily", rule: Self.rule, holidays: .init(url: "http://a.test/"))
    let caller = scenario.send(try ScheduleCommand(command))
    scenario.store.expect(.read(.command(1), .local("http://a.test/"), from: scenario.clock.now))
    scenario.store.send(.read(.command(1), .failure(.away)))
    try scenario.error(to: caller, .unavailable)
    scenario.finish()
  }

  @Test func holidaysThatLeaveNoDay() throws {
    var scenario = try Scenario()
    let command = SetSchedule(
      subject: "daily", rule: ScheduleRule(at: "09:30", on: [.thu], zone: "UTC"),
      holidays: .init(ics: "x"))
    let caller = scenario.send(try ScheduleCommand(command))
    scenario.store.expect(.read(.command(1), try .local(.init(ics: "x")), from: scenario.clock.now))
    let rule = try Rule(ScheduleRule(at: "09:30", on: [.thu], zone: "UTC"))
    let all = rule.times(after: scenario.clock.now, limit: 1000).map { moment in
      Int(Date(ms: moment).formatted(.iso8601.year().month().day().dateSeparator(.omitted))) ?? 0
    }
    scenario.store.send(.read(.command(1), .success(.days(all))))
    let error = try scenario.error(to: caller, .invalid)
    #expect(error?.detail == ["field": "holidays"])
    scenario.finish()
  }

  // MARK: Checks

  @Test(arguments: ["", "a/b", "a\nb", String(repeating: "x", count: 129)]) func wrongSubjects(
    name: String
  ) {
    let error = #expect(throws: BusError.self) { try Subject(name) }
    #expect(error?.detail == ["field": "subject"])
  }

  @Test func wrongCommands() throws {
    let wrong: [(String, () throws -> ScheduleCommand)] = [
      (
        "remindMs",
        { try ScheduleCommand(SetSchedule(subject: "a", rule: Self.rule, remindMs: 59_999)) }
      ),
      (
        "remindMs",
        { try ScheduleCommand(SetSchedule(subject: "a", rule: Self.rule, remindMs: 43_200_001)) }
      ),
      (
        "holidays",
        { try ScheduleCommand(SetSchedule(subject: "a", rule: Self.rule, holidays: .init())) }
      ),
      (
        "holidays",
        {
          try ScheduleCommand(
            SetSchedule(
              subject: "a", rule: Self.rule,
              holidays: .init(
                ics: "x", observe: Array(repeating: "x", count: HolidayChoice.maxNames + 1))))
        }
      ),
      (
        "holidays",
        {
          try ScheduleCommand(
            SetSchedule(subject: "a", rule: Self.rule, holidays: .init(ics: "x", ignore: [""])))
        }
      ),
      (
        "holidays",
        {
          try ScheduleCommand(
            SetSchedule(subject: "a", rule: Self.rule, holidays: .init(url: "file:///etc/passwd")))
        }
      ),
      (
        "holidays",
        {
          try ScheduleCommand(
            SetSchedule(
              subject: "a", rule: Self.rule,
              holidays: .init(ics: String(repeating: "x", count: 262_145))))
        }
      ),
      ("limit", { try ScheduleCommand(ListSchedules(limit: 201)) }),
      ("count", { try ScheduleCommand(GetScheduleTimes(subject: "a", count: 0)) }),
      ("subject", { try ScheduleCommand(GetScheduleTimes()) }),
      ("subject", { try ScheduleCommand(GetScheduleTimes(subject: "a", rule: Self.rule)) }),
      (
        "entries",
        {
          try ScheduleCommand(
            MakeScheduleCalendar(
              entries: Array(
                repeating: ScheduleEntry(subject: "a", title: "", durationMs: 1000), count: 501)))
        }
      ),
      (
        "entries",
        {
          try ScheduleCommand(
            MakeScheduleCalendar(entries: [ScheduleEntry(subject: "a", title: "", durationMs: 0)]))
        }
      ),
    ]
    for (field, make) in wrong {
      let error = #expect(throws: BusError.self) { try make() }
      #expect(error?.code == .invalid && error?.detail == ["field": field])
    }
  }

  @Test func theGraceCanBeSet() throws {
    #expect(try ScheduleSettings.reading([:]).graceMs == 300_000)
    #expect(try ScheduleSettings.reading(["STANDUPS_SCHEDULE_GRACE": "60"]).graceMs == 3_600_000)
    for wrong in ["0", "721", "long"] {
      let problems = ScheduleSettings.problems(["STANDUPS_SCHEDULE_GRACE": wrong])
      #expect(problems == ["STANDUPS_SCHEDULE_GRACE"])
    }
    let known = ServiceCatalog.all.first { $0.name == "schedule" }?.settings
    #expect(ScheduleSettings.variables.map(\.name) == known)
  }

  /// The longest replies still fit one message.
  @Test func theLongestPageFits() throws {
    let schedule = Schedule(
      subject: String(repeating: "\"", count: 128),
      rule: ScheduleRule(
        at: "09:30", on: ScheduleDay.allCases, zone: String(repeating: "z", count: 64)),
      mode: .start, remindMs: .max,
      holidays: ScheduleHolidays(
        host: String(repeating: "h", count: 2048), days: .max, readAt: Date(ms: 1),
        problem: String(repeating: "\"", count: 600)),
      next: [Date(ms: 1)], problem: String(repeating: "p", count: 300))
    let page = ListSchedules.Reply(
      schedules: Array(repeating: schedule, count: ScheduleCommand.limits.upperBound), next: "x",
      total: 1)
    #expect(try BusJSON.encode(page).count < Limits.bytes - Limits.headBytes)
  }
}
