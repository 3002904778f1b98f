import Bus
import Countdown
import StandupsDependencies
import Documents
import FastJSON
import FocusAPI
import Foundation
import ServiceShell
import TestSupport
import Testing

@testable import FocusService

/// Drives the reducer: every change of the saved state and every effect is asserted.
struct Scenario {
  /// Default duration of a focus.
  static let defaultMs: Int64 = 1_500_000
  /// The id of all commands.
  static let commandID = UUID(number: 0xFFFF)

  let time = TestTime()
  let ann: Person
  let bob: Person
  var store: TestStore<FocusState, FocusAction, FocusEffect, Saved>
  private var nextCaller: CallerID = 1

  /// A service that has loaded the state made by `change`.
  init(_ change: (inout FocusState, TestTime, Person) -> Void = { _, _, _ in }) throws {
    ann = try Person("ann")
    bob = try Person("bob")
    var state = FocusState()
    state.commands.phase = .ready
    change(&state, time, ann)
    let reducer = FocusReducer(
      uuid: .incrementing, clock: time.clock, defaultMs: Self.defaultMs)
    store = TestStore(
      state, view: \.saved, ignoring: { if case .common(.log) = $0 { true } else { false } },
      reduce: { reducer.reduce(&$0, $1) })
  }

  /// Ann writes a report; it has run since 0 and lasts ten seconds.
  static func running() throws -> Scenario {
    try Scenario { state, time, ann in
      state.saved.put(
        SavedFocus(title: "Report", run: .init(durationMs: 10_000, clock: time.clock(since: 0))),
        of: ann)
    }
  }

  var saved: Saved { store.state.saved }

  /// Sends a command.
  @discardableResult
  mutating func send(
    _ command: FocusCommand, key: String? = nil, deadline: Int64? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> CallerID {
    let caller = nextCaller
    nextCaller += 1
    let header = Header(id: Self.commandID, deadline: deadline, idem: key)
    store.send(.received(caller, command, header), sourceLocation: sourceLocation)
    return caller
  }

  // MARK: Taking effects

  mutating func takeCommit(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (id: OperationID, decided: ChangesDecided) {
    try store.take(
      { if case .common(.commit(let id, let decided)) = $0 { (id, decided) } else { nil } },
      sourceLocation: sourceLocation)
  }

  /// Takes a commit with these events, lets it succeed, and asserts its changes.
  @discardableResult
  mutating func commit(
    _ events: [String] = [], sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout Saved) -> Void = { _ in }
  ) throws -> ChangesDecided {
    let (id, decided) = try takeCommit(sourceLocation: sourceLocation)
    #expect(decided.events.map(\.labels.type) == events, sourceLocation: sourceLocation)
    store.send(.committed(id, .success(CommitOutcome())), sourceLocation: sourceLocation, change)
    return decided
  }

  /// Takes the result of a command.
  mutating func result(
    of caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Result<RawJSON, BusError> {
    try store.take(
      { if case .common(.reply(caller, let result)) = $0 { result } else { nil } },
      sourceLocation: sourceLocation)
  }

  /// Takes the reply to a command.
  mutating func reply<Reply: Decodable>(
    to caller: CallerID, _ type: Reply.Type, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Reply {
    try result(of: caller, sourceLocation: sourceLocation).get().decode(as: type)
  }

  /// Takes the error of a command.
  @discardableResult
  mutating func error(
    to caller: CallerID, _ code: BusError.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BusError? {
    let result = try result(of: caller, sourceLocation: sourceLocation)
    guard case .failure(let error) = result else {
      Issue.record("it was not refused: \(result)", sourceLocation: sourceLocation)
      return nil
    }
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    return error
  }

  /// Takes a message about running clocks without a reply.
  mutating func takeClocks(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (people: [Person], needed: FocusClocksNeeded) {
    try store.take(
      { if case .needClocks(let people, let needed, _) = $0 { (people, needed) } else { nil } },
      sourceLocation: sourceLocation)
  }

  /// Takes the message to start clocks, and replies.
  mutating func clocks(
    _ result: Result<Done, BusError> = .success(Done()),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [FocusClock] {
    let (people, needed) = try takeClocks(sourceLocation: sourceLocation)
    #expect(people.map(\.name) == needed.clocks.map(\.person), sourceLocation: sourceLocation)
    store.send(.notified(people, result), sourceLocation: sourceLocation)
    return needed.clocks
  }

  /// Takes the message to stop a clock, and replies.
  mutating func clockStopped(
    of person: Person, _ result: Result<Done, BusError> = .success(Done()), isCaused: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (stopped, cause) = try store.take(
      { if case .stopClock(let person, let cause) = $0 { (person, cause) } else { nil } },
      sourceLocation: sourceLocation)
    #expect(stopped == person, sourceLocation: sourceLocation)
    #expect(cause?.id == (isCaused ? Self.commandID : nil), sourceLocation: sourceLocation)
    store.send(.notified([person], result), sourceLocation: sourceLocation)
  }

  /// Takes a query for documents.
  mutating func load(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (id: OperationID, query: DocumentQuery) {
    try store.take(
      { if case .load(let id, let query) = $0 { (id, query) } else { nil } },
      sourceLocation: sourceLocation)
  }

  /// Asserts that nothing is pending.
  mutating func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    store.finish(sourceLocation: sourceLocation)
    let state = store.state
    #expect(state.isAtRest && state.commands.lanes.waiting == 0, sourceLocation: sourceLocation)
    #expect(
      state.commands.lanes.isEmpty && state.commands.early.isEmpty, sourceLocation: sourceLocation)
    #expect(
      state.clocks == ClockNotifications(),
      sourceLocation: sourceLocation)
  }
}

extension BusError {
  static let away = BusError(.unavailable, "It is away.")
}

/// A person's focus that is not running.
func idle(_ person: String, _ title: String = "") -> Focus {
  Focus(
    person: person, title: title, isRunning: false, elapsedMs: 0, durationMs: Scenario.defaultMs)
}
