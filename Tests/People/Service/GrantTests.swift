import Bus
import Foundation
import PeopleAPI
import TestSupport
import Testing

@testable import PeopleService

/// Roles that a sign-in provider grants.
@Suite struct GrantTests {
  private static let (company, school) = ("https://login.example.com", "https://login.example.edu")

  /// Runs a test with three teams and Ann, who has identities at two providers.
  private static func withAnn(
    _ body: (_ people: PeopleFixture, _ ann: Person.ID) async throws -> Void
  ) async throws {
    try await withPeople { people in
      for id in ["web", "ops", "app"] { _ = try await people.send(AddTeam(id: id, name: id)) }
      let ann = AddPerson(
        name: "Ann",
        identities: [company, school].map { Identity(issuer: $0, subject: "ann") })
      try await body(people, try await people.send(ann).id)
    }
  }

  /// A grant whose roles are written as in a sentence, such as “web member”.
  private static func grant(
    _ id: Person.ID, _ roles: String..., issuer: String = company, isOperator: Bool? = nil
  ) -> GrantRoles {
    GrantRoles(
      id: id, identity: Identity(issuer: issuer, subject: "ann"), memberships: roles.map(role),
      isOperator: isOperator)
  }

  private static func role(_ text: String) -> GrantRoles.Role {
    let parts = text.split(separator: " ").map(String.init)
    return .init(team: parts[0], role: TeamRole(rawValue: parts[1]) ?? .observer)
  }

  private static func membership(_ text: String, _ issuer: String? = company) -> Membership {
    Membership(team: role(text).team, role: role(text).role, issuer: issuer)
  }

  /// The types and teams of the events after the first ones.
  private static func events(_ people: PeopleFixture, after count: Int) -> [String] {
    people.store.state.withLock { state in
      state.events.dropFirst(count).map {
        [$0.labels.type, $0.labels.team].compactMap(\.self).joined(separator: " ")
      }
    }
  }

  private static func commits(_ people: PeopleFixture) -> Int {
    people.store.state.withLock { $0.commits }
  }

