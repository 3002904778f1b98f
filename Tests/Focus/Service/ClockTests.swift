import Bus
import Documents
import FocusAPI
import Testing

@testable import FocusService

/// Notifications of the composition root about clocks, and its queries.
@Suite struct ClockTests {
  private func stop(_ scenario: inout Scenario) throws {
    let stop = scenario.send(.stop(scenario.ann))
    try scenario.commit(["focus.stopped"]) { [ann = scenario.ann] in
      $0.put(SavedFocus(title: "Report"), of: ann)
    }
    _ = try scenario.reply(to: stop, StopFocus.Reply.self)
  }

  @discardableResult
  private func start(_ scenario: inout Scenario) throws -> SavedFocus.Run {
    let start = scenario.send(.start(scenario.ann, title: "Report", durationMs: 10_000))
    let run = SavedFocus.Run(
      durationMs: 10_000, clock: scenario.time.clock(since: scenario.time.now))
    try scenario.commit(["focus.started"]) { [ann = scenario.ann] in
      $0.put(SavedFocus(title: "Report", run: run), of: ann)
    }
    _ = try scenario.reply(to: start, Focus.self)
    return run
  }

  /// A stop must not be sent before the start that it ends: otherwise the timer would continue.
  @Test func whatIsToldOfOnePersonStaysInOrder() throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    try start(&scenario)
    let (people, needed) = try scenario.takeClocks()
    #expect(people == [ann] && needed.clocks.count == 1)
    // Neither the person nor the stop waits for that.
    try stop(&scenario)
    scenario.store.send(.notified(people, .success(Done())))
    try scenario.clockStopped(of: ann)
    scenario.finish()
  }

  /// The notification has the state at the time it is sent.
  @Test func whatIsOutOfDateIsNotTold() throws {
    var scenario = try Scenario()
    try start(&scenario)
    let (people, _) = try scenario.takeClocks()
    try stop(&scenario)
    scenario.time.advance(500)
    let second = try start(&scenario)
    scenario.store.send(.notified(people, .success(Done())))
    #expect(
      try scenario.clocks()
        == [FocusClock(person: "ann", durationMs: 10_000, clock: second.clock)])
    scenario.finish()
  }

  @Test(arguments: [(BusError.Code.unavailable, 1000), (.expired, 1000), (.internal, 10_000)])
  func whatCouldNotBeToldIsToldAgain(code: BusError.Code, waitMs: Int) throws {
    var scenario = try Scenario()
    let ann = scenario.ann
    try start(&scenario)
    _ = try scenario.clocks(.failure(BusError(code, "No.")))
    scenario.store.expect(.wait(ms: waitMs, then: .clocksDue([ann])))
    // It has stopped by then, and the notification says so.
    scenario.time.advance(500)
    try stop(&scenario)
    try scenario.clockStopped(of: ann, .failure(.away))
    scenario.store.expect(.wait(ms: 1000, then: .clocksDue([ann])))
    scenario.store.send(.clocksDue([ann]))
    try scenario.clockStopped(of: ann, isCaused: false)
    scenario.finish()
  }

  @Test func manyAreToldInPartsAndNotAllAtOnce() throws {
    let people = try (0..<1100).map { try Person("p\($0)") }
    var scenario = try Scenario { state, time, _ in
      for person in people {
        state.saved.put(
          SavedFocus(title: "x", run: .init(durationMs: 1000, clock: time.clock(since: 0))),
          of: person)
      }
    }
    let everybody = Array(scenario.saved.running)
    #expect(everybody.count == 1100)
    scenario.store.send(.clocksDue(everybody))
    var parts: [[Person]] = []
    for _ in 1...4 { parts.append(try scenario.takeClocks().people) }
    scenario.store.finish()
    #expect(parts.map(\.count) == [200, 200, 200, 200])
    for part in 0..<4 {
      scenario.store.send(.notified(parts[part], .success(Done())))
      if part < 2 { parts.append(try scenario.takeClocks().people) }
    }
    for part in parts[4...] { scenario.store.send(.notified(part, .success(Done()))) }
    #expect(parts.flatMap(\.self) == everybody)
    scenario.finish()
  }

  // MARK: Running clocks

  @Test func whatRunsComesInPages() throws {
    let people = try ["cy", "ann", "bob"].map { try Person($0) }
    let idle = try Person("abe")
    var scenario = try Scenario { state, time, _ in
      for person in people {
        state.saved.put(
          SavedFocus(title: "x", run: .init(durationMs: 1000, clock: time.clock(since: 0))),
          of: person)
      }
      state.saved.put(SavedFocus(title: "y"), of: idle)
    }
    let first = scenario.send(.running(after: nil, limit: 2))
    let page = try scenario.reply(to: first, GetRunningFocus.Reply.self)
    #expect(page.clocks.map(\.person) == ["ann", "bob"])
    #expect(page.clocks[0].clock == scenario.time.clock(since: 0))
    #expect(page.next == "bob")
    let second = scenario.send(.running(after: scenario.bob, limit: 2))
    let last = try scenario.reply(to: second, GetRunningFocus.Reply.self)
    #expect(last.clocks.map(\.person) == ["cy"] && last.next == nil)
    // The person of the cursor may have stopped meanwhile.
    let gone = scenario.send(.running(after: try Person("aaron"), limit: 1000))
    #expect(try scenario.reply(to: gone, GetRunningFocus.Reply.self).clocks.count == 3)
    scenario.finish()
  }

  @Test func thoseThatRunAreKnownInOrder() throws {
    var saved = Saved()
    let run = SavedFocus.Run(durationMs: 1, clock: TestTime().clock(since: 0))
    for name in ["b", "d", "a", "c", "b"] {
      saved.put(SavedFocus(title: "x", run: run), of: try Person(name))
    }
    #expect(saved.running.map(\.name) == ["a", "b", "c", "d"])
    saved.put(SavedFocus(title: "x"), of: try Person("b"))
    saved.put(SavedFocus(), of: try Person("d"))
    #expect(saved.running.map(\.name) == ["a", "c"])
    #expect(saved.people.keys.sorted().map(\.name) == ["a", "b", "c"])
  }
}
