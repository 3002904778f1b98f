import Bus
import Foundation
import GatewayAPI
import OpenID
import PeopleAPI
import TestSupport
import Testing

@testable import GatewayService

/// Sessions that a provider confirms.
@Suite struct RefreshTests {
  private static func serving(
    _ body: (GatewayFixture, FakeProvider, FakePeople, String) async throws -> Void
  ) async throws {
    try await SignInScenario.serving { fixture, provider, people in
      try await body(fixture, provider, people, try await SignInScenario.signIn(fixture))
    }
  }

  private static func me(_ fixture: GatewayFixture, _ cookie: String) async throws -> Int {
    try await SignInScenario.me(fixture, cookie).status
  }

  /// Lets time pass, and the due sessions be confirmed.
  private static func pass(_ seconds: Int64, _ fixture: GatewayFixture) async throws {
    fixture.now.withLock { $0 += seconds * 1000 }
    await fixture.gateway.refreshSessions()
    let gateway = fixture.gateway
    try await waitUntil("The sessions are confirmed.") { await !gateway.isConfirming }
  }

  @Test func aSessionIsConfirmedEveryInterval() async throws {
    try await Self.serving { fixture, provider, people, cookie in
      try await Self.pass(149, fixture)
      #expect(provider.refreshed.values.isEmpty)
      provider.token.withLock { $0 = "refresh-2" }
      try await Self.pass(1, fixture)
      try await Self.pass(150, fixture)
      #expect(provider.refreshed.values == ["refresh-1", "refresh-2"])
      #expect(people.grants.values.count == 3)
      #expect(try await Self.me(fixture, cookie) == 200)
    }
  }

  @Test func aLostGroupTakesTheRoleAway() async throws {
    try await Self.serving { fixture, provider, people, cookie in
      provider.setGroups([])
      try await Self.pass(150, fixture)
      #expect(people.grants.values.last?.memberships == [])
      #expect(people.persons.withLock { $0[0].teams } == [])
      await fixture.gateway.readRoles()
      let gateway = fixture.gateway
      try await waitUntil("The roles are read.") { await gateway.roleReads.isEmpty }
      #expect(try await Self.me(fixture, cookie) == 403)
    }
  }

  @Test(arguments: [OpenIDError.Code.rejected, .invalid])
  func aRejectedSessionEnds(code: OpenIDError.Code) async throws {
    try await Self.serving { fixture, provider, people, cookie in
      provider.fail(code)
      try await Self.pass(150, fixture)
      #expect(try await Self.me(fixture, cookie) == 401)
      #expect(try await fixture.send(ListWebSessions()).sessions.isEmpty)
      // A rejected account keeps no role for tokens, and an invalid answer changes none.
      #expect(people.persons.withLock { $0[0].teams.isEmpty } == (code == .rejected))
    }
  }

  /// One browser's token may end long before that of another one.
  @Test func aRejectionLeavesTheRolesOfAnotherSession() async throws {
    try await Self.serving { fixture, provider, people, cookie in
      provider.token.withLock { $0 = "other" }
      let other = try await SignInScenario.signIn(fixture)
      provider.token.withLock { $0 = nil }
      provider.reject("refresh-1")
      try await Self.pass(150, fixture)
      #expect(try await Self.me(fixture, cookie) == 401)
      #expect(try await Self.me(fixture, other) == 200)
      #expect(people.persons.withLock { !$0[0].teams.isEmpty })
      provider.reject("other")
      try await Self.pass(150, fixture)
      #expect(people.persons.withLock { $0[0].teams.isEmpty })
    }
  }

  /// The account was removed from the person.
  @Test func aSessionOfAnAccountWithoutAPersonEnds() async throws {
    try await Self.serving { fixture, _, _, cookie in
      fixture.bus.on("people.grant") { _ in throw BusError(.conflict, "Another account.") }
      try await Self.pass(150, fixture)
      #expect(try await Self.me(fixture, cookie) == 401)
    }
  }

  @Test func aFailureOfThePeopleServiceIsNotOneOfTheProvider() async throws {
    try await Self.serving { fixture, _, _, cookie in
      fixture.bus.on("people.grant") { _ in throw BusError(.unavailable, "Starting.") }
      try await Self.pass(150, fixture)
      try await Self.pass(400, fixture)
      #expect(await fixture.service.problems().isEmpty)
      #expect(try await Self.me(fixture, cookie) == 200)
    }
  }

