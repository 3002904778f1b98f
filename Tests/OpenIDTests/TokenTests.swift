import FastJSON
import Foundation
import Testing
import WebClient

@testable import OpenID

/// The token endpoint and UserInfo at a sign-in.
@Suite struct TokenTests {
  private static func error(_ code: String, status: Int = 400) -> Result<HTTPResponse, HTTPFailure>
  {
    .json(
      .object(["error": .string(code), "error_description": .string("rt-1 eyJ")]), status: status)
  }

  private static let rows: [Hostile] = [
    Hostile("a code that was used", .rejected, "invalid_grant") {
      $0.answers["/token"] = error("invalid_grant")
    },
    Hostile("no access", .rejected, "access_denied") {
      $0.answers["/token"] = error("access_denied", status: 403)
    },
    Hostile("a wrong secret", "“invalid_client”") {
      $0.answers["/token"] = error("invalid_client", status: 401)
    },
    Hostile("a code with quotes and controls", "“ab”") {
      $0.answers["/token"] = error("a\"\\\n\u{7F}\u{202E}b")
    },
    Hostile("a long code", "“\(String(repeating: "x", count: 100))”") {
      $0.answers["/token"] = error(String(repeating: "x", count: 5000))
    },
    Hostile("a code of nothing", "status 400") { $0.answers["/token"] = error("\n") },
    Hostile("an error in another format than JSON", "status 404") {
      $0.answers["/token"] = .json("<html>", status: 404)
    },
    Hostile("an error that is temporary", .unavailable, "temporary failure") {
      $0.answers["/token"] = error("temporarily_unavailable")
    },
    Hostile("a failure of the server", .unavailable, "status 502") {
      $0.answers["/token"] = error("invalid_grant", status: 502)
    },
    Hostile("too many requests", .unavailable, "status 429") {
      $0.answers["/token"] = error("invalid_grant", status: 429)
    },
    Hostile("a timeout", .unavailable, "No answer in time.") { $0.answers["/token"] = .late },
    Hostile("a redirect", "redirect (status 307)") {
      $0.answers["/token"] = .success(HTTPResponse(status: 307))
    },
    Hostile("a huge answer", "longer than 262144 bytes") {
      $0.answers["/token"] = .success(HTTPResponse(status: 200, isCut: true))
    },
    Hostile("a form", "not a JSON object") { $0.answers["/token"] = .json("access_token=at-1") },
    Hostile("deep JSON", "not a JSON object") {
      $0.answers["/token"] = .json(deep("a"))
    },
    Hostile("no ID token", "no ID token") { $0.tokens["id_token"] = .null },
    Hostile("an ID token that is a number", "not a string") {
      $0.answers["/token"] = .json(
        #"{"access_token":"a","token_type":"Bearer","id_token":1}"#)
    },
    Hostile("another type of token", "than Bearer") { $0.tokens["token_type"] = .string("DPoP") },
    Hostile("no type of token", "than Bearer") { $0.tokens["token_type"] = .null },
    Hostile("no access token", "no access token") { $0.tokens["access_token"] = .null },
    Hostile("an access token with a line break", "“access_token”") {
      $0.tokens["access_token"] = .string("at-1\r\nX-Admin: yes")
    },
    Hostile("a long refresh token", "“refresh_token”") {
      $0.tokens["refresh_token"] = .string(String(repeating: "x", count: 8193))
    },
    Hostile("UserInfo of another person", "another person") {
      $0.claims["groups"] = nil
      $0.userInfo = ["sub": .string("u-2"), "groups": .texts(["sre"])]
    },
    Hostile("UserInfo without sub", "“sub” in UserInfo") {
      $0.claims["groups"] = nil
      $0.userInfo = ["groups": .texts(["sre"])]
    },
    Hostile("signed UserInfo", "UserInfo is not a JSON object") {
      $0.claims["name"] = nil
      $0.answers["/userinfo"] = .json("eyJhbGciOiJub25lIn0.e30.")
    },
    Hostile("UserInfo with invalid groups", "are not strings") {
      $0.claims["groups"] = nil
      $0.userInfo["groups"] = .integer(1)
    },
    Hostile("UserInfo that is late", .unavailable, "No answer in time.") {
      $0.claims["groups"] = nil
      $0.answers["/userinfo"] = .late
    },
    Hostile("UserInfo that fails", .unavailable, "status 500") {
      $0.claims["email"] = nil
      $0.answers["/userinfo"] = .success(HTTPResponse(status: 500))
    },
    Hostile("UserInfo that rejects the token", .rejected, "401") {
      $0.claims["email"] = nil
      $0.answers["/userinfo"] = .success(HTTPResponse(status: 401))
    },
    Hostile("UserInfo without the scope", "status 403") {
      $0.claims["email"] = nil
      $0.answers["/userinfo"] = .success(HTTPResponse(status: 403))
    },
    Hostile("huge UserInfo", "longer than 262144 bytes") {
      $0.claims["name"] = nil
      $0.answers["/userinfo"] = .success(HTTPResponse(status: 200, isCut: true))
    },
  ]

  @Test(arguments: rows) func aHostileAnswerIsRejected(row: Hostile) async {
    await expectFailure(row) { _ = try await TestProvider(row.change).redeem() }
  }

  @Test(arguments: ["", String(repeating: "c", count: 4097)])
  func aCodeOfAnInvalidLengthIsNotSent(code: String) async {
    let provider = TestProvider()
    await #expect(throws: OpenIDError.self) {
      _ = try await provider.client().redeem(
        code: code, redirect: "https://a", nonce: "n", verifier: "v")
    }
    #expect(provider.count("/token") == 0)
  }

  @Test func aTypeOfTokenIsReadWithoutCase() async throws {
    let provider = TestProvider { $0.tokens["token_type"] = .string("bearer") }
    #expect(try await provider.redeem().claims.subject == "u-1")
  }

  @Test func userInfoAddsWhatTheIDTokenLacks() async throws {
    let provider = TestProvider {
      $0.claims["groups"] = nil
      $0.claims["name"] = nil
      $0.userInfo = [
        "sub": .string("u-1"), "groups": .texts(["sre"]), "name": .string("Dana D."),
        "email": .string("other@example.com"), "email_verified": .bool(false),
      ]
    }
    let claims = try await provider.redeem().claims
    #expect(claims.groups == ["sre"] && claims.name == "Dana D.")
    #expect(claims.email == "dana@example.com" && claims.isEmailVerified)
    #expect(
      provider.last("/userinfo")?.headers == [HTTPHeader("Authorization", "Bearer at-1")])
  }

  @Test func withoutUserInfoMissingClaimsStayMissing() async throws {
    let provider = TestProvider {
      $0.configuration["userinfo_endpoint"] = nil
      for name in ["groups", "name", "email"] { $0.claims[name] = nil }
    }
    let claims = try await provider.redeem().claims
    #expect(claims == OpenIDClaims(subject: "u-1", zone: "Europe/Berlin"))
  }
}
