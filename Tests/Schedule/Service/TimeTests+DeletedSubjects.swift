import Bus
import Documents
import ScheduleAPI
import Testing

@testable import ScheduleService

/// Subjects that were deleted lose their schedules.
extension TimeTests {
  @Test func aSubjectThatIsGone() throws {
    var scenario = try Scenario(try Scenario.working())
    try scenario.look(at: Self.wednesday)
    let id = try scenario.due(Self.wednesday)
    scenario.store.send(.reported(id, .success(ScheduleOutcome(isGone: true))))
    try scenario.commit(["schedule.removed"]) { $0 = [:] }
    #expect(scenario.alarm == nil)
    scenario.finish()
  }

  @Test func subjectsThatWentWhileNobodyWasHereAreSettledWhenItIsBack() throws {
    var scenario = try Scenario(try Scenario.working())
    #expect(scenario.asked == [[scenario.daily]])
    // No other schedule is removed, whatever the composition root returns.
    scenario.store.send(.checked(.success(.init(gone: ["weekly", "daily", "a/b"]))))
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
    scenario.store.expect(.findChanged([scenario.daily]))
    scenario.store.send(.checked(.success(.init())))
    // Another router, or one that had abandoned the service: its notifications meanwhile were
    // missed.
    scenario.store.send(.returned)
    scenario.store.expect(.findChanged([scenario.daily]))
    scenario.store.send(.drain)
    scenario.store.send(.checked(.failure(BusError(.unavailable, "Away."))))
    scenario.store.expect(.wait(ms: 5000, then: .retryChecking))
    scenario.store.send(.retryChecking)
    scenario.finish()
  }

  @Test func allSubjectsAreAskedAboutPageByPage() throws {
    let reducer = ScheduleReducer(
      uuid: .incrementing, date: try WallClock("2026-11-25T08:00:00Z").date,
      graceMs: Scenario.graceMs, calendars: try .unreachable)
    var state = ScheduleState()
    state.commands.phase = .loading(SavedSchedule.collection, after: nil)
    let subjects = try (100..<220).map { try Subject("s\($0)") }
    let documents = try subjects.map { try Scenario.working().document(of: $0) }
    var effects = reducer.reduce(
      &state, .loaded(.success(DocumentPage(documents: documents, total: 120))))
    var asked: [[Subject]] = []
    while let page = effects.compactMap({ effect -> [Subject]? in
      if case .findChanged(let subjects) = effect { subjects } else { nil }
    }).first {
      asked.append(page)
      effects = reducer.reduce(&state, .checked(.success(.init())))
    }
    #expect(asked.map(\.count) == [50, 50, 20] && asked.flatMap { $0 } == subjects)
  }
}
