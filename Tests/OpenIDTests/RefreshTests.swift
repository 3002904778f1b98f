import FastJSON
import Foundation
import Testing
import WebClient

@testable import OpenID

@Suite struct RefreshTests {
  private func refresh(_ provider: TestProvider) async throws -> OpenIDGrant {
    try await provider.client().refresh("rt-0", subject: "u-1")
  }

  @Test func aRefreshReturnsNewClaimsAndTheNewToken() async throws {
    let provider = TestProvider {
      $0.claims["groups"] = .texts(["web"])
      $0.claims["nonce"] = nil
    }
    let grant = try await refresh(provider)
    #expect(grant.claims.groups == ["web"] && grant.refreshToken == "rt-1")
    #expect(provider.form() == ["grant_type": "refresh_token", "refresh_token": "rt-0"])
    #expect(provider.count("/userinfo") == 0)
  }

  @Test func withoutRotationTheOldTokenIsReturned() async throws {
    let provider = TestProvider { $0.tokens["refresh_token"] = .null }
    #expect(try await refresh(provider).refreshToken == "rt-0")
  }

  @Test func theNonceAndTheAgeOfTheSignInAreNotRequired() async throws {
    let provider = TestProvider {
      $0.claims["nonce"] = .string("of the sign-in")
      $0.claims["iat"] = .integer($0.seconds - 86_400)
    }
    #expect(try await refresh(provider).claims.subject == "u-1")
  }

  @Test func withoutAnIDTokenTheClaimsAreThoseOfUserInfo() async throws {
    let provider = TestProvider {
      $0.tokens["id_token"] = .null
      $0.userInfo = ["sub": .string("u-1"), "name": .string("Dana"), "groups": .texts(["sre"])]
    }
    #expect(
      try await refresh(provider).claims
        == OpenIDClaims(subject: "u-1", name: "Dana", groups: ["sre"]))
    #expect(provider.count("/keys") == 0)
  }

  @Test func userInfoAddsWhatTheNewIDTokenLacks() async throws {
    let provider = TestProvider {
      $0.claims["groups"] = nil
      $0.userInfo["groups"] = .texts(["sre"])
    }
    #expect(try await refresh(provider).claims.groups == ["sre"])
  }

  /// Otherwise an outage of UserInfo would end the sessions at a provider that accepts each refresh token once.
  @Test func aNewTokenIsNotLostIfTheRefreshFailsAfterwards() async throws {
    let provider = TestProvider {
      $0.tokens["id_token"] = .null
      $0.answers["/userinfo"] = .late
    }
    let error = await #expect(throws: OpenIDError.self) { _ = try await refresh(provider) }
    #expect(error?.code == .unavailable && error?.refreshToken == "rt-1")
    #expect(error.map { "\($0)".contains("rt-1") } == false)
    provider.change { $0.answers["/token"] = .late }
    let early = await #expect(throws: OpenIDError.self) { _ = try await refresh(provider) }
    #expect(early?.code == .unavailable && early?.refreshToken == nil)
  }

  private static let rows: [Hostile] = [
    Hostile("another person", "another person") { $0.claims["sub"] = .string("u-2") },
    Hostile("another audience", "(aud)") { $0.claims["aud"] = .string("other") },
    Hostile("another issuer", "another issuer") { $0.claims["iss"] = .string("https://a.example") },
    Hostile("a wrong signature", "none of its keys") { $0.signer = .otherRSA },
    Hostile("an expired token", "has expired") { $0.claims["exp"] = .integer($0.seconds - 60) },
    Hostile("a revoked refresh token", .rejected, "invalid_grant") {
      $0.answers["/token"] = .json(#"{"error":"invalid_grant"}"#, status: 400)
    },
    Hostile("status 400 without an error code", .rejected, "status 400") {
      $0.answers["/token"] = .success(HTTPResponse(status: 400))
    },
    Hostile("status 404 without an error code", "status 404") {
      $0.answers["/token"] = .success(HTTPResponse(status: 404))
    },
    Hostile("a wrong secret", "invalid_client") {
      $0.answers["/token"] = .json(#"{"error":"invalid_client"}"#, status: 401)
    },
    Hostile("a failure of the server", .unavailable, "status 503") {
      $0.answers["/token"] = .success(HTTPResponse(status: 503))
    },
    Hostile("UserInfo of another person", "another person") {
      $0.tokens["id_token"] = .null
      $0.userInfo = ["sub": .string("u-2")]
    },
    Hostile("UserInfo that is unavailable", .unavailable, "No answer in time.") {
      $0.tokens["id_token"] = .null
      $0.answers["/userinfo"] = .late
    },
    Hostile("neither an ID token nor UserInfo", "no UserInfo endpoint") {
      $0.tokens["id_token"] = .null
      $0.configuration["userinfo_endpoint"] = nil
    },
  ]

  @Test(arguments: rows) func aHostileRefreshIsRejected(row: Hostile) async {
    await expectFailure(row) { _ = try await refresh(TestProvider(row.change)) }
  }
}
