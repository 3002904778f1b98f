import Bus
import Foundation
import ScheduleAPI
import ServiceShell
import Testing

@testable import ScheduleService

/// Standups in writing: people are asked at each time, and their updates are complete once.
extension TimeTests {
  private static let closes = "2026-11-25T16:30:00Z"

  /// A schedule in writing, whose updates are collected for eight hours.
  private static func written(_ hours: Int64 = 8) throws -> SavedSchedule {
    var saved = try Scenario.working(.write)
    saved.closesAfterMs = hours * 3_600_000
    return saved
  }

  /// A schedule for whose Wednesday updates are being collected.
  private static func collecting(_ hours: Int64 = 8) throws -> SavedSchedule {
    var saved = try written(hours)
    let at = try ms(wednesday)
    (saved.settledMs, saved.told) = (at, [at])
    saved.writing = SavedSchedule.Writing(atMs: at, closesMs: at + hours * 3_600_000)
    return saved
  }

  /// Takes the report that the updates of Wednesday are complete.
  private func ended(_ scenario: inout Scenario) throws -> OperationID {
    let (id, ended) = try scenario.store.take { effect in
      if case .reportWritten(let id, let ended) = effect { (id, ended) } else { nil }
    }
    #expect(ended == ScheduleWritingEnded(subject: "daily", at: Date(ms: try ms(Self.wednesday))))
    return id
  }

  @Test func updatesAreCollectedAndReportedOnce() throws {
    var scenario = try Scenario(try Self.written())
    try scenario.look(at: Self.wednesday)
    let (id, due) = try scenario.store.take { effect in
      if case .reportDue(let id, let due) = effect { (id, due) } else { nil }
    }
    let (at, closes) = (try ms(Self.wednesday), try ms(Self.closes))
    #expect(
      due
        == ScheduleTimeCame(
          subject: "daily", at: Date(ms: at), mode: .write, closesAt: Date(ms: closes)))
    try scenario.answer(id) {
      ($0.settledMs, $0.told) = (at, [at])
      $0.writing = SavedSchedule.Writing(atMs: at, closesMs: closes)
    }
    #expect(scenario.alarm == Self.closes)
    try scenario.look(at: "2026-11-25T16:29:59Z")
    try scenario.look(at: Self.closes)
    let end = try ended(&scenario)
    try scenario.answer(end) { $0.writing = nil }
    #expect(scenario.alarm == Self.thursday)
    try scenario.look(at: "2026-11-25T16:31:00Z")
    scenario.finish()
  }

  @Test func updatesAreAnnouncedAsCompleteAtTheNextTimeAtTheLatest() throws {
    var scenario = try Scenario(try Self.written(48))
    try scenario.look(at: Self.wednesday)
    let (_, due) = try scenario.store.take { effect in
      if case .reportDue(let id, let due) = effect { (id, due) } else { nil }
    }
    #expect(due.closesAt == Date(ms: try ms(Self.thursday)))
  }

  @Test func completeUpdatesAreReportedAfterARestart() throws {
    let scenario = try Scenario(now: "2026-11-25T20:00:00Z", try Self.collecting())
    #expect(
      scenario.first == [
        .reportWritten(
          1, ScheduleWritingEnded(subject: "daily", at: Date(ms: try ms(Self.wednesday))))
      ])
  }

  @Test func aRefusedReportIsRepeated() throws {
    var scenario = try Scenario(now: "2026-11-25T09:00:00Z", try Self.collecting())
    try scenario.look(at: Self.closes)
    let id = try ended(&scenario)
    scenario.store.send(.reported(id, .failure(BusError(.unavailable, "Away."))))
    try scenario.look(at: "2026-11-25T16:30:10Z")
    let again = try ended(&scenario)
    try scenario.answer(again) { $0.writing = nil }
    scenario.finish()
  }

  @Test func updatesAreCompleteBeforeTheNextTime() throws {
    var scenario = try Scenario(now: "2026-11-25T09:00:00Z", try Self.collecting(48))
    #expect(scenario.alarm == Self.thursday)
    try scenario.look(at: Self.thursday)
    let id = try ended(&scenario)
    try scenario.answer(id) { $0.writing = nil }
    let (_, due) = try scenario.store.take { effect in
      if case .reportDue(let id, let due) = effect { (id, due) } else { nil }
    }
    #expect(due.at == Date(ms: try ms(Self.thursday)))
  }

  @Test(
    arguments: [
      (ScheduleMode.write, nil), (.ask, 3_600_000), (.start, 3_600_000), (.write, 299_999),
      (.write, 604_800_001),
    ] as [(ScheduleMode, Int64?)])
  func aTimeForUpdatesIsChecked(mode: ScheduleMode, closesAfterMs: Int64?) throws {
    let rule = ScheduleRule(at: "09:30", on: [.mon], zone: "Europe/Paris")
    let error = #expect(throws: BusError.self) {
      try ScheduleCommand(
        SetSchedule(subject: "daily", rule: rule, mode: mode, closesAfterMs: closesAfterMs))
    }
    #expect(error?.code == .invalid && error?.detail?["field"] == "closesAfterMs")
  }
}
