import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import ServiceShell
import StandupsMetrics
import TestSupport
import Testing

@testable import PeopleService

/// Commands that run at the same time, failures of the store, and restarts.
@Suite struct SavingTests {
  private typealias Scenario = PeopleScenario

  private static func ann(_ email: String) -> PeopleCommand {
    .add(Person(id: "", name: "Ann", email: email))
  }

  @Test func twoPersonsAreNotAddedWithOneAddressAtTheSameTime() throws {
    var scenario = Scenario()
    let first = try #require(Scenario.commit(scenario.receive(1, Self.ann("ann@example.com"))))
    #expect(Scenario.code(scenario.receive(2, Self.ann("ann@example.com"))) == .conflict)
    #expect(Scenario.commit(scenario.receive(3, Self.ann("bob@example.com"))) != nil)
    // It fails, so that the address is free.
    _ = scenario.send(.committed(first, .failure(BusError(.invalid, "No."))))
    #expect(Scenario.commit(scenario.receive(4, Self.ann("ann@example.com"))) != nil)
  }

  /// While it is unknown whether a commit was written, the address is not free.
  @Test func anUncertainCommitReservesTheAddress() throws {
    var scenario = Scenario()
    let first = try #require(Scenario.commit(scenario.receive(1, Self.ann("ann@example.com"))))
    _ = scenario.send(.committed(first, .failure(BusError(.unavailable, "Lost."))))
    #expect(Scenario.code(scenario.receive(2, Self.ann("ann@example.com"))) == .conflict)
    _ = scenario.send(.retryCommit(first))
    _ = scenario.send(.committed(first, .success(CommitOutcome())))
    #expect(Scenario.code(scenario.receive(3, Self.ann("ann@example.com"))) == .conflict)
    #expect(scenario.state.saved.persons.count == 1)
  }

  /// The team is removed while the person is being loaded.
  @Test func aRemovedTeamGetsNoMember() throws {
    var scenario = Scenario()
    try scenario.add(team: "web")
    let ann = Person(id: UUID(number: 1).lowercaseText, name: "Ann")
    let loading = scenario.receive(2, .setMember(ann.id, Membership(team: "web", role: .member)))
    try scenario.remove(team: "web")
    #expect(Scenario.code(try scenario.load(ann, loading)) == .notFound)
    #expect(scenario.state.isAtRest)
  }

  @Test func onePersonIsChangedByOneCommandAtATime() async throws {
    try await withPeople { people in
      let ann = try await people.add("Ann")
      let teams = (1...8).map { "t\($0)" }
      for team in teams { _ = try await people.send(AddTeam(id: team, name: team)) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for team in teams {
          group.addTask {
            _ = try await people.send(SetMember(team: team, person: ann.id, role: .member))
          }
        }
        try await group.waitForAll()
      }
      #expect(try await people.send(GetPerson(id: ann.id)).teams.count == teams.count)
    }
  }

  @Test func whatIsAcknowledgedIsThereAfterARestart() async throws {
    let store = PeopleFixture.store()
    var ann = Person(id: "", name: "")
    try await withPeople(store) { people in
      _ = try await people.send(AddTeam(name: "Web"))
      ann = try await people.add("Ann", ["web": .admin], email: "ann@example.com")
    }
    try await withPeople(store) { people in
      let found = try await people.send(GetPerson(email: "ann@example.com"))
      let team = try await people.send(GetTeam(id: "web"))
      #expect(found == ann && team.members == 1)
      let code = await people.code(AddPerson(name: "Eve", email: "ann@example.com"))
      #expect(code == .conflict)
    }
  }

  @Test func aStoreThatIsAwayIsAnError() async throws {
    try await withPeople { people in
      let ann = try await people.add("Ann")
      people.store.state.withLock { $0.isAway = true }
      #expect(await people.code(GetPerson(id: ann.id)) == .unavailable)
      #expect(await people.code(ListPeople()) == .unavailable)
      #expect(try await people.send(ListTeams()).teams.count == 1)
      people.store.state.withLock { $0.isAway = false }
      #expect(try await people.send(GetPerson(id: ann.id)) == ann)
    }
  }

  @Test func metricsCountChanges() async throws {
    let registry = MetricRegistry()
    let metrics = PeopleMetrics(registry)
    let people = try await PeopleFixture(metrics: metrics)
    people.service.observe(metrics, in: registry)
    let ann = try await people.add("Ann", ["default": .member])
    // Neither a query nor a change that changes nothing counts.
    _ = try await people.send(ListTeams())
    _ = try await people.send(SetMember(team: "default", person: ann.id, role: .member))
    #expect(await registry.refreshed("standups_people_changes_total") == 2)
    #expect(await registry.refreshed("standups_people_persons") == 1)
    #expect(await registry.refreshed("standups_people_teams") == 1)
    await people.stop()
  }
}
