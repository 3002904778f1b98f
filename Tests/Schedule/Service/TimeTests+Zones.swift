import Bus
import Foundation
import ScheduleAPI
import ServiceShell
import Testing

@testable import ScheduleService

/// People of a standup in writing who are asked at the time in their own zones.
extension TimeTests {
  private static let closes = "2026-11-25T16:30:00Z"
  private static let tokyo = "2026-11-25T00:30:00Z"
  private static let newYork = "2026-11-25T14:30:00Z"

  /// A schedule in writing at 09:30 in Paris on working days.
  private static func local(
    _ hours: Int64 = 8, settled: String = "2026-11-24T08:30:00Z"
  ) throws -> SavedSchedule {
    var saved = try Scenario.working(.write, settled: settled)
    (saved.closesAfterMs, saved.asksLocally) = (hours * 3_600_000, true)
    return saved
  }

  /// The zones of people for Wednesday.
  private static func asking(tokyo isTokyoAsked: Bool = false, newYork isNewYorkAsked: Bool = false)
    throws -> Asking
  {
    Asking(
      atMs: try ms(wednesday),
      zones: [
        .init(zone: "Asia/Tokyo", ms: try ms(tokyo), isAsked: isTokyoAsked),
        .init(zone: "America/New_York", ms: try ms(newYork), isAsked: isNewYorkAsked),
      ])
  }

  private static func came(_ zone: String) throws -> ScheduleZoneCame {
    ScheduleZoneCame(
      subject: "daily", at: Date(ms: try ms(wednesday)), zone: zone,
      closesAt: Date(ms: try ms(closes)))
  }

  /// Takes the report that the time has come in a zone.
  private func zone(_ scenario: inout Scenario, _ zone: String) throws -> OperationID {
    let (id, came) = try scenario.store.take { effect in
      if case .reportZone(let id, let came) = effect { (id, came) } else { nil }
    }
    #expect(came == (try Self.came(zone)))
    return id
  }

  private func due(_ scenario: inout Scenario) throws -> (OperationID, ScheduleTimeCame) {
    try scenario.store.take { effect in
      if case .reportDue(let id, let due) = effect { (id, due) } else { nil }
    }
  }

  private func zonesAsked(_ scenario: inout Scenario) throws -> OperationID {
    try scenario.store.take { effect in
      if case .findZones(let id, _) = effect { id } else { nil }
    }
  }

  /// In Los Angeles, the time comes after the updates are complete, and one zone is unknown: their people are
  /// asked at the time of the schedule.
  @Test func peopleAreAskedAtTheTimeInTheirZones() throws {
    var scenario = try Scenario(now: "2026-11-24T09:00:00Z", try Self.local())
    let daily = scenario.daily
    #expect(scenario.first == [.findZones(1, daily)])
    scenario.store.send(
      .zonesFound(
        1,
        .success([
          "America/New_York", "Asia/Tokyo", "America/Los_Angeles", "Europe/Paris", "Asia/Tokyo",
          "Nowhere/Atlantis",
        ])))
    let asking = try Self.asking()
    try scenario.commit { $0[daily]?.asking = asking }
    #expect(scenario.alarm == Self.tokyo)
    try scenario.look(at: Self.tokyo)
    let (at, closes) = (try ms(Self.wednesday), try ms(Self.closes))
    let tokyo = try zone(&scenario, "Asia/Tokyo")
    try scenario.answer(tokyo) {
      $0.asking?.zones[0].isAsked = true
      $0.writing = SavedSchedule.Writing(atMs: at, closesMs: closes)
    }
    #expect(scenario.alarm == Self.wednesday)
    try scenario.look(at: Self.wednesday)
    let (id, due) = try due(&scenario)
    #expect(due.except == ["Asia/Tokyo", "America/New_York"])
    #expect(due.at == Date(ms: at) && due.closesAt == Date(ms: closes))
    try scenario.answer(id) { ($0.settledMs, $0.told) = (at, [at]) }
    #expect(scenario.alarm == Self.newYork)
    try scenario.look(at: Self.newYork)
    let newYork = try zone(&scenario, "America/New_York")
    try scenario.answer(newYork) { $0.asking?.zones[1].isAsked = true }
    // Everyone was asked, so the zones for Thursday are requested.
    let next = try zonesAsked(&scenario)
    let thursday = try ms(Self.thursday)
    scenario.store.send(.zonesFound(next, .success([])))
    try scenario.commit { $0[daily]?.asking = Asking(atMs: thursday, zones: []) }
    #expect(scenario.alarm == Self.closes)
    try scenario.look(at: Self.closes)
    let (end, ended) = try scenario.store.take { effect in
      if case .reportWritten(let id, let ended) = effect { (id, ended) } else { nil }
    }
    #expect(ended == ScheduleWritingEnded(subject: "daily", at: Date(ms: at)))
    try scenario.answer(end) { $0.writing = nil }
    #expect(scenario.alarm == Self.thursday)
    scenario.finish()
  }

