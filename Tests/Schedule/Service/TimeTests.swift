import Bus
import Documents
import Foundation
import ScheduleAPI
import TestSupport
import Testing

@testable import ScheduleService

/// Notifications and their times: never twice, never silently missed.
@Suite struct TimeTests {
  private static let wednesday = "2026-11-25T08:30:00Z"
  private static let thursday = "2026-11-26T08:30:00Z"
  private static let friday = "2026-11-27T08:30:00Z"

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

  /// While the parent is notified, the clock may be checked again.
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

  /// A run was killed after it had notified the parent and before it saved that: the parent
  /// recognises the time by its moment.
  @Test func whatWasNotWrittenDownIsToldAgain() throws {
    let saved = try Scenario.working()
    var scenario = try Scenario(now: "2026-11-25T08:30:20Z", saved)
    #expect(
      scenario.first == [
        .tellDue(
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
        .tellDue(
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
    while case .tellMissed(let id, let missed)? = scenario.store.pending.first {
      scenario.store.expect(.tellMissed(id, missed))
      told += missed.count
      let settled = Int64(missed.at.timeIntervalSince1970 * 1000)
      try scenario.answer(id) { $0.settledMs = settled }
    }
    #expect(told == 1304)
    scenario.finish()
  }

  // MARK: Clock changes

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
    guard case .commit(let id, _)? = scenario.first.first else {
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
    #expect(scenario.reducer.milliseconds(until: alarm) == ScheduleReducer.longestWaitMs)
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
        .tellDue(
          1, ScheduleTimeCame(subject: "daily", at: Date(ms: try ms(Self.wednesday)), mode: .start))
      ])
  }

  // MARK: Failures

  @Test func whatCannotBeToldIsToldAgainUntilItIsMissed() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: Self.wednesday)
    let first = try scenario.due(Self.wednesday)
    scenario.store.send(.told(first, .failure(.away)))
    #expect(scenario.alarm == "2026-11-25T08:30:02Z")
    try scenario.look(at: "2026-11-25T08:30:02Z")
    let second = try scenario.due(Self.wednesday)
    scenario.store.send(.told(second, .failure(BusError(.internal, "A defect."))))
    #expect(scenario.alarm == "2026-11-25T08:30:12Z")
    try scenario.look(at: "2026-11-25T08:36:00Z")
    let third = try scenario.missed(since: Self.wednesday, last: Self.wednesday, count: 1)
    let wednesday = try ms(Self.wednesday)
    try scenario.answer(third) { $0.settledMs = wednesday }
    scenario.finish()
  }

  /// The parent announced a time as due and the reply was lost: it is not reported as missed as
  /// well.
  @Test func whatWasAnnouncedBeforeIsSettled() throws {
    var scenario = try Scenario(try Scenario.working(.ask))
    try scenario.look(at: "2026-11-27T08:36:00Z")
    let (wednesday, thursday, friday) = (
      try ms(Self.wednesday), try ms(Self.thursday), try ms(Self.friday)
    )
    let (first, passed) = try scenario.store.take {
      if case .tellMissed(let id, let passed) = $0 { (id, passed) } else { nil }
    }
    #expect(passed.count == 3 && passed.since == Date(ms: wednesday))
    scenario.store.send(
      .told(first, .success(ScheduleOutcome(settledUntil: Date(ms: wednesday)))))
    try scenario.commit { [daily = scenario.daily] in $0[daily]?.settledMs = wednesday }
    // Only the other times follow.
    let (second, rest) = try scenario.store.take {
      if case .tellMissed(let id, let passed) = $0 { (id, passed) } else { nil }
    }
    #expect(rest.count == 2 && rest.since == Date(ms: thursday))
    // A time later than those of the call settles only these.
    scenario.store.send(.told(second, .success(ScheduleOutcome(settledUntil: .distantFuture))))
    try scenario.commit { [daily = scenario.daily] in $0[daily]?.settledMs = friday }
    scenario.finish()
  }

  /// A sent notification is saved, however often the database has to be retried.
  @Test func whatWasToldIsWrittenDown() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: Self.wednesday)
    let id = try scenario.due(Self.wednesday)
    scenario.store.send(.told(id, .success(ScheduleOutcome())))
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
    scenario.store.send(.told(id, .success(ScheduleOutcome())))
    let (commit, _) = try scenario.takeCommit()
    scenario.store.send(.committed(commit, .failure(BusError(.unbound, "No."))))
    #expect(scenario.alarm == "2026-11-25T08:30:10Z")
    scenario.finish()
  }

  @Test func aSubjectThatIsGone() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: Self.wednesday)
    let id = try scenario.due(Self.wednesday)
    scenario.store.send(.told(id, .success(ScheduleOutcome(isGone: true))))
    try scenario.commit(["schedule.removed"]) { $0 = [:] }
    #expect(scenario.alarm == nil)
    scenario.finish()
  }

  @Test func subjectsThatWentWhileNobodyWasHereAreSettledWhenItIsBack() throws {
    var scenario = try Scenario(try Scenario.working())
    #expect(scenario.asked == [[scenario.daily]])
    // No other schedule is removed, whatever the parent returns.
    scenario.store.send(.checked(.success(["weekly", "daily", "a/b"])))
    try scenario.commit(["schedule.removed"]) { $0 = [:] }
    #expect(scenario.alarm == nil)
    scenario.finish()
  }

  @Test func whoIsGoneIsAskedUntilItIsKnown() throws {
    var scenario = try Scenario(try Scenario.working())
    scenario.store.send(.checked(.failure(BusError(.unavailable, "Away."))))
    scenario.store.expect(.wait(ms: 5000, then: .retryChecking))
    // The query is not repeated while one is pending.
    scenario.store.send(.returned)
    scenario.store.send(.retryChecking)
    scenario.store.expect(.askWhoIsGone([scenario.daily]))
    scenario.store.send(.checked(.success([])))
    // Another router, or one that had abandoned the service: its notifications meanwhile were
    // missed.
    scenario.store.send(.returned)
    scenario.store.expect(.askWhoIsGone([scenario.daily]))
    scenario.store.send(.drain)
    scenario.store.send(.checked(.failure(BusError(.unavailable, "Away."))))
    scenario.store.expect(.wait(ms: 5000, then: .retryChecking))
    scenario.store.send(.retryChecking)
    scenario.finish()
  }

  @Test func allSubjectsAreAskedAboutPageByPage() throws {
    let reducer = ScheduleReducer(
      uuid: .incrementing, date: try WallClock("2026-11-25T08:00:00Z").date,
      graceMs: Scenario.graceMs, world: try .unreachable)
    var state = ScheduleState()
    state.commands.phase = .loading(SavedSchedule.collection, after: nil)
    let subjects = try (100..<220).map { try Subject("s\($0)") }
    let documents = try subjects.map { try Scenario.working().document(of: $0) }
    var effects = reducer.reduce(
      &state, .loaded(.success(DocumentPage(documents: documents, total: 120))))
    var asked: [[Subject]] = []
    while let page = effects.compactMap({ effect -> [Subject]? in
      if case .askWhoIsGone(let subjects) = effect { subjects } else { nil }
    }).first {
      asked.append(page)
      effects = reducer.reduce(&state, .checked(.success([])))
    }
    #expect(asked.map(\.count) == [50, 50, 20] && asked.flatMap { $0 } == subjects)
  }

  @Test func nothingIsToldWhileItStops() throws {
    var scenario = try Scenario(try Scenario.working())
    scenario.store.send(.drain)
    try scenario.look(at: Self.wednesday)
    scenario.finish()
  }

  /// Many meetings at the same time do not flood the parent.
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
        under.count { if case .tellDue = $0 { true } else { false } } <= ScheduleState.maxTelling)
      var next: [ScheduleEffect] = []
      // Never empty because the surrounding loop continues only while there are effects.
      for effect in under {
        switch effect {
        case .tellDue(let id, let due):
          #expect(told.insert(due.subject).inserted)
          next += scenario.reducer.reduce(&state, .told(id, .success(ScheduleOutcome())))
        case .commit(let id, _):
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
