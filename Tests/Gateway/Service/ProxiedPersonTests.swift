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
    let fields = ["X-Forwarded-User: \(user)", "X-Forwarded-Groups: \(groups)"]
    try await waitUntil("The person is known.") {
      try await fixture.ask("GET", "/api/me", fields).status != 503
    }
    return try await fixture.ask("GET", "/api/me", fields)
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

  /// Only a new request shows the groups.
  @Test func aStreamEndsAfterFiveMinutes() async throws {
    try await Self.serving { fixture, _ in
      _ = try await Self.me(fixture, "ann", "engineering")
      let port = fixture.port
      let fields = [
        "X-Forwarded-User: ann", "X-Forwarded-Groups: engineering", "Origin: \(fixture.origin)",
      ]
      let browser = try await blocking {
        Browser(
          try WebSocketClient("/api/stream", port: port, subprotocol: "standups.1", fields: fields))
      }
      _ = try await browser.hear("hello")
      await fixture.gateway.closeStreamsOfEndedSessions()
      #expect(await fixture.gateway.streamCount == 1)
      fixture.now.withLock { $0 += ProxiedPersons.validMs }
      await fixture.gateway.closeStreamsOfEndedSessions()
      #expect(try await browser.closeCode() == 1001)
    }
  }

  @Test func aPersonStaysKnownWhileTheRolesAreSetAgain() {
    var persons = ProxiedPersons()
    let id = UUID()
    _ = persons.find("ann", ["a"], at: 0)
    persons.set(.success(id), of: "ann", ["a"], at: 0)
    let soon = persons.find("ann", ["a"], at: ProxiedPersons.validMs)
    #expect(soon.known == .success(id) && soon.mustFind)
    persons.set(.success(id), of: "ann", ["a"], at: ProxiedPersons.validMs)
    let late = persons.find("ann", ["a"], at: 3 * ProxiedPersons.validMs)
    #expect(late.known == nil && late.mustFind)
    _ = persons.find("ann", ["a"], at: 3 * ProxiedPersons.validMs)
    persons.set(.success(id), of: "ann", ["a"], at: 3 * ProxiedPersons.validMs)
    #expect(persons.find("ann", ["b"], at: 3 * ProxiedPersons.validMs).known == nil)
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
