import Bus
import Documents
import Foundation
import PeopleAPI
import ServiceShell
import TestSupport
import Testing

@testable import PeopleService

/// Grants that meet other commands, limits and restarts.
@Suite struct GrantSavingTests {
  private static let issuer = "https://login.example.com"
  private static let ann = Person(
    id: UUID(number: 1).lowercaseText, name: "Ann",
    identities: [Identity(issuer: issuer, subject: "ann")])

  private static func membership(_ team: Team.ID, _ role: TeamRole = .member) -> Membership {
    Membership(team: team, role: role, issuer: issuer)
  }

  private static func grant(_ teams: Team.ID...) -> PeopleCommand {
    .grant(
      ann.id,
      RoleGrant(
        identity: Identity(issuer: issuer, subject: "ann"),
        memberships: teams.map { membership($0) }, isOperator: true))
  }

  /// Whatever is killed, all of it is saved, or none.
  @Test func aGrantIsOneCommit() throws {
    var scenario = PeopleScenario()
    for team in ["web", "ops"] { try scenario.add(team: team) }
    var ann = Self.ann
    ann.teams = [Membership(team: "default", role: .admin, issuer: Self.issuer)]
    let effects = try scenario.load(ann, scenario.receive(2, Self.grant("web", "ops")))
    let decided = try #require(PeopleScenario.decided(effects))
    #expect(effects.count == 1 && decided.changes.count == 1)
    #expect(
      decided.events.map(\.labels.type)
        == ["person.edited", "team.memberRemoved", "team.memberSet", "team.memberSet"])
    #expect(scenario.state.saved.persons.isEmpty)
    // Its reply is lost, and the same decision is sent again.
    let operation = try #require(PeopleScenario.commit(effects))
    _ = scenario.send(.committed(operation, .failure(BusError(.unavailable, "Lost."))))
    #expect(PeopleScenario.decided(scenario.send(.retryCommit(operation))) == decided)
    _ = scenario.send(.committed(operation, .success(CommitOutcome())))
    #expect(scenario.state.saved.operators.count == 1 && scenario.state.isAtRest)
    #expect(scenario.state.saved.persons.values.first?.map(\.team) == ["web", "ops"])
  }

  /// The grant reads the person after the role of the admin is saved.
  @Test func aGrantWaitsForTheCommandBeforeIt() throws {
    var scenario = PeopleScenario()
    try scenario.add(team: "web")
    let set = Membership(team: "web", role: .admin)
    let loading = scenario.receive(2, .setMember(Self.ann.id, set))
    #expect(scenario.receive(3, Self.grant("web")).isEmpty)
    let first = try #require(PeopleScenario.commit(try scenario.load(Self.ann, loading)))
    let effects = scenario.send(.committed(first, .success(CommitOutcome())))
    var ann = Self.ann
    ann.teams = [set]
    let granting = try scenario.load(
      ann, effects.filter { if case .load = $0 { true } else { false } })
    let decided = try #require(PeopleScenario.decided(granting))
    #expect(decided.events.map(\.labels.type) == ["person.edited"])
  }

  /// Otherwise the role would follow the removal of its team in the journal.
  @Test func noRoleIsGivenInATeamThatIsBeingRemoved() throws {
    for command in [
      .setMember(Self.ann.id, Membership(team: "web", role: .admin)), Self.grant("web"),
    ] {
      var scenario = PeopleScenario()
      try scenario.add(team: "web")
      let removed = try scenario.decideRemoval(of: "web")
      let effects = try scenario.load(Self.ann, scenario.receive(2, command))
      #expect(PeopleScenario.code(effects) == .unavailable)
      _ = scenario.send(.committed(removed, .success(CommitOutcome())))
      #expect(scenario.state.isAtRest && scenario.state.saved.members["web"] == nil)
    }
  }

  /// In either order, the role is the admin’s.
  @Test func ofAnAdminAndAProviderAtTheSameTimeTheAdminWins() async throws {
    try await withPeople { people in
      _ = try await people.send(AddTeam(name: "Web"))
      let ann = try await people.send(AddPerson(name: "Ann", identities: Self.ann.identities))
      let grant = GrantRoles(
        id: ann.id, identity: Identity(issuer: Self.issuer, subject: "ann"),
        memberships: [.init(team: "web", role: .observer)])
      let set = SetMember(team: "web", person: ann.id, role: .admin)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...4 {
          group.addTask { _ = try await people.send(grant) }
          group.addTask { _ = try await people.send(set) }
        }
        try await group.waitForAll()
      }
      #expect(
        try await people.send(GetPerson(id: ann.id)).teams == [
          Membership(team: "web", role: .admin)
        ])
    }
  }

  /// The team is removed while the person is being loaded, or while the grant is being saved.
  @Test func aTeamThatIsRemovedMeanwhileKeepsNoMember() throws {
    for isSavedBefore in [true, false] {
      var scenario = PeopleScenario()
      for team in ["web", "ops"] { try scenario.add(team: team) }
      let loading = scenario.receive(2, Self.grant("web", "ops"))
      if isSavedBefore { try scenario.remove(team: "web") }
      let effects = try scenario.load(Self.ann, loading)
      if !isSavedBefore { try scenario.remove(team: "web") }
      let events = try #require(PeopleScenario.decided(effects)).events.compactMap(\.labels.team)
      #expect(events == (isSavedBefore ? ["ops"] : ["web", "ops"]))
      let operation = try #require(PeopleScenario.commit(effects))
      _ = scenario.send(.committed(operation, .success(CommitOutcome())))
      let saved = scenario.state.saved
      #expect(saved.members["web"] == nil && saved.members["ops"]?.count == 1)
      #expect(saved.persons.values.map { saved.current($0).map(\.team) } == [["ops"]])
    }
  }

  @Test func rolesBeyond64TeamsAreSkipped() async throws {
    try await withPeople { people in
      let ann = try await people.send(AddPerson(name: "Ann", identities: Self.ann.identities))
      let teams = (1...2 * Person.maxTeams).map { "t\($0)" }
      for team in teams { _ = try await people.send(AddTeam(id: team, name: team)) }
      func grant(_ teams: some Sequence<Team.ID>) async throws -> [Team.ID] {
        let roles = teams.map { GrantRoles.Role(team: $0, role: .member) }
        let grant = GrantRoles(
          id: ann.id, identity: Identity(issuer: Self.issuer, subject: "ann"), memberships: roles)
        return try await people.send(grant).teams.map(\.team)
      }
      _ = try await people.send(SetMember(team: "default", person: ann.id, role: .member))
      let first = Array(teams.prefix(Person.maxTeams))
      #expect(try await grant(first) == ["default"] + first.dropLast())
      let count = people.store.eventTypes.count
      // All of them are replaced at once.
      let second = Array(teams.suffix(Person.maxTeams))
      #expect(try await grant(second) == ["default"] + second.dropLast())
      let types = people.store.eventTypes.dropFirst(count)
      let each = Person.maxTeams - 1
      #expect(types.prefix(each).allSatisfy { $0 == "team.memberRemoved" })
      #expect(types.dropFirst(each).allSatisfy { $0 == "team.memberSet" })
      #expect(types.count == 2 * each)
    }
  }

  @Test func whatIsGrantedIsThereAfterARestart() async throws {
    let store = PeopleFixture.store()
    var granted = Person(id: "", name: "")
    try await withPeople(store) { people in
      let ann = try await people.send(AddPerson(name: "Ann", identities: Self.ann.identities))
      granted = try await people.send(
        GrantRoles(
          id: ann.id, identity: Identity(issuer: Self.issuer, subject: "ann"),
          memberships: [.init(team: "default", role: .admin)],
          isOperator: true))
    }
    try await withPeople(store) { people in
      let found = try await people.send(GetPerson(id: granted.id))
      #expect(found == granted)
      #expect(await people.code(RemoveMember(team: "default", person: granted.id)) == .conflict)
      #expect(await people.service.problems().isEmpty)
    }
  }
}