  /// The store may be unavailable when the provider rejects a session.
  @Test func aSessionWhoseEndIsNotSavedYetCannotBeUsed() async throws {
    try await Self.serving { fixture, provider, _, cookie in
      provider.fail(.rejected)
      fixture.router.state.withLock { $0.isAway = true }
      fixture.now.withLock { $0 += 150_000 }
      let gateway = fixture.gateway
      await gateway.refreshSessions()
      try await waitUntil("The session must end.") { await gateway.isEnding }
      #expect(try await Self.me(fixture, cookie) == 503)
      fixture.router.state.withLock { $0.isAway = false }
      try await waitUntil("The end is saved.") { await !gateway.isConfirming }
      #expect(try await Self.me(fixture, cookie) == 401)
    }
  }

  @Test func anUnavailableProviderIsToleratedForAnHour() async throws {
    try await Self.serving { fixture, provider, _, cookie in
      provider.fail(.unavailable)
      try await Self.pass(150, fixture)
      try await Self.pass(3000, fixture)
      #expect(try await Self.me(fixture, cookie) == 200)
      #expect(await fixture.service.problems().contains { $0.contains("company") })
      try await Self.pass(600, fixture)
      #expect(try await Self.me(fixture, cookie) == 401)
    }
  }

  @Test func aProviderThatIsBackConfirmsAgain() async throws {
    try await Self.serving { fixture, provider, _, cookie in
      let claims = provider.claims.withLock { $0 }
      provider.fail(.unavailable)
      try await Self.pass(150, fixture)
      provider.claims.withLock { $0 = claims }
      try await Self.pass(15, fixture)
      #expect(await fixture.service.problems().isEmpty)
      #expect(try await Self.me(fixture, cookie) == 200)
    }
  }

  /// After a restart, only the browser's cookie decrypts the refresh token.
  @Test func aRestartedGatewayConfirmsBeforeItAnswers() async throws {
    try await Self.serving { fixture, provider, _, cookie in
      await fixture.gateway.forgetProviderSessions()
      fixture.now.withLock { $0 += 600_000 }
      #expect(try await Self.me(fixture, cookie) == 503)
      let gateway = fixture.gateway
      try await waitUntil("The sessions are confirmed.") { await !gateway.isConfirming }
      #expect(provider.refreshed.values == ["refresh-1"])
      #expect(try await Self.me(fixture, cookie) == 200)
      let stored = fixture.router.documents(SavedSession.collection)
      #expect(stored.count == 1 && !stored[0].body.text.contains("refresh-1"))
    }
  }

  @Test func aSealOpensOnlyWithItsSecret() throws {
    let seal = RefreshSeal("secret")
    let sealed = try seal.seal("token")
    #expect(seal.open(sealed) == "token")
    #expect(RefreshSeal("other").open(sealed) == nil)
    var bytes = try #require(Data(base64Encoded: sealed))
    bytes[14] ^= 1
    #expect(seal.open(bytes.base64EncodedString()) == nil)
    for text in ["", "AAAA", "?", String(repeating: "A", count: 40)] {
      #expect(seal.open(text) == nil)
    }
    #expect(try seal.seal("token") != sealed)
    #expect(throws: BusError.self) {
      try seal.seal(String(repeating: "x", count: RefreshSeal.maxBytes + 1))
    }
  }

  @Test func theSavedFormIsChecked() {
    var provider = SavedProvider(name: "company", subject: "ann", refresh: nil, checkedMs: 1)
    #expect(provider.problem == nil)
    provider.checkedMs = .max
    #expect(provider.problem != nil)
    provider = SavedProvider(name: "../x", subject: "ann", refresh: nil, checkedMs: 1)
    #expect(provider.problem != nil)
    provider = SavedProvider(name: "company", subject: "", refresh: nil, checkedMs: 1)
    #expect(provider.problem != nil)
  }
}

extension Gateway {
  fileprivate var isConfirming: Bool { providerSessions.values.contains { $0.isBeingChecked } }

  fileprivate var isEnding: Bool { providerSessions.values.contains { $0.endReason != nil } }

  /// Forgets the keys and tokens, as a restart does.
  fileprivate func forgetProviderSessions() { providerSessions = [:] }
}
