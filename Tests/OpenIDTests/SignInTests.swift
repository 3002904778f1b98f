import FastJSON
import Foundation
import Testing
import WebClient

@testable import OpenID

/// A sign-in at a provider that behaves well.
@Suite struct SignInTests {
  @Test(arguments: SigningAlgorithm.allCases.map(\.rawValue))
  func anIDTokenOfEachAlgorithmIsAccepted(algorithm: String) async throws {
    let provider = TestProvider { $0.use(.key(for: algorithm), algorithm) }
    let grant = try await provider.redeem()
    #expect(
      grant.claims
        == OpenIDClaims(
          subject: "u-1", name: "Dana", email: "dana@example.com", isEmailVerified: true,
          zone: "Europe/Berlin", groups: ["web", "sre"]))
    #expect(grant.refreshToken == "rt-1")
    #expect(provider.count("/userinfo") == 0)
  }

  @Test func theAuthorizationRequestHasPKCEAndKeepsTheQueryOfItsEndpoint() async throws {
    let provider = TestProvider {
      $0.configuration["authorization_endpoint"] = .string("\(TestProvider.issuer)/auth?tenant=a")
    }
    let url = try await provider.client().authorization(
      redirect: TestProvider.redirect, state: "s 1&", nonce: "n", verifier: TestProvider.verifier)
    let parts = try #require(URLComponents(string: url))
    let items = Dictionary(
      uniqueKeysWithValues: (parts.queryItems ?? []).map { ($0.name, $0.value) })
    #expect(url.hasPrefix("\(TestProvider.issuer)/auth?tenant=a&response_type=code&"))
    // The pair of RFC 7636 appendix B.
    #expect(items["code_challenge"] == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(items["code_challenge_method"] == "S256")
    #expect(items["state"] == "s 1&" && items["nonce"] == "n" && items["client_id"] == "standups")
    #expect(items["redirect_uri"] == TestProvider.redirect)
    #expect(items["scope"] == "openid profile email offline_access")
    #expect(items["client_secret"] == nil && !url.contains(TestProvider.verifier))
  }

  @Test func aScopeThatTheProviderDoesNotListIsOnlyOmittedIfItIsOfflineAccess() async throws {
    let provider = TestProvider { $0.configuration["scopes_supported"] = .texts(["openid"]) }
    let url = try await provider.client().authorization(
      redirect: "https://a", state: "s", nonce: "n", verifier: "v")
    #expect(url.contains("scope=openid%20profile%20email&"))
  }

  @Test func configuredScopesAreRequestedEvenIfTheProviderDoesNotListThem() async throws {
    let provider = TestProvider { $0.configuration["scopes_supported"] = .texts(["openid"]) }
    let url = try await provider.client { $0.scopes = ["openid", "groups", "offline_access"] }
      .authorization(redirect: "https://a", state: "s", nonce: "n", verifier: "v")
    #expect(url.contains("scope=openid%20groups%20offline_access&"))
  }

  @Test func configuredParametersAreAdded() async throws {
    let url = try await TestProvider().client {
      $0.parameters = ["prompt": "select_account consent", "access_type": "offline"]
    }.authorization(redirect: "https://a", state: "s", nonce: "n", verifier: "v")
    #expect(url.hasSuffix("&access_type=offline&prompt=select_account%20consent"))
  }

  @Test(arguments: [
    ("state", "x"), ("redirect_uri", "https://attacker.example"), ("request_uri", "x"), ("", "x"),
    ("a b", "x"), ("a&state", "x"), ("a\u{E9}", "x"), ("prompt", "a\nb"),
    ("prompt", String(repeating: "a", count: 513)),
  ])
  func aParameterThatCannotBeAddedIsRejected(name: String, value: String) throws {
    var provider = OpenIDProvider(
      name: "a", label: "a", issuer: "https://a.example", clientID: "c",
      parameters: ["access_type": "offline"])
    #expect(provider.problem == nil)
    provider.parameters[name] = value
    #expect(try #require(provider.problem).contains("parameter “\(name)”"))
  }

  @Test func theSecretIsInTheHeaderInItsEncodedForm() async throws {
    let provider = TestProvider()
    _ = try await provider.redeem(
      provider.client {
        $0.clientID = "standups"
        $0.clientSecret = "a b:c%ü"
      })
    let request = try #require(provider.last("/token"))
    let pair = Data("standups:a%20b%3Ac%25%C3%BC".utf8).base64EncodedString()
    #expect(request.headers.contains(HTTPHeader("Authorization", "Basic \(pair)")))
    #expect(
      provider.form() == [
        "grant_type": "authorization_code", "code": "c-1", "redirect_uri": TestProvider.redirect,
        "code_verifier": TestProvider.verifier,
      ])
  }

  @Test(arguments: [
    (["client_secret_post"], true), (["client_secret_post", "client_secret_basic"], false),
    (["private_key_jwt"], false),
  ])
  func theSecretIsInTheBodyOnlyIfTheProviderListsNoHeader(
    methods: [String], isInBody: Bool
  ) async throws {
    let provider = TestProvider {
      $0.configuration["token_endpoint_auth_methods_supported"] = .texts(methods)
    }
    _ = try await provider.redeem()
    #expect((provider.form()["client_secret"] == "s3cret") == isInBody)
    #expect((provider.form()["client_id"] == "standups") == isInBody)
    let headers = provider.last("/token")?.headers.map(\.name) ?? []
    #expect(headers.contains("Authorization") != isInBody)
  }

  @Test func aPublicClientSendsItsIDAndNoSecret() async throws {
    let provider = TestProvider()
    _ = try await provider.redeem(provider.client { $0.clientSecret = nil })
    #expect(provider.form()["client_id"] == "standups" && provider.form()["client_secret"] == nil)
    #expect(provider.last("/token")?.headers.map(\.name) == ["Content-Type"])
  }

  @Test func logoutKeepsTheQueryOfItsEndpointAndIsUnknownBeforeTheFirstAnswer() async throws {
    let provider = TestProvider()
    let client = provider.client()
    #expect(await client.logout(returnTo: "https://a/b") == nil)
    _ = try await provider.redeem(client)
    #expect(
      await client.logout(returnTo: "https://a/b")
        == "\(TestProvider.issuer)/logout?from=app&client_id=standups"
        + "&post_logout_redirect_uri=https%3A%2F%2Fa%2Fb")
    let without = TestProvider { $0.configuration["end_session_endpoint"] = nil }
    let other = without.client()
    _ = try await without.redeem(other)
    #expect(await other.logout(returnTo: "https://a/b") == nil)
  }

  @Test func aRefreshTokenIsOptional() async throws {
    let provider = TestProvider { $0.tokens["refresh_token"] = .null }
    #expect(try await provider.redeem().refreshToken == nil)
  }
}
