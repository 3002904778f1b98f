import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import TestSupport
import Testing

@testable import PeopleService

/// Documents that no command would have written are set aside, and the service continues.
@Suite struct ExtremeDocumentTests {
  private static let ann = Person(
    id: "00000000-0000-0000-0000-000000000001", name: "Ann", email: "ann@example.com",
    zone: "Europe/Paris", isOperator: true, operatorIssuer: "proxy",
    identities: [Identity(issuer: "proxy", subject: "ann")],
    teams: [Membership(team: "web", role: .admin, issuer: "proxy")])

  private static func document(_ person: Person, id: String? = nil) throws -> Document {
    Document(
      collection: "people", id: id ?? person.id, sortKey: 1, body: try RawJSON(encoding: person))
  }

  private static func team(_ id: String, _ name: String?) throws -> Document {
    Document(
      collection: "people.teams", id: id, body: try RawJSON(encoding: SavedTeam(name: name)))
  }

  @Test func everyCommandIsAnsweredWhateverWasSaved() async throws {
    let (person, team) = (try Self.document(Self.ann), try Self.team("web", "Web"))
    #expect(person.problem(as: Person.self) == nil && team.problem(as: SavedTeam.self) == nil)
    let variants =
      try Extremes.variants(of: person.body).map { ($0, person) }
      + Extremes.variants(of: team.body).map { ($0, team) }
    try #require(variants.count > 50)
    for (variant, document) in variants {
      var changed = document
      changed.body = variant.body
      let store = PeopleFixture.store()
      store.put(person, team)
      store.put(changed)
      try await withPeople(store) { people in
        let probe = CommandProbe(people.service.definition.commands)
        await probe.send(ListPeople())
        await probe.send(GetPerson(id: Self.ann.id))
        await probe.send(GetPerson(email: "ann@example.com"))
        await probe.send(ListTeams())
        await probe.send(ListMembers(id: "web"))
        await probe.send(
          GrantRoles(
            id: Self.ann.id, identity: Identity(issuer: "proxy", subject: "ann"),
            memberships: [.init(team: "web", role: .member)]))
        await probe.send(SetMember(team: "web", person: Self.ann.id, role: .member))
        await probe.send(RenameTeam(id: "web", name: "Web 2"))
        await probe.send(RemovePerson(id: Self.ann.id))
        await probe.send(RemoveTeam(id: "web"))
        #expect(
          probe.count == 10 && probe.mistakes.isEmpty,
          "\(document.collection): \(variant.description): \(probe.mistakes)")
        #expect(store.documents("people").isEmpty, "\(variant.description)")
      }
    }
  }

  /// No provider could take such a role away.
  @Test func aRoleOfAnIssuerWithoutAnIdentityIsInvalid() throws {
    func problem(_ change: (inout Person) -> Void) throws -> String? {
      var person = Self.ann
      change(&person)
      return try Self.document(person).problem(as: Person.self)
    }
    #expect(try problem { _ in } == nil)
    #expect(try problem { $0.operatorIssuer = "other" } != nil)
    #expect(try problem { $0.teams[0].issuer = "other" } != nil)
    #expect(try problem { $0.identities = [] } != nil)
    #expect(try problem { $0.isOperator = nil } != nil)
    #expect(try problem { ($0.isOperator, $0.operatorIssuer) = (nil, nil) } == nil)
  }

  /// The second one of two persons with one identity has no rights, and can be removed.
  @Test func ofTwoPersonsWithOneIdentityTheFirstKeepsIt() async throws {
    var eve = Self.ann
    (eve.id, eve.email) = ("00000000-0000-0000-0000-000000000002", nil)
    let store = PeopleFixture.store()
    store.put(try Self.document(Self.ann), try Self.document(eve), try Self.team("web", "Web"))
    try await withPeople(store) { people in
      let identity = Identity(issuer: "proxy", subject: "ann")
      #expect(try await people.send(GetPerson(identity: identity)) == Self.ann)
      #expect(try await people.send(GetTeam(id: "web")).members == 1)
      #expect(await people.code(EditPerson(id: eve.id, name: "Eve")) == .conflict)
      let problems = await people.service.problems()
      #expect(problems.count == 1 && problems[0].contains(eve.id))
      _ = try await people.send(RemovePerson(id: eve.id))
      #expect(await people.service.problems().isEmpty)
      #expect(try await people.send(GetPerson(identity: identity)) == Self.ann)
    }
  }

  /// Its members get their roles back, and the router loads all roles again.
  @Test func anUnreadableTeamIsRepairedByItsNewName() async throws {
    let store = PeopleFixture.store()
    store.put(try Self.document(Self.ann), try Self.team("web", ""))
    try await withPeople(store) { people in
      let before = try await people.send(GetRoles())
      #expect(before.people.map(\.teams) == [[]])
      #expect(try await people.send(RenameTeam(id: "web", name: "Web")).members == 1)
      let after = try await people.send(GetRoles())
      #expect(after.people.map(\.teams) == [[Membership(team: "web", role: .admin)]])
      #expect(after.load != before.load)
      #expect(try await people.send(ListMembers(id: "web")).members.map(\.name) == ["Ann"])
      _ = try await people.send(RenameTeam(id: "web", name: "Web 2"))
      #expect(try await people.send(GetRoles()).load == after.load)
      #expect(try await people.send(GetTeam(id: "web")).members == 1)
    }
  }

  /// The document of a removed team has no name, but a damaged one is not that of a removed team.
  @Test func aDamagedTeamIsNotARemovedOne() async throws {
    let store = PeopleFixture.store()
    var damaged = try Self.team("web", "Web")
    damaged.body = try RawJSON(validating: Array(#"{"isDamaged":true}"#.utf8))
    store.put(try Self.document(Self.ann), damaged)
    try await withPeople(store) { people in
      let problems = await people.service.problems()
      #expect(problems.count == 1 && problems[0].contains("“web”"))
      _ = try await people.send(RenameTeam(id: "web", name: "Web"))
      #expect(try await people.send(GetTeam(id: "web")).members == 1)
    }
  }

  @Test func notEveryProblemIsListed() async throws {
    let store = PeopleFixture.store()
    for number in 1...12 { store.put(try Self.team("t\(number)", "")) }
    try await withPeople(store) { people in
      let problems = await people.service.problems()
      #expect(problems.count == 11)
      #expect(problems.last == "2 more teams cannot be read; see the log.")
    }
  }

  @Test func whatHasAnInvalidIDIsNamedAndRemoved() async throws {
    let store = PeopleFixture.store()
    store.put(
      try Self.document(Self.ann, id: "ann"), try Self.team("Web", "Web"),
      try Self.team("ops", ""), try Self.team("default", nil))
    try await withPeople(store) { people in
      let problems = await people.service.problems()
      #expect(problems.filter { $0.contains("Person ann ") }.count == 1)
      #expect(problems.count == 4)
      _ = try await people.send(RemovePerson(id: "ann"))
      #expect(await people.code(RemovePerson(id: "bob")) == .invalid)
      #expect(store.documents("people").isEmpty)
      _ = try await people.send(RenameTeam(id: "ops", name: "Ops"))
      #expect(await people.code(AddTeam(id: "ops", name: "Ops")) == .conflict)
      #expect(try await people.send(ListTeams()).teams.map(\.id) == ["default", "ops"])
    }
  }
}
