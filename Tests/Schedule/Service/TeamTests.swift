import Bus
import Documents
import FastJSON
import Foundation
import ScheduleAPI
import StandupsDependencies
import Testing

@testable import ScheduleService

/// Commands of persons who see only some teams.
@Suite struct TeamTests {
  private static let set = SetSchedule(subject: "daily", rule: CommandTests.rule)

  private static func saved(_ team: String?) throws -> SavedSchedule {
    var saved = try Scenario.working()
    saved.team = team
    return saved
  }

  // MARK: Setting

  @Test(
    arguments: [(nil, "default"), ("default", "default"), ("ops", "ops")] as [(String?, String)])
  func aScheduleBelongsToTheTeamOfItsSubject(found: String?, team: String) throws {
    var scenario = try Scenario()
    let caller = try scenario.set(Self.set, team: found, teams: "\(team) web")
    var saved = try Self.saved(team == "default" ? nil : team)
    saved.mode = .ask
    let decided = try scenario.commit(["schedule.changed"]) { [saved, daily = scenario.daily] in
      $0[daily] = saved
    }
    #expect(decided.changes.compactMap(\.document).map(\.team) == [team])
    #expect(decided.events.map(\.labels.team) == [team])
    #expect(try scenario.reply(to: caller, Schedule.self).subject == "daily")
    scenario.finish()
  }

  /// The team is also remembered while the holidays are read.
  @Test func aScheduleWithHolidaysBelongsToTheTeamOfItsSubject() throws {
    var scenario = try Scenario()
    var command = Self.set
    command.holidays = .init(ics: "x")
    let caller = try scenario.set(command, team: "web")
    scenario.store.expect(.read(.command(1), try .local(.init(ics: "x")), from: scenario.clock.now))
    // The subject moves while the calendar is read.
    scenario.read(.days([20_261_126]), team: "ops")
    let (id, decided) = try scenario.takeCommit()
    let document = try #require(decided.changes.compactMap(\.document).first)
    #expect(document.team == "ops" && decided.events.map(\.labels.team) == ["ops"])
    let saved = try document.value(as: SavedSchedule.self)
    scenario.store.send(.committed(id, .success(CommitOutcome()))) { [daily = scenario.daily] in
      $0[daily] = saved
    }
    _ = try scenario.reply(to: caller, Schedule.self)
    scenario.finish()
  }

  /// The question and the reply are the same with and without a schedule of another team.
  @Test(arguments: [true, false]) func anotherTeamsSubjectHasNoSchedule(exists: Bool) throws {
    var scenario = try Scenario(exists ? try Self.saved("ops") : nil)
    let caller = scenario.send(try ScheduleCommand(Self.set), teams: "web")
    scenario.store.expect(.findTeam(1, scenario.daily))
    let missing = BusError(.notFound, "Standup not found.")
    scenario.store.send(.teamFound(1, .failure(missing)))
    #expect(try scenario.error(to: caller, .notFound) == missing)
    // With a key, an earlier run may have saved the schedule.
    let repeated = scenario.send(try ScheduleCommand(Self.set), key: "k", teams: "web")
    scenario.store.expect(.findTeam(2, scenario.daily))
    scenario.store.send(.teamFound(2, .failure(missing)))
    let decided = try scenario.commit()
    #expect(decided.changes.isEmpty && decided.reply?.key == "k")
    try scenario.error(to: repeated, .notFound)
    scenario.finish()
  }

  @Test(arguments: [BusError.Code.unavailable, .expired])
  func aSubjectWhoseTeamIsUnknownGetsNoSchedule(code: BusError.Code) throws {
    var scenario = try Scenario()
    let caller = scenario.send(try ScheduleCommand(Self.set), key: "k")
    scenario.store.expect(.findTeam(1, scenario.daily))
    scenario.store.send(.teamFound(1, .failure(BusError(code, "Away."))))
    let error = try scenario.error(to: caller, .unavailable)
    #expect(error?.retryable == true)
    scenario.finish()
  }

