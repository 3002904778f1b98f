import Bus
import FastJSON
import Foundation
import GatewayAPI
import PeopleAPI
import TestSupport
import Testing

@testable import GatewayService

/// Persons whom a reverse proxy identifies.
@Suite struct ProxiedPersonTests {
  private static let mapping = RoleMapping(
    rules: [.init(group: "engineering", grant: .role(.member, team: "web"))], addsPeople: true)

  private static func serving(
    _ mapping: RoleMapping = mapping, _ body: (GatewayFixture, FakePeople) async throws -> Void
  ) async throws {
    let signIns = SignInProviders(configuration: SignInConfiguration(proxy: mapping))
    try await GatewayFixture.serving(
      ["STANDUPS_WEB_PROXY": "127.0.0.1"], signIns: signIns
    ) { fixture in
      try await body(fixture, FakePeople(fixture.bus))
    }
  }

  /// The response for a user, once the person is known.
  private static func me(
    _ fixture: GatewayFixture, _ user: String, _ groups: String
  ) async throws -> HTTPClient.Answer {
    // Never empty because each request shows whether the person is known now.
    while true {
      let answer = try await fixture.ask(
        "GET", "/api/me", ["X-Forwarded-User: \(user)", "X-Forwarded-Groups: \(groups)"])
      if answer.status != 503 { return answer }
    }
  }

  @Test func aUserBecomesAPersonWithTheRolesOfTheGroups() async throws {
    try await Self.serving { fixture, people in
      let answer = try await Self.me(fixture, "ann", "engineering")
      let person = try #require(people.persons.withLock { $0.first })
      #expect(answer.status == 200 && answer.body.contains(#""role":"member""#))
      #expect(answer.body.contains(person.id))
      #expect(person.identities == [Identity(issuer: "proxy", subject: "ann")])
      // The next request needs no command.
      let count = people.grants.values.count
      _ = try await Self.me(fixture, "ann", "engineering")
      #expect(people.grants.values.count == count)
    }
  }

  @Test func otherGroupsCountAtOnce() async throws {
    try await Self.serving { fixture, people in
      _ = try await Self.me(fixture, "ann", "engineering")
      _ = try await Self.me(fixture, "ann", "sales")
      #expect(people.grants.values.last?.memberships == [])
    }
  }

  @Test func aUserWithoutAGroupHasNoAccess() async throws {
    try await Self.serving { fixture, people in
      let answer = try await Self.me(fixture, "ben", "sales,standups-operator")
      #expect(answer.status == 403)
      #expect(people.persons.withLock { $0.isEmpty })
    }
  }

  @Test func theNumberOfUsersIsBounded() {
    var persons = ProxiedPersons()
    for number in 0..<25_000 { _ = persons.find("user-\(number)", [], at: 0) }
    #expect(persons.count <= 10_000)
    #expect(persons.find("user-0", [], at: 0).mustFind)
  }

  @Test func aResultForFormerGroupsDoesNotCount() {
    var persons = ProxiedPersons()
    let id = UUID()
    #expect(persons.find("ann", ["a"], at: 0).mustFind)
    #expect(!persons.find("ann", ["a"], at: 0).mustFind)
    #expect(persons.find("ann", ["b"], at: 0).mustFind)
    persons.set(.success(id), of: "ann", ["a"], at: 0)
    #expect(persons.all.isEmpty)
    persons.set(.success(id), of: "ann", ["b"], at: 0)
    #expect(persons.all == [id])
    #expect(persons.find("ann", ["b"], at: ProxiedPersons.validMs).mustFind)
  }
}
