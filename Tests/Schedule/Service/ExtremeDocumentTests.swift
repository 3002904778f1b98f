import Bus
import Documents
import FastJSON
import Foundation
import ScheduleAPI
import TestSupport
import Testing

@testable import ScheduleService

/// Documents that no command would have written are set aside, and the service continues.
@Suite struct ExtremeDocumentTests {
  private static func document() throws -> Document {
    var saved = try Scenario.working(remindMs: 600_000, holidays: [2026_12_25])
    saved.team = "web"
    (saved.rule.everyWeeks, saved.rule.firstWeek) = (2, 2026_11_23)
    saved.breaks = [Break(name: "Summer break", from: 2026_11_20, to: 2026_11_27)]
    saved.holidays?.url = "https://example.org/holidays.ics"
    saved.holidays?.problem = "It does not answer."
    saved.told = [try ms("2026-11-24T08:30:00Z")]
    saved.remindedMs = saved.told[0]
    (saved.mode, saved.closesAfterMs, saved.asksLocally) = (.write, 3_600_000, true)
    saved.writing = SavedSchedule.Writing(atMs: saved.told[0], closesMs: saved.told[0] + 3_600_000)
    saved.asking = Asking(
      atMs: saved.told[0], zones: [.init(zone: "America/New_York", ms: saved.told[0] + 3_000_000)])
    return try saved.document(of: try Subject("daily"))
  }

  /// Loads a document, lets an hour pass, and sends all reading commands.
  private func state(with document: Document) throws -> ScheduleState {
    let clock = try WallClock("2026-11-25T08:00:00Z")
    let reducer = try Self.reducer(clock)
    var state = ScheduleState()
    state.commands.phase = .loading(SavedSchedule.collection, after: nil)
    _ = reducer.reduce(
      &state, .loaded(.success(DocumentPage(documents: [document], total: 1))))
    let daily = try Subject("daily")
    for command in [
      ScheduleCommand.get(daily), .list(after: nil, limit: 10), .times(daily, count: 10),
      .calendar([ScheduleEntry(subject: "daily", title: "Daily", durationMs: 60_000)]),
    ] {
      _ = reducer.reduce(&state, .received(1, command, Header()))
    }
    clock.advance(byMs: 3_600_000)
    _ = reducer.reduce(&state, .alarm)
    _ = reducer.problems(state)
    return state
  }

  @Test func everyCommandIsAnsweredWhateverWasSaved() throws {
    let document = try Self.document()
    #expect(document.problem(as: SavedSchedule.self) == nil)
    let variants = try Extremes.variants(of: document.body)
    try #require(variants.count > 100)
    for variant in variants {
      var changed = document
      changed.body = variant.body
      let isValid = changed.problem(as: SavedSchedule.self) == nil
      let state = try state(with: changed)
      #expect(state.saved.unreadable.isEmpty == isValid, "\(variant.description)")
    }
  }

  @Test(
    arguments: [
      (nil, nil, true), (nil, "default", true), ("web", "web", true), ("web", nil, true),
      ("web", "default", false), (nil, "web", false), ("", nil, false), ("a b", nil, false),
      ("a\u{7}", nil, false), (String(repeating: "x", count: 33), nil, false),
    ] as [(String?, String?, Bool)])
  func theTeamOfADocumentIsThatOfItsSchedule(
    saved: String?, ofDocument: String?, isValid: Bool
  ) throws {
    var schedule = try Scenario.working()
    schedule.team = saved
    var document = try schedule.document(of: try Subject("daily"))
    document.team = ofDocument
    #expect((document.problem(as: SavedSchedule.self) == nil) == isValid)
    #expect(try state(with: document).saved.unreadable.isEmpty == isValid)
  }

  /// It ended the service at each start.
  @Test(arguments: [Int64.min, -1, 1440, .max]) func aMinuteThatNoDayHasIsNamedAndRemoved(
    minute: Int64
  ) throws {
    var document = try Self.document()
    let rule = try #require(document.body["rule"])
    document.body = document.body.setting(
      "rule", to: rule.setting("minute", to: try RawJSON(encoding: minute)))
    let daily = try Subject("daily")
    var state = try state(with: document)
    #expect(state.saved.unreadable == [daily])
    try expectRemoval(of: daily, &state)
  }

  @Test(arguments: ["", "a/b", "a\u{7}", String(repeating: "x", count: 129)])
  func aScheduleWithAnInvalidSubjectIsNamedAndRemoved(id: String) throws {
    var document = try Self.document()
    document.id = id
    var state = try state(with: document)
    let subject = Subject(id: id)
    #expect(state.saved.unreadable == [subject] && state.saved.schedules.isEmpty)
    #expect(try expectRemoval(of: subject, &state).isEmpty)
    // An invalid subject without a document.
    let reducer = try Self.reducer()
    let effects = reducer.reduce(&state, .received(3, .remove(Subject(id: "c/d")), Header()))
    #expect(
      effects.contains {
        if case .common(.reply(3, .failure(let error))) = $0 {
          error.code == .invalid
        } else {
          false
        }
      })
  }

  private static func reducer(_ clock: WallClock? = nil) throws -> ScheduleReducer {
    try ScheduleReducer(
      uuid: .incrementing, date: (clock ?? WallClock("2026-11-25T08:00:00Z")).date,
      graceMs: Scenario.graceMs, calendars: .unreachable)
  }

  /// Removes a schedule that was set aside.
  ///
  /// - Returns: its events.
  @discardableResult
  private func expectRemoval(
    of subject: Subject, _ state: inout ScheduleState
  ) throws -> [NewEvent] {
    let reducer = try Self.reducer()
    #expect(reducer.problems(state).contains { $0.contains("“\(subject)”") })
    let effects = reducer.reduce(&state, .received(2, .remove(subject), Header()))
    let decided = try #require(
      effects.compactMap { effect in
        if case .common(.commit(_, let decided)) = effect { decided } else { nil }
      }.first)
    // It may contain a secret address.
    #expect(
      decided.changes == [.delete(collection: "schedules", id: subject.name), .erase(.removed)])
    return decided.events
  }
}
