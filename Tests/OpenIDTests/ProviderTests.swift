import Testing

@testable import OpenID

/// The settings of a provider.
@Suite struct ProviderTests {
  private static func provider(_ change: (inout OpenIDProvider) -> Void) -> OpenIDProvider {
    var provider = OpenIDProvider(
      name: "company", label: "Example Inc.", issuer: TestProvider.issuer, clientID: "standups")
    change(&provider)
    return provider
  }

  @Test func theDefaultsAreValid() {
    #expect(Self.provider { _ in }.problem == nil)
    #expect(Self.provider { $0.issuer = "http://localhost:8080/realms/a" }.problem == nil)
    #expect(Self.provider { $0.clientSecret = "a" }.problem == nil)
  }

  private static let invalid: [(part: String, OpenIDProvider)] = [
    ("name", provider { $0.name = "Company" }), ("name", provider { $0.name = "" }),
    ("name", provider { $0.name = "-a" }), ("name", provider { $0.name = "a/b" }),
    ("name", provider { $0.name = String(repeating: "a", count: 33) }),
    ("label", provider { $0.label = "" }), ("label", provider { $0.label = "a\nb" }),
    ("issuer", provider { $0.issuer = "http://login.example.com" }),
    ("issuer", provider { $0.issuer = "https://a.example/?x" }),
    ("issuer", provider { $0.issuer = "https://a.example/#x" }),
    ("issuer", provider { $0.issuer = "a.example" }),
    ("client id", provider { $0.clientID = "" }), ("client id", provider { $0.clientID = "a b" }),
    ("client secret", provider { $0.clientSecret = "" }),
    ("scopes", provider { $0.scopes = ["profile"] }),
    ("scopes", provider { $0.scopes = ["openid", "a b"] }),
    ("groups claim", provider { $0.groupsClaim = "" }),
  ]

  @Test(arguments: invalid.indices) func anInvalidSettingIsNamed(index: Int) {
    let (part, provider) = Self.invalid[index]
    #expect(provider.problem?.contains(part) == true, "\(provider.problem ?? "")")
  }

  @Test func aProviderWithAnInvalidSettingIsNeverAsked() async {
    let provider = TestProvider()
    let client = provider.client { $0.issuer = "http://login.example.com" }
    let error = await #expect(throws: OpenIDError.self) { _ = try await provider.redeem(client) }
    #expect(error?.code == .invalid && error?.message.contains("https") == true)
    #expect(provider.state.withLock { $0.requests }.isEmpty)
  }

  @Test(arguments: ["", "A", "AA", "AAA", "AAAA", "-_-_"])
  func base64ForURLsIsDecodedStrictly(text: String) {
    let bytes = Base64URL.decode(text.utf8)
    #expect((bytes == nil) == (text == "A"))
    if let bytes { #expect(Base64URL.encode(bytes) == text) }
  }

  @Test(arguments: ["AA==", "A===", "AB", "A+", "A/AA", "AA\n", "AA A", "Ä"])
  func whatIsNotBase64ForURLsIsRejected(text: String) {
    #expect(Base64URL.decode(text.utf8) == nil)
  }
}
