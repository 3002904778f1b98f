import Bus
import FastJSON
import Foundation
import GatewayAPI
import OpenID
import PeopleAPI
import TestSupport
import Testing
import WebServer

@testable import GatewayService

/// Sign-in with an OpenID provider, over real sockets.
@Suite struct SignInTests {
  @Test func thePageListsTheProviders() async throws {
    try await SignInScenario.serving { fixture, _, _ in
      let answer = try await fixture.ask("GET", "/api/sign-in")
      #expect(
        answer.body
          == #"{"providers":[{"label":"Example Inc.","name":"company","path":"/sign-in/company"}]}"#
      )
    }
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.ask("GET", "/api/sign-in")
      #expect(answer.body == #"{"providers":[]}"#)
    }
  }

  @Test func aNewPersonIsAddedWithTheRolesOfTheGroups() async throws {
    try await SignInScenario.serving { fixture, provider, people in
      let cookie = try await SignInScenario.signIn(fixture)
      let person = try #require(people.persons.withLock { $0.first })
      #expect(person.name == "Ann")
      #expect(person.identities == [Identity(issuer: "https://login.example.com", subject: "ann")])
      let grant = try #require(people.grants.values.last)
      #expect(grant.memberships == [GrantRoles.Role(team: "web", role: .member)])
      #expect(grant.email == "ann@example.com" && grant.isOperator == nil)
      let me = try await SignInScenario.me(fixture, cookie)
      #expect(me.body.contains(#""role":"member""#) && me.body.contains(person.id))
      // The values of the redirect are those of the redemption.
      #expect(provider.asked.values == provider.redeemed.values)
      let asked = try #require(provider.asked.values.first)
      #expect(asked[0] == "\(fixture.origin)/sign-in/company/return")
      #expect(asked[2].utf8.count >= 43)
    }
  }

  @Test func theNextSignInFindsThePerson() async throws {
    try await SignInScenario.serving { fixture, provider, people in
      _ = try await SignInScenario.signIn(fixture)
      provider.setGroups(["engineering", "sre"])
      let cookie = try await SignInScenario.signIn(fixture)
      #expect(people.persons.withLock { $0.count } == 1)
      #expect(try await SignInScenario.me(fixture, cookie).body.contains(#""role":"operator""#))
    }
  }

  @Test func aPersonWithoutAGroupIsNeitherAddedNorLetIn() async throws {
    try await SignInScenario.serving { fixture, provider, people in
      provider.setGroups(["sales"])
      let answer = try await SignInScenario.complete(
        fixture, try await SignInScenario.begin(fixture))
      #expect(answer.status == 403 && answer.fields["set-cookie"] == nil)
      #expect(people.persons.withLock { $0.isEmpty })
      #expect(try await fixture.send(ListWebSessions()).sessions.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func anAccountIsLinkedByEmailOnlyIfThatIsConfigured(links: Bool) async throws {
    let mapping = RoleMapping(
      rules: SignInScenario.mapping.rules, addsPeople: false, linksByEmail: links)
    try await SignInScenario.serving(mapping) { fixture, _, people in
      people.persons.withLock {
        $0 = [Person(id: UUID().uuidString.lowercased(), name: "Ann", email: "ann@example.com")]
      }
      let answer = try await SignInScenario.complete(
        fixture, try await SignInScenario.begin(fixture))
      #expect(answer.status == (links ? 303 : 403))
      #expect(people.persons.withLock { $0[0].identities.count } == (links ? 1 : 0))
    }
  }

  /// The address may have been given to another account of the provider.
  @Test func anAddressDoesNotGiveAnotherAccountThePerson() async throws {
    let mapping = RoleMapping(
      rules: SignInScenario.mapping.rules, addsPeople: false, linksByEmail: true)
    try await SignInScenario.serving(mapping) { fixture, _, people in
      people.persons.withLock {
        $0 = [
          Person(
            id: UUID().uuidString.lowercased(), name: "Ann", email: "ann@example.com",
            identities: [Identity(issuer: "https://login.example.com", subject: "former")])
        ]
      }
      let answer = try await SignInScenario.complete(
        fixture, try await SignInScenario.begin(fixture))
      #expect(answer.status == 403)
    }
  }

  /// Accounts of a provider that does not verify addresses must not get those of another provider's.
  @Test(arguments: [false, true])
  func onlyTheProviderThatLinksByEmailSavesAddresses(links: Bool) async throws {
    let other = SignInProvider(
      openID: OpenIDProvider(
        name: "other", label: "Other", issuer: "https://other.example.com", clientID: "standups"),
      mapping: RoleMapping(rules: [], addsPeople: false, linksByEmail: links))
    try await SignInScenario.serving(others: [other]) { fixture, _, people in
      _ = try await SignInScenario.signIn(fixture)
      #expect(people.grants.values.last?.email == (links ? nil : "ann@example.com"))
    }
  }

  @Test func aSignInEndsTheFormerSessionOfTheBrowser() async throws {
    try await SignInScenario.serving { fixture, _, _ in
      let former = try await fixture.login()
      let attempt = try await SignInScenario.begin(fixture)
      let answer = try await SignInScenario.complete(
        fixture, (attempt.state, "\(attempt.cookie); \(former)"))
      #expect(answer.status == 303)
      #expect(try await SignInScenario.me(fixture, former).status == 401)
      #expect(try await SignInScenario.me(fixture, answer.cookie).status == 200)
    }
  }

  /// A person may choose any name at the provider.
  @Test func sessionsAreCountedByPerson() {
    let (ann, ben) = (UUID(), UUID())
    let session = SavedSession(
      hash: "", name: "Ann", person: ann, beganMs: 0, expiresMs: 1)
    #expect(session.belongs(to: "Another name", ann))
    #expect(!session.belongs(to: "Ann", ben) && !session.belongs(to: "Ann", nil))
    let screen = SavedSession(hash: "", name: "Ann", role: .observer, beganMs: 0, expiresMs: 1)
    #expect(screen.belongs(to: "Ann", nil) && !screen.belongs(to: "Ann", ann))
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("2001:db8:0:1::7", "20:1:d:b8:0:0:0:1"),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("?", "?"),
  ])
  func aNetworkOfIPv6HasOneLimit(address: String, network: String) {
    let request = WebRequest(method: "GET", target: "/", address: address)
    #expect(RequestSource(request, proxies: []).network == network)
  }

  @Test func anAttemptWorksOnceAndOnlyInItsBrowser() async throws {
    try await SignInScenario.serving { fixture, provider, _ in
      let one = try await SignInScenario.begin(fixture)
      let other = try await SignInScenario.begin(fixture)
      #expect(try await SignInScenario.complete(fixture, (one.state, other.cookie)).status == 400)
      // The attempt of the wrong browser used the state up.
      #expect(try await SignInScenario.complete(fixture, one).status == 400)
      #expect(try await SignInScenario.complete(fixture, other).status == 303)
      #expect(try await SignInScenario.complete(fixture, other).status == 400)
      #expect(provider.redeemed.values.count == 1)
    }
  }

  @Test func anAttemptExpires() async throws {
    try await SignInScenario.serving { fixture, _, _ in
      let attempt = try await SignInScenario.begin(fixture)
      fixture.now.withLock { $0 += SignInAttempts.validMs }
      #expect(try await SignInScenario.complete(fixture, attempt).status == 400)
    }
  }

  @Test(arguments: [
    ("&iss=https%3A%2F%2Fother.example.com", 400), ("&iss=https%3A%2F%2Flogin.example.com", 303),
    ("&state=x", 400), ("&code=d", 400),
  ])
  func theResponseIsChecked(more: String, status: Int) async throws {
    try await SignInScenario.serving { fixture, _, _ in
      let attempt = try await SignInScenario.begin(fixture)
      #expect(try await SignInScenario.complete(fixture, attempt, more).status == status)
    }
  }

  /// RFC 9207: the provider announces that it always names itself.
  @Test func aResponseWithoutTheAnnouncedIssuerIsRejected() async throws {
    try await SignInScenario.serving { fixture, provider, _ in
      provider.mustNameIssuer.withLock { $0 = true }
      let one = try await SignInScenario.complete(fixture, try await SignInScenario.begin(fixture))
      #expect(one.status == 400 && provider.redeemed.values.isEmpty)
      let other = try await SignInScenario.complete(
        fixture, try await SignInScenario.begin(fixture), "&iss=https%3A%2F%2Flogin.example.com")
      #expect(other.status == 303)
    }
  }

  @Test(arguments: [
    ("access_denied", "did not sign you in"), ("server_error", "not available"),
    ("invalid_scope", "invalid_scope"),
    ("%3Cscript%3E", "reported an error"),
  ])
  func anErrorOfTheProviderIsShown(code: String, text: String) async throws {
    try await SignInScenario.serving { fixture, _, _ in
      let attempt = try await SignInScenario.begin(fixture)
      let answer = try await fixture.ask(
        "GET", "/sign-in/company/return?error=\(code)&state=\(attempt.state)",
        ["Cookie: \(attempt.cookie)"])
      #expect(answer.status == (code == "server_error" ? 503 : 403))
      #expect(answer.body.contains(text), "\(answer.body)")
      #expect(!answer.body.contains("<script"))
    }
  }

  @Test(arguments: [
    ("?to=/search%3Fq%3Dcaf%25C3%25A9", "/search?q=caf%C3%A9"), ("?to=/search?q=caf%C3%A9", "/"),
    ("?to=//evil.example.com", "/"), ("?to=https://evil", "/"),
    ("?to=/%5Cevil", "/"), ("?to=/none/such", "/"), ("?to=/a%0D%0AX:y", "/"),
  ])
  func thePageOpensAPlaceOfItsOwn(query: String, place: String) async throws {
    try await SignInScenario.serving { fixture, _, _ in
      let answer = try await SignInScenario.complete(
        fixture, try await SignInScenario.begin(fixture, query))
      #expect(answer.fields["location"] == place)
    }
  }

  @Test func anUnknownProviderIsNotFound() async throws {
    try await SignInScenario.serving { fixture, _, _ in
      for path in ["/sign-in/other", "/sign-in/other/return?code=c&state=s"] {
        let answer = try await fixture.ask("GET", path)
        #expect(answer.status == 404)
      }
    }
  }

  @Test(arguments: [
    (OpenIDError.Code.unavailable, 503), (.rejected, 403), (.invalid, 502),
  ])
  func aFailureOfTheProviderIsReported(code: OpenIDError.Code, status: Int) async throws {
    try await SignInScenario.serving { fixture, provider, _ in
      let attempt = try await SignInScenario.begin(fixture)
      provider.fail(code)
      let answer = try await SignInScenario.complete(fixture, attempt)
      #expect(answer.status == status && answer.body.contains("The provider fails."))
      #expect(answer.fields["set-cookie"] == nil)
    }
  }

  @Test func signingOutNamesTheProvidersLogout() async throws {
    try await SignInScenario.serving { fixture, _, _ in
      let cookie = try await SignInScenario.signIn(fixture)
      let answer = try await fixture.post("/api/logout", "{}", cookie: cookie)
      let next = try RawJSON(validating: Array(answer.body.utf8))["next"]?.string
      #expect(next == "https://login.example.com/logout?to=\(fixture.origin)/")
      #expect(try await SignInScenario.me(fixture, cookie).status == 401)
      let invited = try await fixture.login()
      #expect(try await fixture.post("/api/logout", "{}", cookie: invited).body == "{}")
    }
  }

  @Test func addressesAreLimited() async throws {
    try await SignInScenario.serving { fixture, _, _ in
      for _ in 0..<30 {
        let answer = try await fixture.ask("GET", "/sign-in/company")
        #expect(answer.status == 303)
      }
      #expect(try await fixture.ask("GET", "/sign-in/company").status == 429)
    }
  }

  /// Programs that preview a link must not use it up.
  @Test func aHeadRequestChangesNothing() async throws {
    try await SignInScenario.serving { fixture, _, _ in
      let attempt = try await SignInScenario.begin(fixture)
      let path = "/sign-in/company/return?code=c&state=\(attempt.state)"
      let answer = try await fixture.ask("HEAD", path, ["Cookie: \(attempt.cookie)"])
      #expect(answer.status == 204)
      #expect(try await SignInScenario.complete(fixture, attempt).status == 303)
    }
  }
}