  @Test func aGrantReplacesTheRolesOfItsIssuer() async throws {
    try await Self.withAnn { people, ann in
      let first = try await people.send(Self.grant(ann, "web member", "ops admin"))
      #expect(first.teams == [Self.membership("web member"), Self.membership("ops admin")])
      #expect(
        try await people.send(ListMembers(id: "ops")).members
          == [.init(person: ann, name: "Ann", role: .admin, issuer: Self.company)])
      let (events, commits) = (people.store.eventTypes.count, Self.commits(people))
      let second = try await people.send(Self.grant(ann, "app observer", "web admin"))
      #expect(second.teams == [Self.membership("web admin"), Self.membership("app observer")])
      #expect(try await people.send(GetPerson(id: ann)) == second)
      #expect(
        Self.events(people, after: events)
          == ["team.memberRemoved ops", "team.memberSet web", "team.memberSet app"])
      #expect(Self.commits(people) == commits + 1)
      #expect(try await people.send(ListMembers(id: "ops")).members.isEmpty)
      #expect(try await people.send(Self.grant(ann)).teams.isEmpty)
    }
  }

  @Test func rolesOfAdminsAndOtherIssuersWin() async throws {
    try await Self.withAnn { people, ann in
      _ = try await people.send(SetMember(team: "web", person: ann, role: .observer))
      _ = try await people.send(Self.grant(ann, "ops observer", issuer: Self.school))
      let others = [
        Self.membership("web observer", nil), Self.membership("ops observer", Self.school),
      ]
      let granted = try await people.send(Self.grant(ann, "web admin", "ops admin", "app admin"))
      #expect(granted.teams == others + [Self.membership("app admin")])
      #expect(try await people.send(Self.grant(ann)).teams == others)
      // Once the other provider no longer grants it, this one does.
      _ = try await people.send(Self.grant(ann, issuer: Self.school))
      let left = try await people.send(Self.grant(ann, "ops admin"))
      #expect(left.teams == [others[0], Self.membership("ops admin")])
    }
  }

  @Test func anUnchangedGrantWritesNothing() async throws {
    try await Self.withAnn { people, ann in
      var grant = Self.grant(ann, "web member", isOperator: true)
      (grant.name, grant.email, grant.zone) = ("Ann Lee", "ann@example.com", "Europe/Paris")
      let person = try await people.send(grant)
      let (events, commits) = (people.store.eventTypes.count, Self.commits(people))
      grant.email = "Ann@Example.com"
      #expect(try await people.send(grant) == person)
      #expect(Self.commits(people) == commits)
      // With a key, the reply is saved, because a repetition has to get the same one.
      #expect(try await people.send(grant, key: "1") == person)
      #expect(Self.commits(people) == commits + 1 && people.store.eventTypes.count == events)
    }
  }

  @Test func unknownAndRemovedTeamsAreSkipped() async throws {
    try await Self.withAnn { people, ann in
      _ = try await people.send(Self.grant(ann, "ops member"))
      _ = try await people.send(RemoveTeam(id: "ops"))
      let granted = try await people.send(
        Self.grant(ann, "ops member", "nowhere admin", "web member"))
      #expect(granted.teams == [Self.membership("web member")])
      #expect(try await people.send(GetPerson(id: ann)) == granted)
    }
  }

  @Test func aGrantNeedsTheIdentityOfThePerson() async throws {
    try await Self.withAnn { people, ann in
      let other = Self.company + "/"
      let error = await #expect(throws: BusError.self) {
        try await people.send(Self.grant(ann, "web member", issuer: other))
      }
      #expect(error?.code == .conflict)
      #expect(error?.message.contains("this identity at \(other)") == true)
      // Another account at the same issuer.
      let account = GrantRoles(
        id: ann, identity: Identity(issuer: Self.company, subject: "lee"),
        memberships: [Self.role("web member")])
      #expect(await people.code(account) == .conflict)
      let left = try await people.send(GetPerson(id: ann))
      #expect(left.teams.isEmpty)
      #expect(await people.code(Self.grant(UUID().uuidString)) == .notFound)
    }
  }

  @Test func aGroupMakesAnOperator() async throws {
    try await Self.withAnn { people, ann in
      let granted = try await people.send(Self.grant(ann, isOperator: true))
      #expect(granted.isOperator == true && granted.operatorIssuer == Self.company)
      // Another provider neither takes it over nor away.
      for isOperator in [true, false] {
        let other = Self.grant(ann, issuer: Self.school, isOperator: isOperator)
        #expect(try await people.send(other) == granted)
      }
      let error = await #expect(throws: BusError.self) {
        try await people.send(EditPerson(id: ann, isOperator: false))
      }
      #expect(error?.code == .conflict && error?.message.contains(Self.company) == true)
      let left = try await people.send(Self.grant(ann))
      #expect(left.isOperator == nil && left.operatorIssuer == nil)
      let roles = try await people.send(GetRoles(ids: [ann])).people
      #expect(roles == [.init(id: ann, teams: [])])
    }
  }

  @Test func anOperatorByHandStays() async throws {
    try await Self.withAnn { people, ann in
      _ = try await people.send(Self.grant(ann, isOperator: true))
      let events = people.store.eventTypes.count
      let byHand = try await people.send(EditPerson(id: ann, isOperator: true))
      #expect(byHand.isOperator == true && byHand.operatorIssuer == nil)
      #expect(Self.events(people, after: events) == ["person.edited"])
      for isOperator in [true, false] {
        #expect(try await people.send(Self.grant(ann, isOperator: isOperator)) == byHand)
      }
      #expect(try await people.send(EditPerson(id: ann, isOperator: false)).isOperator == nil)
    }
  }

  @Test func theProvidersDataUpdatesThePerson() async throws {
    try await Self.withAnn { people, ann in
      _ = try await people.add("Bob", email: "bob@example.com")
      var grant = Self.grant(ann, "web member")
      (grant.name, grant.email, grant.zone) = ("Anne\u{301}", "Ann@Example.com", "Europe/Paris")
      let updated = try await people.send(grant)
      #expect(Array(updated.name.utf8) == Array("Ann\u{E9}".utf8))
      #expect(updated.email == "ann@example.com" && updated.zone == "Europe/Paris")
      // No value that cannot be saved keeps the person from signing in.
      for (name, email, zone) in [
        ("", "bob@example.com", "Europe/Atlantis"),
        (String(repeating: "x", count: 65), "ann", ""), ("\u{202E}", "", "x"),
      ] {
        (grant.name, grant.email, grant.zone) = (name, email, zone)
        #expect(try await people.send(grant) == updated)
      }
    }
  }

  /// Even if the role stays the same.
  @Test(arguments: ["web member", "web admin"]) func anAdminTakesARoleOver(role: String)
    async throws
  {
    try await Self.withAnn { people, ann in
      _ = try await people.send(Self.grant(ann, "web member"))
      let removal = RemoveMember(team: "web", person: ann)
      let error = await #expect(throws: BusError.self) { try await people.send(removal) }
      #expect(error?.code == .conflict)
      #expect(
        error?.message
          == "The role comes from a group at \(Self.company); remove the person from the group there."
      )
      let events = people.store.eventTypes.count
      let set = SetMember(team: "web", person: ann, role: Self.role(role).role)
      #expect(try await people.send(set) == Self.membership(role, nil))
      #expect(Self.events(people, after: events) == ["team.memberSet web"])
      for grant in [Self.grant(ann, "web observer"), Self.grant(ann)] {
        #expect(try await people.send(grant).teams == [Self.membership(role, nil)])
      }
      _ = try await people.send(removal)
      #expect(try await people.send(GetPerson(id: ann)).teams.isEmpty)
    }
  }

  @Test func withItsIdentityAnIssuerLosesAllThatItGrants() async throws {
    try await Self.withAnn { people, ann in
      _ = try await people.send(SetMember(team: "app", person: ann, role: .member))
      _ = try await people.send(Self.grant(ann, "ops admin", issuer: Self.school))
      _ = try await people.send(Self.grant(ann, "web member", isOperator: true))
      let (events, commits) = (people.store.eventTypes.count, Self.commits(people))
      let identity = Identity(issuer: Self.company, subject: "ann")
      let left = try await people.send(RemoveIdentity(id: ann, identity: identity))
      #expect(
        left.teams == [
          Self.membership("app member", nil), Self.membership("ops admin", Self.school),
        ])
      #expect(left.isOperator == nil && left.operatorIssuer == nil && left.identities.count == 1)
      #expect(
        Self.events(people, after: events)
          == ["person.edited", "person.identitiesChanged", "team.memberRemoved web"])
      #expect(Self.commits(people) == commits + 1)
      #expect(await people.code(Self.grant(ann, "web member")) == .conflict)
    }
  }

  /// The roles may come from the groups of the removed identity.
  @Test func withOneOfTwoIdentitiesAnIssuerLosesWhatItGrants() async throws {
    try await Self.withAnn { people, ann in
      let second = Identity(issuer: Self.company, subject: "lee")
      _ = try await people.send(AddIdentity(id: ann, identity: second))
      _ = try await people.send(Self.grant(ann, "web member"))
      let left = try await people.send(RemoveIdentity(id: ann, identity: second))
      #expect(left.teams.isEmpty && left.identities.count == 2)
      // The removed account must not get the roles back by the one that remains.
      let removed = GrantRoles(id: ann, identity: second, memberships: [Self.role("web member")])
      #expect(await people.code(removed) == .conflict)
      #expect(try await people.send(Self.grant(ann, "web member")).teams.count == 1)
    }
  }

  @Test func invalidGrantsAreRejected() async throws {
    try await Self.withAnn { people, ann in
      let many = (0...Person.maxTeams).map { GrantRoles.Role(team: "t\($0)", role: .member) }
      let long = String(repeating: "x", count: Identity.maxPartBytes + 1)
      for grant in [
        GrantRoles(
          id: ann, identity: Identity(issuer: Self.company, subject: "ann"), memberships: many),
        Self.grant(ann, "web member", "web admin"), Self.grant(ann, "Web member"),
        Self.grant(ann, issuer: ""), Self.grant(ann, issuer: "a\nb"),
        Self.grant(ann, issuer: long), Self.grant("ann"),
      ] {
        #expect(await people.code(grant) == .invalid, "\(grant)")
      }
    }
  }

  /// The router needs only the roles.
  @Test func theRouterGetsNoIssuers() async throws {
    try await Self.withAnn { people, ann in
      _ = try await people.send(Self.grant(ann, "web member"))
      let roles = try await people.send(GetRoles(ids: [ann])).people
      #expect(roles == [.init(id: ann, teams: [Self.membership("web member", nil)])])
    }
  }
}
