import Bus
import FastJSON
import Foundation
import OpenID
import PeopleAPI
import TestSupport
import Testing
import Threads

@testable import GatewayService

/// An OpenID provider without HTTP. `Tests/SignIn` tries real ones.
final class FakeProvider: SignInClient {
  static let openID = OpenIDProvider(
    name: "company", label: "Example Inc.", issuer: "https://login.example.com",
    clientID: "standups", clientSecret: nil, scopes: ["openid"], groupsClaim: "groups")

  /// The claims, or the error, of the next answers.
  let claims = Locked<Result<OpenIDClaims, OpenIDError>>(
    .success(
      OpenIDClaims(
        subject: "ann", name: "Ann", email: "ann@example.com", isEmailVerified: true, zone: nil,
        groups: ["engineering"])))
  /// The refresh token of the next answers; nil for none.
  let token = Locked<String?>("refresh-1")
  /// True if the provider announces that its responses name the issuer.
  let mustNameIssuer = Locked(false)
  /// Redirects, nonces and verifiers of authorization requests, and the same of redeemed codes.
  let asked = Recorder<[String]>()
  let redeemed = Recorder<[String]>()
  let refreshed = Recorder<String>()
  private let rejected = Locked<Set<String>>([])

  func authorization(
    redirect: String, state: String, nonce: String, verifier: String
  ) async throws(OpenIDError) -> String {
    asked.record([redirect, nonce, verifier])
    return "https://login.example.com/authorize?state=\(state)"
  }

  func redeem(
    code: String, redirect: String, nonce: String, verifier: String
  ) async throws(OpenIDError) -> OpenIDGrant {
    redeemed.record([redirect, nonce, verifier])
    return try grant()
  }

  func refresh(_ token: String, subject: String) async throws(OpenIDError) -> OpenIDGrant {
    refreshed.record(token)
    if rejected.withLock({ $0.contains(token) }) {
      throw OpenIDError(.rejected, "The token is not valid.")
    }
    return try grant()
  }

  func namesIssuer() async -> Bool { mustNameIssuer.withLock { $0 } }

  func logout(returnTo: String) async -> String? {
    "https://login.example.com/logout?to=\(returnTo)"
  }

  private func grant() throws(OpenIDError) -> OpenIDGrant {
    OpenIDGrant(claims: try claims.withLock { $0 }.get(), refreshToken: token.withLock { $0 })
  }

  func setGroups(_ groups: [String]) {
    claims.withLock {
      $0 = $0.map { claims in
        var claims = claims
        claims.groups = groups
        return claims
      }
    }
  }

  /// Makes the provider reject a refresh token.
  func reject(_ token: String) { rejected.withLock { _ = $0.insert(token) } }

  func fail(_ code: OpenIDError.Code) {
    claims.withLock { $0 = .failure(OpenIDError(code, "The provider fails.")) }
  }
}

/// A people service in memory, as far as sign-in uses it.
final class FakePeople: Sendable {
  let persons = Locked<[Person]>([])
  let grants = Recorder<GrantRoles>()

  init(_ bus: FakeBus) {
    bus.on("people.get") { [persons] body in
      let query = try BusJSON.decode(GetPerson.self, from: body)
      let found = persons.withLock { persons in
        persons.first {
          $0.id == query.id
            || query.email.map { [$0] } == $0.email.map { [$0] } && query.email != nil
            || query.identity.map($0.identities.contains) ?? false
        }
      }
      guard let found else { throw BusError(.notFound, "Person not found.") }
      return String(decoding: try BusJSON.encode(found), as: UTF8.self)
    }
    bus.on("people.add") { [persons] body in
      let command = try BusJSON.decode(AddPerson.self, from: body)
      let person = Person(
        id: UUID().uuidString.lowercased(), name: command.name,
        identities: command.identities ?? [])
      persons.withLock { $0.append(person) }
      return String(decoding: try BusJSON.encode(person), as: UTF8.self)
    }
    bus.on("people.addIdentity") { [persons] body in
      let command = try BusJSON.decode(AddIdentity.self, from: body)
      return try Self.change(persons, command.id) { $0.identities.append(command.identity) }
    }
    bus.on("people.grant") { [persons, grants] body in
      let command = try BusJSON.decode(GrantRoles.self, from: body)
      grants.record(command)
      return try Self.change(persons, command.id) {
        $0.teams = command.memberships.map { .init(team: $0.team, role: $0.role) }
        $0.isOperator = command.isOperator
      }
    }
  }

  private static func change(
    _ persons: Locked<[Person]>, _ id: String, _ change: (inout Person) -> Void
  ) throws -> String {
    let changed = persons.withLock { persons -> Person? in
      guard let index = persons.firstIndex(where: { $0.id == id }) else { return nil }
      change(&persons[index])
      return persons[index]
    }
    guard let changed else { throw BusError(.notFound, "Person not found.") }
    return String(decoding: try BusJSON.encode(changed), as: UTF8.self)
  }
}

/// A gateway at which people sign in with a provider.
enum SignInScenario {
  static let mapping = RoleMapping(
    rules: [
      .init(group: "engineering", grant: .role(.member, team: "web")),
      .init(group: "sre", grant: .operator),
    ], addsPeople: true)

  /// Runs a gateway with one provider that responds.
  static func serving(
    _ mapping: RoleMapping = mapping, others: [SignInProvider] = [],
    _ body: (GatewayFixture, FakeProvider, FakePeople) async throws -> Void
  ) async throws {
    let provider = FakeProvider()
    let company = SignInProvider(openID: FakeProvider.openID, mapping: mapping)
    let signIns = SignInProviders(
      configuration: SignInConfiguration(providers: [company] + others),
      clients: ["company": provider])
    try await GatewayFixture.serving(signIns: signIns) { fixture in
      try await body(fixture, provider, FakePeople(fixture.bus))
    }
  }

  /// Begins a sign-in; returns its state and the cookie of the browser.
  static func begin(
    _ fixture: GatewayFixture, _ query: String = ""
  ) async throws -> (state: String, cookie: String) {
    let answer = try await fixture.ask("GET", "/sign-in/company" + query)
    #expect(answer.status == 303)
    let place = try #require(answer.fields["location"])
    return (String(try #require(place.split(separator: "=").last)), answer.cookie)
  }

  static func complete(
    _ fixture: GatewayFixture, _ attempt: (state: String, cookie: String), _ more: String = ""
  ) async throws -> HTTPClient.Answer {
    try await fixture.ask(
      "GET", "/sign-in/company/return?code=c&state=\(attempt.state)\(more)",
      ["Cookie: \(attempt.cookie)"])
  }

  /// Signs Ann in; returns the cookie of the session.
  static func signIn(_ fixture: GatewayFixture) async throws -> String {
    let answer = try await complete(fixture, try await begin(fixture))
    #expect(answer.status == 303, "\(answer.body)")
    return answer.cookie
  }

  static func me(_ fixture: GatewayFixture, _ cookie: String) async throws -> HTTPClient.Answer {
    try await fixture.ask("GET", "/api/me", ["Cookie: \(cookie)"])
  }
}
