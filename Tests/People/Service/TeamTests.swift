import Bus
import Documents
import Foundation
import PeopleAPI
import TestSupport
import Testing

@testable import PeopleService

/// Teams and their members.
@Suite struct TeamTests {
  @Test func thereIsAlwaysADefaultTeam() async throws {
    try await withPeople { people in
      let usual = Team(id: "default", name: "Default", members: 0)
      #expect(try await people.send(ListTeams()).teams == [usual])
      #expect(await people.code(RemoveTeam(id: "default")) == .conflict)
      #expect(await people.code(AddTeam(name: "Default")) == .conflict)
      _ = try await people.send(RenameTeam(id: "default", name: "Everybody"))
      _ = try await people.add("Ann", ["default": .member])
      #expect(
        try await people.send(GetTeam(id: "default"))
          == Team(id: "default", name: "Everybody", members: 1))
    }
  }

  @Test(arguments: [
    ("Web", "web"), ("Web & Mobile", "web-mobile"), ("Über uns", "uber-uns"),
    ("3D-Druck", "d-druck"),
    ("--A--", "a"), (String(repeating: "ab ", count: 20), "ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab"),
  ])
  func anIDIsMadeFromTheName(name: String, id: String) async throws {
    try await withPeople { people in
      let team = try await people.send(AddTeam(name: name))
      #expect(team == Team(id: id, name: name, members: 0) && Team.isID(id))
    }
  }

  @Test(arguments: ["", "Web", "1a", "-a", "a b", "ä", "a/b", String(repeating: "x", count: 33)])
  func invalidIDsAreRejected(id: String) async throws {
    try await withPeople { people in
      #expect(await people.code(AddTeam(id: id, name: "Web")) == .invalid)
      #expect(await people.code(GetTeam(id: id)) == .invalid)
      #expect(await people.code(AddTeam(name: "安")) == .invalid)
    }
  }

  /// The marker that an interrupted removal left behind.
  @Test func aRenamedTeamIsOpen() async throws {
    let store = PeopleFixture.store()
    try await withPeople(store) { people in
      _ = try await people.send(AddTeam(id: "web", name: "Web"))
      for id in ["web", "ops"] {
        store.put(Document(collection: "people.closedTeams", id: id, body: .emptyObject))
      }
      _ = try await people.send(RenameTeam(id: "web", name: "Web 2"))
      #expect(store.documents("people.closedTeams").map(\.id) == ["ops"])
    }
  }

  @Test func rolesAreGivenReplacedAndTaken() async throws {
    try await withPeople { people in
      _ = try await people.send(AddTeam(name: "Web"))
      let ann = try await people.add("Ann", ["web": .member, "default": .observer])
      #expect(
        Set(ann.teams) == [
          Membership(team: "web", role: .member), Membership(team: "default", role: .observer),
        ])
      let admin = SetMember(team: "web", person: ann.id, role: .admin)
      #expect(try await people.send(admin) == Membership(team: "web", role: .admin))
      #expect(try await people.send(admin) == Membership(team: "web", role: .admin))
      #expect(
        try await people.send(ListMembers(id: "web")).members
          == [.init(person: ann.id, name: "Ann", role: .admin)])
      #expect(try await people.send(GetTeam(id: "web")).members == 1)
      for _ in 1...2 { _ = try await people.send(RemoveMember(team: "web", person: ann.id)) }
      #expect(try await people.send(GetTeam(id: "web")).members == 0)
      #expect(try await people.send(ListMembers(id: "web")).members.isEmpty)
      #expect(
        people.store.eventTypes.filter { $0.hasPrefix("team.") } == [
          "team.added", "team.memberSet", "team.memberSet", "team.memberSet", "team.memberRemoved",
        ])
    }
  }

  @Test func unknownTeamsAndPersonsAreNotFound() async throws {
    try await withPeople { people in
      let ann = try await people.add("Ann")
      #expect(
        await people.code(SetMember(team: "web", person: ann.id, role: .member)) == .notFound)
      #expect(
        await people.code(
          SetMember(team: "default", person: UUID().uuidString, role: .member)) == .notFound)
      #expect(await people.code(ListMembers(id: "web")) == .notFound)
      #expect(await people.code(GetTeam(id: "web")) == .notFound)
      #expect(await people.code(RenameTeam(id: "web", name: "Web")) == .notFound)
      #expect(await people.code(RemoveTeam(id: "web")) == .notFound)
    }
  }

  @Test func aTeamThatIsInUseStays() async throws {
    try await withPeople { people in
      _ = try await people.send(AddTeam(name: "Full"))
      #expect(await people.code(RemoveTeam(id: "full")) == .conflict)
      #expect(try await people.send(GetTeam(id: "full")).name == "Full")
      #expect(people.store.eventTypes == ["team.added"])
    }
  }

  /// Its memberships no longer count, and its id stays reserved, after a restart, too.
  @Test func aRemovedTeamIsGone() async throws {
    let store = PeopleFixture.store()
    var ann = Person(id: "", name: "")
    try await withPeople(store) { people in
      _ = try await people.send(AddTeam(name: "Web"))
      ann = try await people.add("Ann", ["web": .admin])
      _ = try await people.send(RemoveTeam(id: "web"))
      #expect(try await people.send(GetPerson(id: ann.id)).teams.isEmpty)
    }
    try await withPeople(store) { people in
      #expect(try await people.send(ListTeams()).teams.map(\.id) == ["default"])
      #expect(try await people.send(GetPerson(id: ann.id)).teams.isEmpty)
      #expect(await people.code(AddTeam(name: "Web")) == .conflict)
      #expect(
        await people.code(SetMember(team: "web", person: ann.id, role: .admin)) == .notFound)
      // The next change of the person removes the membership from the document.
      let edited = try await people.send(EditPerson(id: ann.id, name: "Ann Lee"))
      #expect(edited.teams.isEmpty)
      #expect(try store.documents("people")[0].value(as: Person.self).teams.isEmpty)
    }
  }

  @Test func aPersonIsInAtMost64Teams() async throws {
    try await withPeople { people in
      let ann = try await people.add("Ann")
      for number in 1...Person.maxTeams {
        _ = try await people.send(AddTeam(id: "t\(number)", name: "T"))
        _ = try await people.send(
          SetMember(team: "t\(number)", person: ann.id, role: .member))
      }
      #expect(
        await people.code(SetMember(team: "default", person: ann.id, role: .member)) == .conflict)
      // A role in one of them can still be changed.
      _ = try await people.send(SetMember(team: "t1", person: ann.id, role: .admin))
    }
  }

  @Test func teamsAndMembersAreListedInPages() async throws {
    try await withPeople { people in
      for id in ["web", "app", "ops"] { _ = try await people.send(AddTeam(id: id, name: id)) }
      let first = try await people.send(ListTeams(limit: 3))
      #expect(first.teams.map(\.id) == ["app", "default", "ops"] && first.next == "ops")
      let last = try await people.send(ListTeams(after: first.next, limit: 3))
      #expect(last.teams.map(\.id) == ["web"] && last.next == nil)
      var ids: [String] = []
      for name in ["Ann", "Bob", "Cem"] {
        ids.append(try await people.add(name, ["web": .member]).id)
      }
      let page = try await people.send(ListMembers(id: "web", limit: 2))
      #expect(page.members.map(\.person) == Array(ids.sorted()[..<2]))
      let rest = try await people.send(ListMembers(id: "web", after: page.next, limit: 2))
      #expect(rest.members.map(\.person) == [ids.sorted()[2]] && rest.next == nil)
      #expect(await people.code(ListMembers(id: "web", after: "x")) == .invalid)
    }
  }

  /// Only of persons with a role in the team, or in every team.
  @Test func zonesAreThoseOfTheMembersOfATeam() async throws {
    try await withPeople { people in
      _ = try await people.send(AddTeam(name: "Web"))
      var ids: [String] = []
      for (name, zone, isOperator) in [
        ("Ann", "Europe/Paris", nil), ("Bob", "Asia/Tokyo", true), ("Cem", "Asia/Tokyo", nil),
        ("Dan", nil, true),
      ] as [(String, String?, Bool?)] {
        let person = try await people.send(
          AddPerson(name: name, zone: zone, isOperator: isOperator))
        ids.append(person.id)
      }
      _ = try await people.send(SetMember(team: "web", person: ids[0], role: .observer))
      let expected = [
        GetZones.PersonZone(id: ids[0], zone: "Europe/Paris"),
        .init(id: ids[1], zone: "Asia/Tokyo"),
      ].sorted { $0.id < $1.id }
      let unknown = UUID(number: 9).lowercaseText
      #expect(
        try await people.send(GetZones(team: "web", ids: ids + [unknown])).people == expected)
      #expect(try await people.send(GetZones(team: "web", ids: [unknown])).people.isEmpty)
      #expect(try await people.send(GetZones(team: "web", ids: [])).people.isEmpty)
      #expect(await people.code(GetZones(team: "web", ids: ["x"])) == .invalid)
      #expect(
        await people.code(GetZones(team: "web", ids: Array(repeating: ids[0], count: 201)))
          == .invalid)
    }
  }

  /// The router's view of all persons: it needs no documents.
  @Test func rolesAreListedForTheRouter() async throws {
    try await withPeople { people in
      _ = try await people.send(AddTeam(name: "Web"))
      let ann = try await people.add("Ann", ["web": .admin])
      let bob = try await people.send(AddPerson(name: "Bob", isOperator: true))
      _ = try await people.add("Cem", ["default": .observer])
      people.store.state.withLock { $0.isAway = true }
      var roles: [GetRoles.PersonRoles] = []
      var after: String?
      repeat {
        let page = try await people.send(GetRoles(after: after, limit: 2))
        roles += page.people
        after = page.next
      } while after != nil && roles.count < 10
      #expect(roles.map(\.id) == roles.map(\.id).sorted() && roles.count == 3)
      let load = try await people.send(GetRoles(limit: 1)).load
      let sameLoad = try await people.send(GetRoles()).load
      #expect(!load.isEmpty && load == sameLoad)
      #expect(
        roles.first { $0.id == ann.id }
          == .init(id: ann.id, teams: [Membership(team: "web", role: .admin)]))
      #expect(roles.first { $0.id == bob.id } == .init(id: bob.id, isOperator: true, teams: []))
      let unknown = UUID(number: 9).lowercaseText
      let some = GetRoles(ids: [unknown, bob.id.uppercased(), ann.id, bob.id])
      #expect(
        try await people.send(some).people == roles.filter { [ann.id, bob.id].contains($0.id) })
      #expect(await people.code(GetRoles(ids: ["x"])) == .invalid)
      #expect(await people.code(GetRoles(ids: Array(repeating: ann.id, count: 201))) == .invalid)
      people.store.state.withLock { $0.isAway = false }
      #expect(try await people.send(GetRoles()).removedTeams == nil)
      _ = try await people.send(RemoveTeam(id: "web"))
      let reply = try await people.send(GetRoles())
      let left = reply.people
      #expect(reply.removedTeams == ["web"])
      #expect(try await people.send(GetRoles(limit: 2)).removedTeams == nil)
      #expect(left.first { $0.id == ann.id } == .init(id: ann.id, teams: []))
      #expect(await people.code(GetRoles(limit: 201)) == .invalid)
      #expect(await people.code(GetRoles(after: "x")) == .invalid)
    }
  }
}
