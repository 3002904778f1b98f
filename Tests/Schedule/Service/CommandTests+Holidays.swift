import Bus
import StandupsConfiguration
import Documents
import Foundation
import ScheduleAPI
import ServiceShell
import TestSupport
import Testing

@testable import ScheduleService

/// Schedules with holidays.
extension CommandTests {
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
    let caller = try scenario.set(
      SetSchedule(subject: "daily", rule: Self.rule, holidays: source))
    let read = try HolidaySource.local(source)
    #expect(read.choice == HolidayChoice(observe: ["A Day"], ignore: ["Another"]))
    scenario.store.expect(.read(.command(1), read, from: scenario.clock.now))
    // The schedule has no meeting on Saturdays.
    let contents = HolidayCalendar.Contents(
      off: DaysOff([20_261_225: "Christmas Day", 20_261_226: "Boxing Day", 20_261_126: "A Day"]),
      observances: DaysOff([20_261_207: "Remembrance Day"]))
    scenario.read(contents)
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

  private static func saved(_ choice: HolidayChoice) -> SavedHolidays {
    SavedHolidays(
      days: DaysOff([20_261_225: "Christmas Day", 20_261_126: "A Day"]),
      observances: DaysOff([20_261_207: "Remembrance Day", 20_261_208: "Another"]),
      choice: choice, readMs: 1, triedMs: 1)
  }