  @Test(arguments: ["", "a b", String(repeating: "x", count: 33)])
  func anInvalidTeamIsNotSaved(team: String) throws {
    var scenario = try Scenario()
    let caller = try scenario.set(Self.set, team: team)
    try scenario.error(to: caller, .invalid)
    #expect(throws: BusError.self) {
      try ScheduleCommand(TellSubjectMoved(subject: "daily", team: team))
    }
    scenario.finish()
  }

  // MARK: Reading and removing

  /// Every command about one schedule.
  private static func commands(_ subject: Subject) -> [ScheduleCommand] {
    [
      .get(subject), .times(subject, count: 3), .remove(subject),
      .calendar([ScheduleEntry(subject: subject.name, title: "Daily", durationMs: 60_000)]),
      .list(after: nil, limit: 10),
    ]
  }

  /// The effects of a command.
  private static func effects(
    _ command: ScheduleCommand, teams: String?, key: String? = nil, _ state: ScheduleState
  ) throws -> [ScheduleEffect] {
    var state = state
    let header = Header(id: UUID(number: 1), idem: key, teams: teams)
    return try Scenario().reducer.reduce(&state, .received(1, command, header))
  }

  @Test(arguments: 0..<5, [nil, "k"] as [String?])
  func anotherTeamsScheduleDoesNotExist(command: Int, key: String?) throws {
    let daily = try Subject("daily")
    let command = Self.commands(daily)[command]
    var (none, hidden) = (ScheduleState(), ScheduleState())
    (none.commands.phase, hidden.commands.phase) = (.ready, .ready)
    hidden.saved[daily] = try Self.saved("ops")
    var unreadable = none
    unreadable.saved.unreadable = [daily]
    let effects = try Self.effects(command, teams: "web", key: key, none)
    #expect(try Self.effects(command, teams: "web", key: key, hidden) == effects)
    #expect(try Self.effects(command, teams: "web", key: key, unreadable) == effects)
    // For its own team, the same command does something else.
    #expect(try Self.effects(command, teams: "web ops", key: key, hidden) != effects)
    #expect(try Self.effects(command, teams: nil, key: key, hidden) != effects)
  }

  /// Schedules that were saved before there were teams belong to the team `default`.
  @Test(arguments: [("default", true), ("web", false), (nil, true)] as [(String?, Bool)])
  func aScheduleWithoutATeamBelongsToTheDefaultTeam(teams: String?, isFound: Bool) throws {
    var scenario = try Scenario(try Self.saved(nil))
    let get = scenario.send(.get(scenario.daily), teams: teams)
    let isFoundNow =
      switch try scenario.result(of: get) {
      case .success: true
      case .failure: false
      }
    #expect(isFoundNow == isFound)
    scenario.finish()
  }

  @Test func aListHasTheSchedulesOfTheTeams() throws {
    var state = ScheduleState()
    state.commands.phase = .ready
    for (name, team) in [("a", "ops"), ("b", nil), ("c", "web"), ("d", "ops"), ("e", "ops")]
      as [(String, String?)]
    {
      state.saved[try Subject(name)] = try Self.saved(team)
    }
    func page(_ teams: String?, after: String? = nil) throws -> ListSchedules.Reply {
      let command = try ScheduleCommand(ListSchedules(after: after, limit: 2))
      let effects = try Self.effects(command, teams: teams, state)
      guard case .common(.reply(1, let result))? = effects.first else {
        throw BusError(.internal, "No reply.")
      }
      return try result.get().decode(as: ListSchedules.Reply.self)
    }
    let first = try page("ops")
    #expect(first.schedules.map(\.subject) == ["a", "d"] && first.next == "d" && first.total == 3)
    let second = try page("ops", after: first.next)
    #expect(second.schedules.map(\.subject) == ["e"] && second.next == nil && second.total == 3)
    #expect(try page("ops", after: "c").schedules.map(\.subject) == ["d", "e"])
    #expect(try page("").total == 0 && page("default web").total == 2 && page(nil).total == 5)
  }

  @Test func aRemovedScheduleIsAnEventOfItsTeam() throws {
    var scenario = try Scenario(try Self.saved("ops"))
    let remove = scenario.send(.remove(scenario.daily), teams: "ops")
    let decided = try scenario.commit(["schedule.removed"]) { $0 = [:] }
    #expect(decided.events.map(\.labels.team) == ["ops"])
    #expect(try scenario.reply(to: remove, Done.self) == Done())
    scenario.finish()
  }

  // MARK: Moving to another team

  @Test(arguments: [("web", "web"), ("default", nil)] as [(String, String?)])
  func aScheduleMovesWithItsSubject(team: String, saved: String?) throws {
    var scenario = try Scenario(try Self.saved("ops"))
    let move = try ScheduleCommand(TellSubjectMoved(subject: "daily", team: team))
    let caller = scenario.send(move)
    let decided = try scenario.commit(["schedule.changed"]) { [daily = scenario.daily] in
      $0[daily]?.team = saved
    }
    #expect(decided.changes.compactMap(\.document).map(\.team) == [team])
    // Otherwise, the store would reject the document.
    #expect(decided.changes.first == .delete(collection: "schedules", id: "daily"))
    #expect(decided.events.map(\.labels.team) == [team])
    #expect(try scenario.reply(to: caller, Done.self) == Done())
    let again = scenario.send(move)
    #expect(try scenario.reply(to: again, Done.self) == Done())
    try scenario.error(to: scenario.send(.get(scenario.daily), teams: "ops"), .notFound)
    scenario.finish()
  }

  @Test func aSubjectWithoutAScheduleMoves() throws {
    var scenario = try Scenario()
    let caller = scenario.send(try ScheduleCommand(TellSubjectMoved(subject: "daily", team: "web")))
    #expect(try scenario.reply(to: caller, Done.self) == Done())
    scenario.finish()
  }

  /// A subject moved while the service was unavailable.
  @Test func aMissedMoveIsNoticed() throws {
    var scenario = try Scenario(try Self.saved("ops"))
    scenario.store.send(
      .checked(.success(.init(teams: ["daily": "web", "other": "web"]))))
    try scenario.commit(["schedule.changed"]) { [daily = scenario.daily] in
      $0[daily]?.team = "web"
    }
    scenario.finish()
  }

  @Test(arguments: ["ops", "", "a b"]) func aCheckWithoutAnotherTeamChangesNothing(
    team: String
  ) throws {
    var scenario = try Scenario(try Self.saved("ops"))
    scenario.store.send(.checked(.success(.init(teams: ["daily": team]))))
    scenario.finish()
  }

  /// The subject was moved again after the composition root had read its team.
  @Test func aLaterMoveIsNotUndone() throws {
    var scenario = try Scenario(try Self.saved("ops"))
    let move = scenario.send(try ScheduleCommand(TellSubjectMoved(subject: "daily", team: "new")))
    let (id, _) = try scenario.takeCommit()
    // The move is being saved, so the result of the check waits for its turn.
    scenario.store.send(.checked(.success(.init(teams: ["daily": "web"]))))
    scenario.store.send(.committed(id, .success(CommitOutcome()))) { [daily = scenario.daily] in
      $0[daily]?.team = "new"
    }
    #expect(try scenario.reply(to: move, Done.self) == Done())
    scenario.finish()
  }

  /// A schedule that arrives from another cell or from an archive keeps its team.
  @Test func aSubjectThatCameKeepsItsTeam() throws {
    var scenario = try Scenario()
    let saved = try Self.saved("ops")
    let came = scenario.send(.came(scenario.daily, try RawJSON(encoding: saved)))
    let decided = try scenario.commit(["schedule.changed"]) { [daily = scenario.daily] in
      $0[daily] = saved
    }
    #expect(decided.changes.compactMap(\.document).map(\.team) == ["ops"])
    #expect(decided.events.map(\.labels.team) == ["ops"])
    #expect(try scenario.reply(to: came, Done.self) == Done())
    scenario.finish()
  }
}
