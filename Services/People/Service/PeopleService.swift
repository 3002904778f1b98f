import Bus
import Documents
import Foundation
import PeopleAPI
import ServiceShell
import StandupsLogging
import StandupsMetrics
import ZeroMQ

/// The people service: `PeopleReducer` in a shell.
struct PeopleService: ShellService {
  let shell: ServiceShell<PeopleReducer>

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - loop: the thread on which everything runs.
  ///   - delegate: connection to the composition root.
  ///   - reducer: the logic.
  ///   - sleeper: clock for delays.
  ///   - log: receives log entries.
  ///   - printChanges: receives the changes of the state after each action; nil to print none.
  ///   - metrics: the metrics to update; nil to record none.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller, reducer: PeopleReducer = PeopleReducer(),
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil, metrics: PeopleMetrics? = nil
  ) {
    shell = ServiceShell(
      reducer, on: loop, delegate: delegate, sleeper: sleeper, log: log,
      observe: Self.observer(printChanges, metrics))
  }

  private static func observer(
    _ printChanges: (@Sendable ([String]) -> Void)?, _ metrics: PeopleMetrics?
  ) -> ServiceShell<PeopleReducer>.Observer? {
    guard printChanges != nil || metrics != nil else { return nil }
    return { action, state in
      if state.isChange(action) { metrics?.countChange() }
      guard let printChanges else { return nil }
      return { printChanges(PrintedChanges.lines(for: action, from: state, to: $0)) }
    }
  }

  func observe(_ metrics: PeopleMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(await shell.state) }
  }
}

extension PeopleService {
  /// The commands that the service answers, and its delegate messages.
  var definition: ServiceDefinition {
    ServiceDefinition(
      name: "people", commands: commands,
      delegates: StoreDialogue.messages + [TeamRemovalRequested.self, PeopleJournalRequested.self])
  }

  private var commands: CommandTable {
    var table = CommandTable()
    table.on(AddPerson.self, shell) { try PeopleCommand($0) }
    table.on(EditPerson.self, shell) { try PeopleCommand($0) }
    table.on(GrantRoles.self, shell) { .grant(try Check.person($0.id), try RoleGrant($0)) }
    table.on(AddIdentity.self, shell) {
      .addIdentity(try Check.person($0.id), try Check.identity($0.identity))
    }
    // An invalid identity in a document can be removed, too.
    table.on(RemoveIdentity.self, shell) { .removeIdentity(try Check.person($0.id), $0.identity) }
    table.on(GetPerson.self, shell) { try PeopleCommand($0) }
    table.on(ListPeople.self, shell) {
      .list(after: $0.after, limit: try PageLimit.checked($0.limit, default: 100))
    }
    // The id of an invalid document need not be a UUID.
    table.on(RemovePerson.self, shell) { .remove(UUID(text: $0.id)?.lowercaseText ?? $0.id) }
    table.on(GetRoles.self, shell) {
      let max = GetRoles.maxLimit
      if let ids = $0.ids {
        return .rolesOf(try Check.persons(ids, max: max))
      }
      return .roles(
        after: try Check.cursor($0.after),
        limit: try PageLimit.checked($0.limit, default: max, in: 1...max))
    }
    table.on(GetZones.self, shell) {
      let people = try Check.persons($0.ids, max: GetZones.maxIDs)
      return .zones(team: try Check.team($0.team), people)
    }
    table.on(AddTeam.self, shell) { try PeopleCommand($0) }
    table.on(RenameTeam.self, shell) {
      .renameTeam(try Check.team($0.id), name: try Check.name($0.name))
    }
    table.on(RemoveTeam.self, shell) { .removeTeam(try Check.team($0.id)) }
    table.on(GetTeam.self, shell) { .team(try Check.team($0.id)) }
    table.on(ListTeams.self, shell) {
      .teams(after: $0.after, limit: try PageLimit.checked($0.limit, default: 1000))
    }
    table.on(ListMembers.self, shell) { try PeopleCommand($0) }
    table.on(SetMember.self, shell) {
      .setMember(
        try Check.person($0.person), Membership(team: try Check.team($0.team), role: $0.role))
    }
    table.on(RemoveMember.self, shell) {
      .removeMember(try Check.person($0.person), team: try Check.team($0.team))
    }
    table.onOwn(AgreeToVoice.self, shell) { .agreeToVoice(try Check.sender($1)) }
    table.onOwn(WithdrawVoice.self, shell) { .withdrawVoice(try Check.sender($1)) }
    table.onOwn(GetOwnVoice.self, shell) { .ownVoice(try Check.sender($1)) }
    table.on(GetVoices.self, shell) { try PeopleCommand($0) }
    table.on(KeepVoices.self, shell) { try PeopleCommand($0) }
    return table
  }
}

extension PeopleState {
  /// True if an action confirms the commit of a change.
  fileprivate func isChange(_ action: PeopleAction) -> Bool {
    guard case .common(.committed(let id, .success(let outcome))) = action, outcome.repeated == nil
    else { return false }
    return commands.decision(id)?.changes.isEmpty == false
  }
}