  /// “A Day” is an observance that was chosen, and “Another” a day off that was ignored.
  @Test func keptDaysAreChosenAgain() throws {
    let saved = Self.saved(HolidayChoice(observe: ["A Day"], ignore: ["Another"]))
    let plain = try saved.choosing(HolidayChoice())
    #expect(plain.days.days == [20_261_208, 20_261_225])
    #expect(plain.observances.days == [20_261_126, 20_261_207])
    let other = try plain.choosing(
      HolidayChoice(observe: ["remembrance day "], ignore: ["Christmas Day"]))
    #expect(other.days.days == [20_261_207, 20_261_208])
    #expect(try saved.choosing(saved.choice) == saved)
    let unknown = #expect(throws: BusError.self) {
      try saved.choosing(HolidayChoice(observe: ["Mardi Gras"]))
    }
    #expect(unknown?.message.contains("“Mardi Gras”") == true)
    #expect(throws: BusError.self) {
      try plain.choosing(HolidayChoice(ignore: ["Another", "Christmas Day"]))
    }
  }

  /// Two calendars in one file, or two events, may name the same day.
  @Test func aDayWithTwoNamesIsOffForEither() throws {
    let saved = SavedHolidays(
      days: DaysOff(named: [20_261_225: ["Christmas Day", "Company Day"], 20_261_126: ["A Day"]]),
      readMs: 1, triedMs: 1)
    #expect(saved.days.days == [20_261_126, 20_261_225])
    let one = try saved.choosing(HolidayChoice(ignore: ["Christmas Day"]))
    #expect(one.days.days == [20_261_126, 20_261_225])
    #expect(one.observances.days == [20_261_225])
    let none = try one.choosing(HolidayChoice(ignore: ["Christmas Day", "Company Day"]))
    #expect(none.days.days == [20_261_126])
    // Neither name is lost.
    #expect(try none.choosing(HolidayChoice()) == saved)
    let names = saved.days.from(20_261_201, where: { _ in true }, limit: 10).map(\.name)
    #expect(names == ["Christmas Day", "Company Day"])
    #expect(saved.days.from(20_261_201, where: { _ in true }, limit: 1).count == 1)
  }

  /// The names of a day are bounded, because each one is saved with its days.
  @Test func aDayHasOnlySoManyNames() {
    var names: [Day: [String]] = [:]
    for name in ["A", "A", "B", "C", "D"] { names.add(name, of: 20_261_225) }
    #expect(names == [20_261_225: ["A", "B", "C"]])
  }

  /// The calendar was read again, and no longer has the day that is ignored.
  @Test func anOldChoiceMayBeRepeatedAndElseEnds() throws {
    let old = SavedHolidays(
      days: DaysOff([20_261_225: "Christmas Day"]), choice: HolidayChoice(ignore: ["Old Day"]),
      readMs: 1, triedMs: 1)
    #expect(try old.choosing(HolidayChoice(ignore: ["old day"])).choice.ignore == ["old day"])
    let ended = try old.choosing(HolidayChoice())
    #expect(ended.choice == HolidayChoice())
    let error = #expect(throws: BusError.self) {
      try ended.choosing(HolidayChoice(ignore: ["Old Day"]))
    }
    #expect(error?.message.contains("“Old Day”") == true)
  }

  @Test func withoutHolidaysNoneAreKept() throws {
    var scenario = try Scenario()
    let caller = try scenario.set(
      SetSchedule(
        subject: "daily", rule: Self.rule, holidays: ScheduleHolidaySource(isKept: true)))
    let error = try scenario.error(to: caller, .invalid)
    #expect(error?.detail?["field"] == "holidays")
    scenario.finish()
  }

  @Test func aDayThatTheCalendarDoesNotHaveIsRefused() throws {
    var scenario = try Scenario()
    let source = ScheduleHolidaySource(ics: Self.ics, observe: ["Mardi Gras"])
    let caller = try scenario.set(
      SetSchedule(subject: "daily", rule: Self.rule, holidays: source))
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
    guard case .common(.reply(1, .failure(let error)))? = send() else {
      throw BusError(.internal, "It was not refused.")
    }
    #expect(error.code == .busy && error.retryable)
    let reply = MakeScheduleCalendar.Reply(ics: "BEGIN:VCALENDAR", entries: 1)
    guard
      case .common(.reply(1, .success(let body)))? = reducer.reduce(&state, .written(1, reply))
        .first
    else { throw BusError(.internal, "It was not answered.") }
    #expect(try body.decode(as: MakeScheduleCalendar.Reply.self) == reply)
    guard case .write? = send() else { throw BusError(.internal, "It was refused.") }
  }

  /// A local file is not read for a sender that is not the user of this machine.
  @Test func whoNamesTheURLDecidesWhereItMayLead() async throws {
    var scenario = try Scenario()
    let url = "http://127.0.0.1:5550/"
    let command = SetSchedule(subject: "daily", rule: Self.rule, holidays: .init(url: url))
    _ = try scenario.set(command, via: "gateway")
    scenario.store.expect(.read(.command(1), .url(url), from: scenario.clock.now))

    let reached = Recorder<Bool>()
    func read(_ source: HolidaySource, _ listed: [AddressRange], onThisMachine: Bool) async throws {
      let calendars = try CalendarIO(listed: listed, isOnThisMachine: onThisMachine) { request in
        reached.record(request.reach.includes([127, 0, 0, 1]))
        return .failure(.refused)
      }
      _ = await calendars.holidays(source, from: 0)
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
    let caller = try scenario.set(command)
    scenario.store.expect(.read(.command(1), .local("http://a.test/"), from: scenario.clock.now))
    scenario.store.send(.read(.command(1), .failure(.away)))
    try scenario.error(to: caller, .unavailable)
    scenario.finish()
  }

  /// Those of another person, and of a tool that is not limited to teams, have room.
  @Test(
    arguments: [(PersonActor.id(of: UUID(number: 1)), nil), ("tool/ci", "default")]
      as [(String, String?)])
  func onePersonLeavesCalendarsForOthers(actor: String, teams: String?) throws {
    var scenario = try Scenario()
    func set(_ number: Int, _ header: Header) throws -> CallerID {
      let caller = CallerID(number)
      let command = SetSchedule(
        subject: "s\(number)", rule: Self.rule, holidays: .init(ics: "x"))
      scenario.store.send(.received(caller, try ScheduleCommand(command), header))
      let id = scenario.store.state.commands.nextOperation - 1
      scenario.store.expect(.findTeam(id, try Subject("s\(number)")))
      scenario.store.send(.teamFound(id, .success(nil)))
      return caller
    }
    func expectRead() throws {
      let id = scenario.store.state.commands.nextOperation - 1
      scenario.store.expect(
        .read(.command(id), try .local(.init(ics: "x")), from: scenario.clock.now))
    }
    for number in 1...ScheduleState.maxCalendarsPerActor {
      _ = try set(number, Header(by: actor, teams: teams))
      try expectRead()
    }
    let refused = try set(100, Header(by: actor, teams: teams))
    let error = try scenario.error(to: refused, .busy)
    #expect(error?.message.contains("4 of your calendars") == true)
    let other = Header(by: PersonActor.id(of: UUID(number: 2)))
    for (number, header) in [(101, other), (102, Header(by: "tool/cd")), (103, Header())] {
      _ = try set(number, header)
      try expectRead()
    }
  }

  @Test func holidaysThatLeaveNoDay() throws {
    var scenario = try Scenario()
    let command = SetSchedule(
      subject: "daily", rule: ScheduleRule(at: "09:30", on: [.thu], zone: "UTC"),
      holidays: .init(ics: "x"))
    let caller = try scenario.set(command)
    scenario.store.expect(.read(.command(1), try .local(.init(ics: "x")), from: scenario.clock.now))
    let rule = try Rule(ScheduleRule(at: "09:30", on: [.thu], zone: "UTC"))
    let all = rule.times(after: scenario.clock.now, limit: 1000).map { moment in
      Int(Date(ms: moment).formatted(.iso8601.year().month().day().dateSeparator(.omitted))) ?? 0
    }
    scenario.read(.days(all))
    let error = try scenario.error(to: caller, .invalid)
    #expect(error?.detail == ["field": "holidays"])
    scenario.finish()
  }
}
