import Bus
import Documents
import PeopleAPI
import ServiceShell
import StandupsCollections

/// Commands about teams. A removed team keeps its id, because events, topics and links may still
/// name it; memberships in it no longer count, and are removed with the next change of the person.
extension PeopleReduction {
  mutating func addTeam(_ operation: Operation, _ id: String, _ name: String) throws {
    guard state.saved.teams[id] == nil, !state.saved.unreadableTeams.contains(id) else {
      let error = BusError(
        .conflict,
        state.saved.hasTeam(id)
          ? "Team “\(id)” already exists; choose another id."
          : "A team had the id “\(id)” before; choose another one.", detail: ["team": id])
      return try refuse(operation, error)
    }
    // This command is in progress, too.
    let adding = state.commands.count { if case .addTeam = $0 { true } else { false } }
    guard state.saved.teams.count + adding <= Team.maxCount else {
      throw BusError(
        .conflict, "The maximum of \(Team.maxCount) teams, including removed ones, is reached.")
    }
    let added = try event(TeamAdded(id: id, name: name), of: id, operation)
    try commit(
      operation, [.team(id, name: name)], events: [added],
      reply: AddTeam.encoded(Team(id: id, name: name, members: 0)))
  }

  mutating func renameTeam(_ operation: Operation, _ id: String, _ name: String) throws {
    guard state.saved.hasTeam(id) || state.saved.unreadableTeams.contains(id),
      operation.scope.contains(id)
    else {
      return try refuse(operation, BusError.unknownTeam(id))
    }
    let team = Team(
      id: id, name: name,
      members: state.saved.team(id)?.members ?? state.saved.persons(in: id).count)
    let renamed = try event(TeamRenamed(id: id, name: name), of: id, operation)
    try commit(
      operation, [.team(id, name: name), .open(id)], events: [renamed],
      reply: RenameTeam.encoded(team))
  }

  mutating func removeTeam(_ operation: Operation, _ id: String) throws {
    guard id != Team.defaultID else {
      throw BusError(.conflict, "The team “\(id)” always exists, and cannot be removed.")
    }
    guard state.saved.hasTeam(id) || state.saved.unreadableTeams.contains(id) else {
      return try refuse(operation, BusError.unknownTeam(id))
    }
    state.commands.wait(operation.id, for: .requesting)
    effects.append(.requestRemoval(operation.id, id))
  }

  /// Removes the team of a command if the composition root permits it.
  mutating func removalPermitted(_ id: OperationID, _ result: Result<Done, BusError>) {
    guard let operation = state.commands.operation(id, waitingFor: .requesting),
      case .removeTeam(let team) = operation.command
    else { return }
    attempt(operation) { reduction in
      _ = try result.get()
      let removed = try reduction.event(TeamRemoved(id: team), of: team, operation)
      try reduction.commit(
        operation, [.team(team, name: nil)], events: [removed],
        reply: RemoveTeam.encoded(Done()))
    }
  }

  /// Checks that no command in progress is about to remove a team. Otherwise the role that is given
  /// meanwhile would follow the removal in the journal.
  ///
  /// - Throws: `unavailable`, which can be retried: the removal may still fail.
  func checkStays(_ team: Team.ID) throws(BusError) {
    let isBeingRemoved = state.commands.operations.keys.contains { id in
      state.commands.decision(id)?.changes.contains(.team(team, name: nil)) ?? false
    }
    guard !isBeingRemoved else {
      throw BusError(
        .unavailable, "The team “\(team)” is being removed; try again.", detail: ["team": team])
    }
  }

  /// A page of the list of the teams in a scope.
  func teams(_ after: String?, _ limit: Int, in scope: TeamScope) -> ListTeams.Reply {
    var ids = state.saved.teamIDs
    if let teams = scope.teams {
      ids = SortedIDs()
      for id in teams where state.saved.hasTeam(id) { ids.insert(id) }
    }
    let page = ids.page(after: after, limit: limit)
    return ListTeams.Reply(
      teams: page.ids.compactMap { state.saved.team($0) }, next: page.next)
  }

}
