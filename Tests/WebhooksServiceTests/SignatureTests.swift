import Foundation
import Messages
import Testing

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

  @Test func aSecretIsKnownByItsFingerprint() {
    // printf %s correct-horse-battery | sha256sum | cut -c1-8
    #expect(Signature.fingerprint(WebhookSecret("correct-horse-battery")).count == 8)
    let secret = WebhookSecret("correct-horse-battery")
    for text in ["\(secret)", String(reflecting: secret), "\([secret])"] {
      #expect(!text.contains("horse"))
    }
    var dumped = ""
    dump(AddWebhook(url: "http://a/", secret: secret), to: &dumped)
    #expect(!dumped.contains("horse"))
  }

  @Test(arguments: ["whsec_", "whsec_***", "whsec_a"]) func whatIsNoBase64IsNoKey(_ text: String) {
    #expect(Signature.key(of: WebhookSecret(text)) == nil)
  }

  @Test func otherSecretsAreTheirBytes() {
    #expect(Signature.key(of: WebhookSecret("grüezi")) == Data("grüezi".utf8))
  }
}
