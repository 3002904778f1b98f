import Bus
import Documents
import FastJSON
import Foundation
import GatewayAPI
import PeopleAPI
import TestSupport
import Testing

@testable import GatewayService

/// `POST /api/phone`, over real sockets.
@Suite struct PhoneTests {
  private static func link(_ answer: HTTPClient.Answer) throws -> WebPhoneLink {
    try BusJSON.decode(WebPhoneLink.self, from: Data(answer.body.utf8))
  }

  private static func code(_ link: WebPhoneLink) throws -> String {
    String(try #require(link.link.split(separator: "=").last))
  }

  /// Gives a saved session a parent, and has the gateway load it.
  private static func adopt(
    _ id: String, by parent: String, _ fixture: GatewayFixture
  ) async throws {
    try fixture.router.state.withLock { state in
      var document = try #require(state.documents[SavedSession.collection]?[id])
      var session = try document.value(as: SavedSession.self)
      session.parent = parent
      document.body = try RawJSON(encoding: session)
      state.documents[SavedSession.collection]?[id] = document
    }
    await fixture.service.shell.journalChanged()
    try await waitUntil("sessions are loaded") { await fixture.service.shell.isReady }
  }

  @Test func aPhoneIsLoggedInOnceWithTheSameRole() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login("ada", .observer)
      let answer = try await fixture.post("/api/phone", "{}", cookie: cookie)
      #expect(answer.status == 200)
      let link = try Self.link(answer)
      #expect(link.link.hasPrefix("\(fixture.origin)/#login="))
      #expect(link.expires == SavedSession.date(fixture.now.withLock { $0 } + 300_000))
      #expect(link.qr.count >= 21 && link.qr.allSatisfy { $0.count == link.qr.count })
      #expect(link.qr.joined().allSatisfy { "01".contains($0) })
      let body = #"{"code":"\#(try Self.code(link))"}"#
      let login = try await fixture.post("/api/login", body)
      #expect(login.status == 204)
      let phone = login.cookie
      let me = try await fixture.ask("GET", "/api/me", ["Cookie: \(phone)"])
      #expect(me.body.contains(#""name":"ada","role":"observer""#))
      #expect(try await fixture.post("/api/login", body).status == 401)
      #expect(
        fixture.router.eventTypes
          == ["invitation.added", "login.began", "invitation.added", "login.began"])
      // A session of its own, which does not end with the first one.
      _ = try await fixture.post("/api/logout", "{}", cookie: cookie)
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(phone)"]).status == 200)
    }
  }

  @Test func theLinkIsGoodForFiveMinutes() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let link = try Self.link(try await fixture.post("/api/phone", "{}", cookie: cookie))
      fixture.now.withLock { $0 += 300_000 }
      let body = #"{"code":"\#(try Self.code(link))"}"#
      #expect(try await fixture.post("/api/login", body).status == 401)
    }
  }

  /// The phone reaches the site by the name that the browser uses.
  @Test func theLinkHasTheNameOfTheSite() async throws {
    try await GatewayFixture.serving(["STANDUPS_WEB_HOSTS": "a.example,b.example"]) { fixture in
      let cookie = try await fixture.login()
      let answer = try await fixture.ask(
        "POST", "/api/phone", host: "b.example", body: "{}",
        ["Content-Type: application/json", "Origin: http://b.example", "Cookie: \(cookie)"])
      #expect(try Self.link(answer).link.hasPrefix("http://b.example/#login="))
    }
  }

  @Test func onlyALoggedInBrowserLetsAPhoneIn() async throws {
    try await GatewayFixture.serving { fixture in
      #expect(try await fixture.post("/api/phone", "{}").status == 401)
      let added = try await fixture.send(AddToken(name: "ci", role: .operator))
      let token = "Authorization: Bearer \(added.token)"
      let byToken = try await fixture.post("/api/phone", "{}", cookie: nil, [token])
      #expect(byToken.status == 403 && byToken.body.contains("token"))
      // If a request has both a token and a cookie, the token counts.
      let cookie = try await fixture.login()
      #expect(try await fixture.post("/api/phone", "{}", cookie: cookie, [token]).status == 403)
      let calendar = try await fixture.send(MakeCalendarLink(name: "ada"))
      let secret = String(try #require(calendar.link.split(separator: "=").last))
      let name = String(cookie.prefix { $0 != "=" })
      #expect(
        try await fixture.post("/api/phone?token=\(secret)", "{}").status == 401)
      #expect(
        try await fixture.post("/api/phone", "{}", cookie: "\(name)=\(secret)").status == 401)
    }
  }

  @Test func aUserOfAProxyHasNoSessionToShare() async throws {
    try await GatewayFixture.serving(["STANDUPS_WEB_PROXY": "127.0.0.1"]) { fixture in
      let answer = try await fixture.post(
        "/api/phone", "{}", cookie: nil,
        ["X-Forwarded-User: ada", "X-Forwarded-Groups: standups-operator"])
      #expect(answer.status == 403 && answer.body.contains("proxy"))
      #expect(fixture.router.eventTypes.isEmpty)
    }
  }

  @Test func onlyThePageItselfMayAsk() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let elsewhere = try await fixture.ask(
        "POST", "/api/phone", body: "{}",
        ["Content-Type: application/json", "Origin: http://evil.example", "Cookie: \(cookie)"])
      #expect(elsewhere.status == 403)
      let form = try await fixture.ask(
        "POST", "/api/phone", body: "{}",
        ["Content-Type: text/plain", "Origin: \(fixture.origin)", "Cookie: \(cookie)"])
      #expect(form.status == 415)
      #expect(try await fixture.ask("GET", "/api/phone", ["Cookie: \(cookie)"]).status == 405)
    }
  }

  @Test func fiveLinksMayBeUnused() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      for _ in 0..<Saved.maxPhoneLinks {
        #expect(try await fixture.post("/api/phone", "{}", cookie: cookie).status == 200)
      }
      let answer = try await fixture.post("/api/phone", "{}", cookie: cookie)
      #expect(answer.status == 429 && answer.fields["retry-after"] != nil)
      fixture.now.withLock { $0 += 300_000 }
      #expect(try await fixture.post("/api/phone", "{}", cookie: cookie).status == 200)
    }
  }

  @Test func aTokenInvitesNoOne() async throws {
    try await GatewayFixture.serving { fixture in
      let added = try await fixture.send(AddToken(name: "ci", role: .operator))
      let answer = try await fixture.post(
        "/api/commands/gateway.invite", #"{"name":"x","role":"operator"}"#, cookie: nil,
        ["Authorization: Bearer \(added.token)"])
      #expect(answer.status == 403 && answer.body.contains("invitations"))
      #expect(fixture.bus.bodies("gateway.invite").isEmpty)
    }
  }

  /// The stream of the phone ends with the session of the provider that let it in.
  @Test func theStreamOfAPhoneEndsWithItsParent() async throws {
    try await GatewayFixture.serving { fixture in
      let parent = try await fixture.login("ada")
      let phone = try await fixture.login("phone")
      let sessions = try await fixture.send(ListWebSessions()).sessions
      let parentID = try #require(sessions.first { $0.name == "ada" }?.id)
      let phoneID = try #require(sessions.first { $0.name == "phone" }?.id)
      try await Self.adopt(phoneID, by: parentID, fixture)
      let browser = try await fixture.stream(phone)
      _ = try await browser.hear("hello")
      #expect(try await fixture.post("/api/logout", "{}", cookie: parent).status == 200)
      #expect(try await browser.closeCode() == 4001)
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(phone)"]).status == 401)
      #expect(fixture.router.eventTypes.suffix(2) == ["login.ended", "login.ended"])
    }
  }

  /// The actor of a login and of a logout is the person.
  @Test func thePersonIsTheActorOfTheirLogin() async throws {
    try await GatewayFixture.serving { fixture in
      let id = "00000000-0000-4000-8000-00000000000a"
      fixture.bus.on("people.get") { _ in
        String(
          decoding: try BusJSON.encode(
            Person(id: id, name: "Ann", teams: [.init(team: "web", role: .member)])),
          as: UTF8.self)
      }
      let invite = try await fixture.send(InviteToWeb(name: "Ann", person: id))
      let login = try await fixture.post("/api/login", #"{"code":"\#(invite.code)"}"#)
      let cookie = login.cookie
      #expect(try await fixture.post("/api/phone", "{}", cookie: cookie).status == 200)
      #expect(try await fixture.post("/api/logout", "{}", cookie: cookie).status == 200)
      #expect(
        fixture.actors.values
          == [nil, "person/\(id)", "person/\(id)", "person/\(id)"])
    }
  }
}
