import Bus
import StandupsDependencies
import Documents
import FastJSON
import Foundation
import ScheduleAPI
import ServiceShell
import TestSupport
import Testing
import Threads
import WebClient

@testable import ScheduleService

/// The wall clock of a test, which moves only when it is set.
final class WallClock: Sendable {
  private let ms: Locked<Int64>

  init(_ text: String) throws { ms = Locked(try ScheduleServiceTests.ms(text)) }

  var now: Int64 { ms.withLock { $0 } }
  var date: DateGenerator { DateGenerator { [self] in Date(ms: now) } }

  /// Sets the clock, forward or back.
  func set(_ text: String) throws {
    let moment = try ScheduleServiceTests.ms(text)
    ms.withLock { $0 = moment }
  }

  func advance(byMs by: Int64) { ms.withLock { $0 += by } }
}

/// Drives the reducer: every change of the saved state and every effect is asserted.
struct Scenario {
  static let graceMs: Int64 = 300_000

  let clock: WallClock
  let daily: Subject
  let reducer: ScheduleReducer
  var store: TestStore<ScheduleState, ScheduleAction, ScheduleEffect, [Subject: SavedSchedule]>
  private var nextCaller: CallerID = 1

  /// - Parameters:
  ///   - now: default: Wednesday, half an hour before the time.
  ///   - saved: the schedule that the service has loaded.
  init(now: String = "2026-11-25T08:00:00Z", _ saved: SavedSchedule? = nil) throws {
    clock = try WallClock(now)
    daily = try Subject("daily")
    let reducer = ScheduleReducer(
      uuid: .incrementing, date: clock.date, graceMs: Self.graceMs, calendars: try .unreachable)
    self.reducer = reducer
    var state = ScheduleState()
    state.commands.phase = .loading(SavedSchedule.collection, after: nil)
    let daily = daily
    let documents = try saved.map { [try $0.document(of: daily)] } ?? []
    // Loaded as a service does it, so that it is planned; the test takes the immediate effects.
    let effects = reducer.reduce(
      &state, .loaded(.success(DocumentPage(documents: documents, total: 1))))
    store = TestStore(
      state, view: \.saved.schedules,
      ignoring: { if case .common(.log) = $0 { true } else { false } },
      reduce: { reducer.reduce(&$0, $1) })
    asked = effects.compactMap {
      if case .findChanged(let subjects) = $0 { subjects } else { nil }
    }
    first = effects.filter {
      switch $0 {
      case .common(.log), .findChanged, .common(.ready): false
      default: true
      }
    }
  }

  /// Subjects whose existence was queried after loading.
  let asked: [[Subject]]
  /// Other effects of loading.
  let first: [ScheduleEffect]

  /// A schedule on working days at 09:30 in Paris, settled until a moment.
  static func working(
    _ mode: ScheduleMode = .start, settled: String = "2026-11-25T08:00:00Z", remindMs: Int64? = nil,
    holidays: [Day] = []
  ) throws -> SavedSchedule {
    let moment = try ms(settled)
    return SavedSchedule(
      rule: try Rule(
        ScheduleRule(at: "09:30", on: [.mon, .tue, .wed, .thu, .fri], zone: "Europe/Paris")),
      mode: mode, remindMs: remindMs,
      holidays: holidays.isEmpty
        ? nil : SavedHolidays(days: DaysOff(days: holidays), readMs: moment, triedMs: moment),
      setMs: moment, settledMs: moment)
  }

