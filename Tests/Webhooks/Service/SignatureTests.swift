import Foundation
import Testing
import WebhooksAPI

@testable import WebhooksService

@Suite struct SignatureTests {
  /// The example of the specification's reference libraries.
  @Test func theReferenceExample() throws {
    let body = Data(#"{"test": 2432232314}"#.utf8)
    let secret = WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    let header = Signature.header(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: body, secret: secret)
    #expect(header == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  /// The example of docs/protocol.md, whose Python program prints this.
  @Test func theExampleOfOurDocument() throws {
    let body = Data(
      (#"{"attendee":{"id":"148f4a46-ba74-4304-9dea-fa356260ffef","name":"Grace"},"#
        + #""cause":"time","elapsedMs":1000,"speaker":1}"#).utf8)
    let header = Signature.header(
      id: "69352a3e-278e-40f7-b2ba-241325f826e0", timestamp: 1_795_245_752, body: body,
      secret: WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    #expect(header == "v1,SF/esTi8e0f0CwR23YdEyu1mIuO/06GNAlwOnWL13Qg=")
  }

  @Test func aSecretIsKnownByItsFingerprint() {
    // printf %s correct-horse-battery | sha256sum | cut -c1-8
    #expect(Signature.fingerprint(WebhookSecret("correct-horse-battery")) == "62249369")
    let secret = WebhookSecret("correct-horse-battery")
    for text in ["\(secret)", String(reflecting: secret), "\([secret])"] {
      #expect(!text.contains("horse"))
    }
    var dumped = ""
    dump(AddWebhook(url: "http://a/", secret: secret), to: &dumped)
    #expect(!dumped.contains("horse"))
  }

  /// The format of some products.
  @Test func theVersionBeforeASecretIsNoPartOfTheKey() throws {
    let plain = try #require(
      Signature.key(of: WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")))
    #expect(Signature.key(of: WebhookSecret("v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")) == plain)
  }

  @Test(arguments: [
    "whsec_", "whsec_***", "whsec_a", "v1,whsec_***", "v1a,whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    " whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ]) func whatIsNoBase64IsNoKey(_ text: String) {
    #expect(Signature.key(of: WebhookSecret(text)) == nil)
  }

  @Test(arguments: ["grüezi", "my-whsec_secret"]) func otherSecretsAreTheirBytes(_ text: String) {
    #expect(Signature.key(of: WebhookSecret(text)) == Data(text.utf8))
  }
}