  /// A zone whose time came during a restart is asked until the updates are complete.
  @Test func aRestartContinuesWithTheNextZone() throws {
    var saved = try Self.local(settled: Self.wednesday)
    let at = try ms(Self.wednesday)
    saved.told = [at]
    saved.writing = SavedSchedule.Writing(atMs: at, closesMs: try ms(Self.closes))
    saved.asking = try Self.asking(tokyo: true)
    let scenario = try Scenario(now: "2026-11-25T15:00:00Z", saved)
    #expect(scenario.first == [.reportZone(1, try Self.came("America/New_York"))])
    // A new schedule that asks otherwise changes nothing for these updates.
    var other = saved
    (other.mode, other.closesAfterMs, other.asksLocally) = (.ask, nil, nil)
    let changed = try Scenario(now: "2026-11-25T15:00:00Z", other)
    #expect(changed.first == [.reportZone(1, try Self.came("America/New_York"))])
    let late = try Scenario(now: "2026-11-25T20:00:00Z", saved)
    #expect(
      late.first == [
        .reportWritten(1, ScheduleWritingEnded(subject: "daily", at: Date(ms: at)))
      ])
    // Before the scheduled time, a zone that was asked is not asked again.
    var early = try Self.local()
    early.asking = try Self.asking(tokyo: true)
    early.writing = saved.writing
    let waiting = try Scenario(now: "2026-11-25T05:00:00Z", early)
    #expect(waiting.first.isEmpty && waiting.alarm == Self.wednesday)
  }

  /// The reminder does not wait for the zones, which may be unavailable.
  @Test func aReminderComesBeforeTheRequestForTheZones() throws {
    var saved = try Self.local()
    saved.remindMs = 600_000
    let scenario = try Scenario(now: "2026-11-25T08:21:00Z", saved)
    let isReminded = scenario.first.map { effect in
      if case .remind = effect { true } else { false }
    }
    #expect(isReminded == [true])
  }

  /// If the zones cannot be requested, everyone is asked at the time of the schedule.
  @Test func everyoneIsAskedAtOnceWithoutZones() throws {
    var scenario = try Scenario(now: "2026-11-25T08:00:00Z", try Self.local())
    let away = BusError(.unavailable, "Away.")
    scenario.store.send(.zonesFound(1, .failure(away)))
    try scenario.look(at: "2026-11-25T08:00:10Z")
    let again = try zonesAsked(&scenario)
    scenario.store.send(.zonesFound(again, .failure(away)))
    try scenario.look(at: "2026-11-25T08:30:30Z")
    let (_, due) = try due(&scenario)
    let closes = try ms(Self.closes)
    #expect(due.except == nil && due.closesAt == Date(ms: closes))
  }

  /// The updates of Wednesday are collected until Thursday's time, so the service asks for those of Thursday
  /// only then.
  @Test func noZoneIsAskedBeforeTheUpdatesOfTheTimeBeforeAreComplete() throws {
    var saved = try Self.local(48, settled: Self.wednesday)
    let (at, thursday) = (try ms(Self.wednesday), try ms(Self.thursday))
    saved.told = [at]
    saved.writing = SavedSchedule.Writing(atMs: at, closesMs: thursday)
    saved.asking = Asking(
      atMs: thursday, zones: [.init(zone: "Asia/Tokyo", ms: thursday - 28_800_000)])
    var scenario = try Scenario(now: "2026-11-26T01:00:00Z", saved)
    #expect(scenario.first.isEmpty && scenario.alarm == Self.thursday)
    try scenario.look(at: Self.thursday)
    let (id, _) = try scenario.store.take { effect in
      if case .reportWritten(let id, let ended) = effect { (id, ended) } else { nil }
    }
    try scenario.answer(id) { $0.writing = nil }
    // They are asked with everyone else.
    let (_, due) = try due(&scenario)
    #expect(due.at == Date(ms: thursday) && due.except == nil)
  }

  /// The clocks of a zone show the date and time of day of the schedule, whatever its own clocks do.
  @Test(
    arguments: [
      // Paris changes its clocks on 29 March, and New York on 8 March and 1 November.
      ("09:30", "Europe/Paris", "2026-03-27T08:30:00Z", "America/New_York", "2026-03-27T13:30:00Z"),
      ("09:30", "Europe/Paris", "2026-03-30T07:30:00Z", "America/New_York", "2026-03-30T13:30:00Z"),
      ("09:30", "Europe/Paris", "2026-11-02T08:30:00Z", "America/New_York", "2026-11-02T14:30:00Z"),
      // 02:30 is skipped in Paris, and in New York.
      ("02:30", "Europe/Paris", "2026-03-29T01:30:00Z", "Asia/Tokyo", "2026-03-28T17:30:00Z"),
      ("02:30", "Asia/Tokyo", "2026-03-07T17:30:00Z", "America/New_York", "2026-03-08T07:30:00Z"),
      // 02:30 occurs twice in Paris; the first one counts.
      ("02:30", "Asia/Tokyo", "2026-10-24T17:30:00Z", "Europe/Paris", "2026-10-25T00:30:00Z"),
      // The day is that of the schedule, on both sides of the date line and of the year.
      (
        "09:30", "Europe/Paris", "2027-01-01T08:30:00Z", "Pacific/Kiritimati",
        "2026-12-31T19:30:00Z"
      ),
      (
        "09:30", "Pacific/Kiritimati", "2026-12-31T19:30:00Z", "Pacific/Pago_Pago",
        "2027-01-01T20:30:00Z"
      ),
    ])
  func aTimeInAnotherZone(
    at: String, zone: String, moment: String, other: String, expected: String
  ) throws {
    var saved = try Self.local(168)
    saved.rule = try Rule(
      ScheduleRule(at: at, on: [.mon, .fri, .sat, .sun], zone: zone, everyWeeks: nil))
    let atMs = try ms(moment)
    // The next time may be on the next day.
    saved.breaks = try Break.checked([
      ScheduleBreak(
        name: "Later", from: Day(days: Int(atMs / 86_400_000) + 2).text,
        to: Day(days: Int(atMs / 86_400_000) + 9).text)
    ])
    saved.closesAfterMs = 604_800_000
    let asking = Asking(atMs, in: [other], of: saved)
    #expect(
      asking.zones.map { Date(ms: $0.ms).formatted(.iso8601) } == [expected],
      "\(saved.closing(of: atMs).map { Date(ms: $0).formatted(.iso8601) } ?? "")")
  }

  @Test func theNumberOfZonesIsBounded() throws {
    let many = (1...32).map { "Nowhere/\($0)" } + ["Asia/Tokyo"]
    let at = try ms(Self.wednesday)
    #expect(Asking(at, in: many, of: try Self.local()).zones.isEmpty)
    #expect(Asking(at, in: Array(many.dropFirst()), of: try Self.local()).zones.count == 1)
  }

  /// The service does not ask again for updates that are being collected if the schedule is set again.
  @Test func aNewScheduleKeepsTheZonesOfTheUpdatesBeingCollected() throws {
    var saved = try Self.local()
    saved.writing = SavedSchedule.Writing(
      atMs: try ms(Self.wednesday), closesMs: try ms(Self.closes))
    saved.asking = try Self.asking(tokyo: true)
    var scenario = try Scenario(now: "2026-11-25T05:00:00Z", saved)
    let daily = scenario.daily
    _ = try scenario.set(
      SetSchedule(
        subject: "daily", rule: saved.rule.written, mode: .write, closesAfterMs: 3_600_000,
        asksLocally: true))
    let now = scenario.clock.now
    let decided = try scenario.commit(["schedule.changed"]) {
      $0[daily]?.closesAfterMs = 3_600_000
      $0[daily]?.setMs = now
      $0[daily]?.settledMs = now
    }
    #expect(decided.changes.count == 1)
    #expect(scenario.alarm == Self.wednesday)
  }

  @Test(arguments: [ScheduleMode.ask, .start])
  func onlyAStandupInWritingAsksLocally(mode: ScheduleMode) throws {
    let rule = ScheduleRule(at: "09:30", on: [.mon], zone: "Europe/Paris")
    let error = #expect(throws: BusError.self) {
      try ScheduleCommand(
        SetSchedule(subject: "daily", rule: rule, mode: mode, asksLocally: true))
    }
    #expect(error?.code == .invalid && error?.detail == ["field": "asksLocally"])
    var saved = try Scenario.working(mode)
    saved.asksLocally = true
    let document = try saved.document(of: try Subject("daily"))
    #expect(document.problem(as: SavedSchedule.self) != nil)
  }

  /// Documents that no command would have written.
  @Test func savedZonesAreChecked() throws {
    func problem(_ zones: [Asking.LocalTime], at: Int64 = 0) throws -> String? {
      var saved = try Self.local()
      saved.asking = Asking(atMs: at, zones: zones)
      return try saved.document(of: try Subject("daily")).problem(as: SavedSchedule.self)
    }
    let tokyo = Asking.LocalTime(zone: "Asia/Tokyo", ms: 0)
    #expect(try problem([tokyo]) == nil)
    let wrong: [[Asking.LocalTime]] = [
      Array(repeating: tokyo, count: 33), [.init(zone: "", ms: 0)],
      [.init(zone: String(repeating: "x", count: 65), ms: 0)],
      [.init(zone: "Asia/Tokyo", ms: .max)], [.init(zone: "Asia/Tokyo", ms: .min)],
    ]
    for zones in wrong { #expect(try problem(zones) != nil) }
    #expect(try problem([], at: .max) != nil)
  }
}