  /// Sends a command.
  ///
  /// - Parameter teams: the scope of a person; nil for all teams.
  @discardableResult
  mutating func send(
    _ command: ScheduleCommand, key: String? = nil, teams: String? = nil, via: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> CallerID {
    let caller = nextCaller
    nextCaller += 1
    let header = Header(
      idem: key, via: via, by: teams.map { _ in "person/1" }, teams: teams)
    store.send(.received(caller, command, header), sourceLocation: sourceLocation)
    return caller
  }

  /// Sets the schedule of the subject `daily`, and returns its team to the service.
  ///
  /// - Parameter team: nil for the team `default`.
  mutating func set(
    _ command: SetSchedule, team: String? = nil, key: String? = nil, teams: String? = nil,
    via: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> CallerID {
    let caller = send(
      try ScheduleCommand(command), key: key, teams: teams, via: via,
      sourceLocation: sourceLocation)
    let id = store.state.commands.nextOperation - 1
    store.expect(.findTeam(id, daily), sourceLocation: sourceLocation)
    store.send(.teamFound(id, .success(team)), sourceLocation: sourceLocation)
    return caller
  }

  /// Returns the holidays that a command reads, and then the team of `daily`, which the service
  /// requests again.
  mutating func read(
    _ contents: HolidayCalendar.Contents, for id: OperationID = 1, team: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    store.send(.read(.command(id), .success(contents)), sourceLocation: sourceLocation)
    store.expect(.findTeam(id, daily), sourceLocation: sourceLocation)
    store.send(.teamFound(id, .success(team)), sourceLocation: sourceLocation)
  }

  /// Sets the clock and lets the service check it.
  mutating func look(at text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try clock.set(text)
    store.send(.alarm, sourceLocation: sourceLocation)
  }

  /// The time at which the service wants to be woken.
  var alarm: String? { reducer.alarm(store.state).map { Date(ms: $0).formatted(.iso8601) } }

  // MARK: Taking effects

  /// Takes the notification of a due time, and replies.
  mutating func due(
    _ at: String, _ mode: ScheduleMode = .start, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> OperationID {
    let (id, due) = try store.take(
      { if case .reportDue(let id, let due) = $0 { (id, due) } else { nil } },
      sourceLocation: sourceLocation)
    #expect(
      due == ScheduleTimeCame(subject: "daily", at: Date(ms: try ms(at)), mode: mode),
      sourceLocation: sourceLocation)
    return id
  }

  mutating func missed(
    since: String, last: String, count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> OperationID {
    let (id, missed) = try store.take(
      { if case .reportMissed(let id, let missed) = $0 { (id, missed) } else { nil } },
      sourceLocation: sourceLocation)
    #expect(
      missed
        == ScheduleTimesPassed(
          subject: "daily", at: Date(ms: try ms(last)), since: Date(ms: try ms(since)),
          count: count,
          mode: .start),
      sourceLocation: sourceLocation)
    return id
  }

  mutating func reminded(
    of at: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> OperationID {
    let (id, reminded) = try store.take(
      { if case .remind(let id, let reminded) = $0 { (id, reminded) } else { nil } },
      sourceLocation: sourceLocation)
    #expect(reminded.at == Date(ms: try ms(at)), sourceLocation: sourceLocation)
    return id
  }

  /// The composition root replies, and the result is saved.
  mutating func answer(
    _ id: OperationID, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout SavedSchedule) -> Void
  ) throws {
    store.send(.reported(id, .success(ScheduleOutcome())), sourceLocation: sourceLocation)
    try commit(sourceLocation: sourceLocation) { [daily] saved in
      if var schedule = saved[daily] {
        change(&schedule)
        saved[daily] = schedule
      }
    }
  }

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
    _ change: (inout [Subject: SavedSchedule]) -> Void = { _ in }
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
    guard case .failure(let error) = try result(of: caller, sourceLocation: sourceLocation) else {
      Issue.record("it was not refused", sourceLocation: sourceLocation)
      return nil
    }
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    return error
  }

  /// Asserts that nothing is pending.
  mutating func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    store.finish(sourceLocation: sourceLocation)
    let state = store.state
    #expect(
      state.isAtRest && state.commands.lanes.waiting == 0 && state.reporting == 0,
      sourceLocation: sourceLocation)
    #expect(
      state.commands.lanes.isEmpty && state.commands.early.isEmpty, sourceLocation: sourceLocation)
  }
}

extension CalendarIO {
  static var unreachable: CalendarIO {
    get throws {
      try CalendarIO { _ in .failure(HTTPFailure(code: .connection, message: "Nobody is there.")) }
    }
  }
}

extension DaysOff: ExpressibleByArrayLiteral {
  init(arrayLiteral days: Day...) { self.init(days: days) }

  /// Days without a name.
  init(days: [Day]) {
    self.init(Dictionary(days.map { ($0, "Day off") }) { first, _ in first })
  }
}

extension HolidayCalendar.Contents {
  /// Days off.
  static func days(_ days: [Day]) -> Self { Self(off: DaysOff(days: days), observances: []) }
}

extension HolidaySource {
  static func url(_ url: String) -> Self { Self(place: .url(url)) }
  static func text(_ text: String) -> Self { Self(place: .text(text)) }
  /// A URL named by the user of this machine.
  static func local(_ url: String) -> Self { Self(place: .url(url), isLocal: true) }
  static func local(_ source: ScheduleHolidaySource) throws -> Self {
    var source = try Self(source)
    source.isLocal = true
    return source
  }
}
