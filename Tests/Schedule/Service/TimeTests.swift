import Bus
import Documents
import Foundation
import ScheduleAPI
import Testing

@testable import ScheduleService

/// Reports of times: never twice, never silently missed.
@Suite struct TimeTests {
  static let wednesday = "2026-11-25T08:30:00Z"
  static let thursday = "2026-11-26T08:30:00Z"
  static let friday = "2026-11-27T08:30:00Z"

  @Test func atTheTime() throws {
    var scenario = try Scenario(try Scenario.working())
    #expect(scenario.alarm == Self.wednesday)
    try scenario.look(at: "2026-11-25T08:29:59Z")
    try scenario.look(at: Self.wednesday)
    let id = try scenario.due(Self.wednesday)
    let moment = try ms(Self.wednesday)
    try scenario.answer(id) { ($0.settledMs, $0.told) = (moment, [moment]) }
    #expect(scenario.alarm == Self.thursday)
    try scenario.look(at: "2026-11-25T08:30:01Z")
    scenario.finish()
  }

  /// While a report is in progress, the clock may be checked again.
  @Test func onlyOneIsUnderWay() throws {
    var scenario = try Scenario(try Scenario.working(.ask))
    try scenario.look(at: Self.wednesday)
    let id = try scenario.due(Self.wednesday, .ask)
    try scenario.look(at: "2026-11-25T08:30:05Z")
    #expect(scenario.alarm == nil)
    let moment = try ms(Self.wednesday)
    try scenario.answer(id) { ($0.settledMs, $0.told) = (moment, [moment]) }
    scenario.finish()
  }

  // MARK: Restarts

  /// A run was killed after it had sent a report and before it saved that: the composition root
  /// recognises the time by its moment.
  @Test func whatWasNotWrittenDownIsToldAgain() throws {
    let saved = try Scenario.working()
    var scenario = try Scenario(now: "2026-11-25T08:30:20Z", saved)
    #expect(
      scenario.first == [
        .reportDue(
          1, ScheduleTimeCame(subject: "daily", at: Date(ms: try ms(Self.wednesday)), mode: .start))
      ])
    let moment = try ms(Self.wednesday)
    try scenario.answer(1) { ($0.settledMs, $0.told) = (moment, [moment]) }
    scenario.finish()
  }

  @Test func withinTheGraceItIsStillDue() throws {
    let scenario = try Scenario(now: "2026-11-25T08:35:00Z", try Scenario.working())
    #expect(
      scenario.first == [
        .reportDue(
          1, ScheduleTimeCame(subject: "daily", at: Date(ms: try ms(Self.wednesday)), mode: .start))
      ])
  }

  @Test func afterTheGraceItIsMissed() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: "2026-11-25T08:35:01Z")
    let id = try scenario.missed(since: Self.wednesday, last: Self.wednesday, count: 1)
    let moment = try ms(Self.wednesday)
    try scenario.answer(id) { $0.settledMs = moment }
    #expect(scenario.alarm == Self.thursday)
    scenario.finish()
  }

  /// After an absence of days one event reports all missed times, and the last one is still due.
  @Test func severalAreMissedAndTheLastIsDue() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: "2026-11-27T08:31:00Z")
    let missed = try scenario.missed(since: Self.wednesday, last: Self.thursday, count: 2)
    let (thursday, friday) = (try ms(Self.thursday), try ms(Self.friday))
    try scenario.answer(missed) { $0.settledMs = thursday }
    let due = try scenario.due(Self.friday)
    try scenario.answer(due) { ($0.settledMs, $0.told) = (friday, [friday]) }
    #expect(scenario.alarm == "2026-11-30T08:30:00Z")
    scenario.finish()
  }

  @Test func anAbsenceOfYears() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: "2031-11-25T00:00:00Z")
    var told = 0
    while case .reportMissed(let id, let missed)? = scenario.store.pending.first {
      scenario.store.expect(.reportMissed(id, missed))
      told += missed.count
      let settled = Int64(missed.at.timeIntervalSince1970 * 1000)
      try scenario.answer(id) { $0.settledMs = settled }
    }
    #expect(told == 1304)
    scenario.finish()
  }

  // MARK: Reminders

  @Test func aReminderBefore() throws {
    var scenario = try Scenario(try Scenario.working(remindMs: 600_000))
    #expect(scenario.alarm == "2026-11-25T08:20:00Z")
    try scenario.look(at: "2026-11-25T08:20:00Z")
    let wednesday = try ms(Self.wednesday)
    let reminder = try scenario.reminded(of: Self.wednesday)
    try scenario.answer(reminder) { $0.remindedMs = wednesday }
    #expect(scenario.alarm == Self.wednesday)
    // After the clock is set back, the reminder is not repeated.
    try scenario.look(at: "2026-11-25T08:10:00Z")
    #expect(scenario.alarm == Self.wednesday)
    try scenario.look(at: Self.wednesday)
    let due = try scenario.due(Self.wednesday)
    try scenario.answer(due) { ($0.settledMs, $0.told) = (wednesday, [wednesday]) }
    #expect(scenario.alarm == "2026-11-26T08:20:00Z")
    scenario.finish()
  }

  /// A late reminder is sent as long as the time has not come; after that the time itself is
  /// reported.
  @Test func aLateReminder() throws {
    let saved = try Scenario.working(remindMs: 600_000)
    let late = try Scenario(now: "2026-11-25T08:29:00Z", saved)
    #expect(
      late.first == [
        .remind(
          1, ScheduleTimeNear(subject: "daily", at: Date(ms: try ms(Self.wednesday)), mode: .start))
      ])
    let tooLate = try Scenario(now: "2026-11-25T08:30:00Z", saved)
    #expect(
      tooLate.first == [
        .reportDue(
          1, ScheduleTimeCame(subject: "daily", at: Date(ms: try ms(Self.wednesday)), mode: .start))
      ])
  }

  // MARK: Failures

  @Test func whatCannotBeToldIsToldAgainUntilItIsMissed() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: Self.wednesday)
    let first = try scenario.due(Self.wednesday)
    scenario.store.send(.reported(first, .failure(.away)))
    #expect(scenario.alarm == "2026-11-25T08:30:02Z")
    try scenario.look(at: "2026-11-25T08:30:02Z")
    let second = try scenario.due(Self.wednesday)
    scenario.store.send(.reported(second, .failure(BusError(.internal, "A defect."))))
    #expect(scenario.alarm == "2026-11-25T08:30:12Z")
    try scenario.look(at: "2026-11-25T08:36:00Z")
    let third = try scenario.missed(since: Self.wednesday, last: Self.wednesday, count: 1)
    let wednesday = try ms(Self.wednesday)
    try scenario.answer(third) { $0.settledMs = wednesday }
    scenario.finish()
  }

  /// The composition root announced a time as due and the reply was lost: it is not reported as
  /// missed as well.
  @Test func whatWasAnnouncedBeforeIsSettled() throws {
    var scenario = try Scenario(try Scenario.working(.ask))
    try scenario.look(at: "2026-11-27T08:36:00Z")
    let (wednesday, thursday, friday) = (
      try ms(Self.wednesday), try ms(Self.thursday), try ms(Self.friday)
    )
    let (first, passed) = try scenario.store.take {
      if case .reportMissed(let id, let passed) = $0 { (id, passed) } else { nil }
    }
    #expect(passed.count == 3 && passed.since == Date(ms: wednesday))
    scenario.store.send(
      .reported(first, .success(ScheduleOutcome(settledUntil: Date(ms: wednesday)))))
    try scenario.commit { [daily = scenario.daily] in $0[daily]?.settledMs = wednesday }
    // Only the other times follow.
    let (second, rest) = try scenario.store.take {
      if case .reportMissed(let id, let passed) = $0 { (id, passed) } else { nil }
    }
    #expect(rest.count == 2 && rest.since == Date(ms: thursday))
    // A time later than those of the call settles only these.
    scenario.store.send(.reported(second, .success(ScheduleOutcome(settledUntil: .distantFuture))))
    try scenario.commit { [daily = scenario.daily] in $0[daily]?.settledMs = friday }
    scenario.finish()
  }

  /// A sent notification is saved, however often the database has to be retried.
  @Test func whatWasToldIsWrittenDown() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: Self.wednesday)
    let id = try scenario.due(Self.wednesday)
    scenario.store.send(.reported(id, .success(ScheduleOutcome())))
    let (commit, decided) = try scenario.takeCommit()
    scenario.store.send(.committed(commit, .failure(.away)))
    scenario.store.expect(.wait(ms: 1000, then: .retryCommit(commit)))
    try scenario.look(at: "2026-11-25T08:40:00Z")
    scenario.store.send(.retryCommit(commit))
    let wednesday = try ms(Self.wednesday)
    let again = try scenario.commit { [daily = scenario.daily] in
      $0[daily]?.settledMs = wednesday
      $0[daily]?.told = [wednesday]
    }
    #expect(again == decided)
    scenario.finish()
  }

  /// A rejected commit is not retried endlessly.
  @Test func aRefusedCommitIsTriedLater() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: Self.wednesday)
    let id = try scenario.due(Self.wednesday)
    scenario.store.send(.reported(id, .success(ScheduleOutcome())))
    let (commit, _) = try scenario.takeCommit()
    scenario.store.send(.committed(commit, .failure(BusError(.unbound, "No."))))
    #expect(scenario.alarm == "2026-11-25T08:30:10Z")
    scenario.finish()
  }

  @Test func nothingIsToldWhileItStops() throws {
    var scenario = try Scenario(try Scenario.working())
    scenario.store.send(.drain)
    try scenario.look(at: Self.wednesday)
    scenario.finish()
  }

  /// Many meetings at the same time do not flood the composition root.
  @Test func manyAtOnce() throws {
    var state = ScheduleState()
    let scenario = try Scenario()
    state.commands.phase = .loading(SavedSchedule.collection, after: nil)
    let documents = try (0..<200).map { try Scenario.working().document(of: try Subject("s\($0)")) }
    _ = scenario.reducer.reduce(
      &state, .loaded(.success(DocumentPage(documents: documents, total: 200))))
    try scenario.clock.set(Self.wednesday)
    var under = scenario.reducer.reduce(&state, .alarm)
    var told: Set<String> = []
    while !under.isEmpty {
      #expect(
        under.count { if case .reportDue = $0 { true } else { false } }
          <= ScheduleState.maxReporting)
      var next: [ScheduleEffect] = []
      // Never empty because the surrounding loop continues only while there are effects.
      for effect in under {
        switch effect {
        case .reportDue(let id, let due):
          #expect(told.insert(due.subject).inserted)
          next += scenario.reducer.reduce(&state, .reported(id, .success(ScheduleOutcome())))
        case .common(.commit(let id, _)):
          next += scenario.reducer.reduce(&state, .committed(id, .success(CommitOutcome())))
        default: break
        }
      }
      under = next
    }
    #expect(told.count == 200)
  }
}

extension BusError {
  static let away = BusError(.unavailable, "It is away.")
}
