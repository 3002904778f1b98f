import Bus
import FastJSON
import Foundation
import Testing
import WebClient
import WebhooksAPI

@testable import WebhooksService

/// A request as read by a receiver in another language.
@Suite struct WebhookRequestTests {
  static let secrets = [nil, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "plain-text-secret-ü"]

  @Test(arguments: [WebhookFormat.binary, .structured], secrets)
  func aReceiverReadsTheEvent(_ format: WebhookFormat, _ secret: String?) async throws {
    let event = CloudEvent(
      id: "gap/1 \"2\" 3%/ü", source: "/standups/standups", type: "meeting.segment",
      subject: "Zoë’s 10% – 日本", time: Date(timeIntervalSince1970: 1_800_000_000.25),
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", sequence: 42,
      epoch: "e 1", correlation: "c-1", causation: "c-2", by: "tool/J%C3%B6rg",
      previousOfType: 40,
      previousOfMeeting: 41,
      data: try RawJSON(
        validating: Array(#"{"big":18446744073709551615,"text":"“Grüezi”\n"}"#.utf8)))
    try await withReceiver(secret: secret) { receiver in
      let client = try HTTPClient()
      let delivery = Delivery(
        url: receiver.url("/ok"), format: format, secret: secret.map { WebhookSecret($0) },
        event: event
      )
      let request = try WebhookRequest.make(
        delivery, at: Date(timeIntervalSince1970: 1_800_000_001.9))
      #expect(try await client.send(request).get().status == 200)
      await client.close()
      let heard = try #require(try receiver.heard().first)
      #expect(heard.signature == (secret == nil ? "none" : "valid"))
      #expect(heard.headers["webhook-timestamp"] == "1800000001")
      #expect(heard.headers["webhook-id"] == "gap/1%20%222%22%203%25/%C3%BC")
      #expect(heard.headers["user-agent"]?.hasPrefix("Standups/") == true)
      #expect(heard.headers["expect"] == nil)
      #expect(heard.headers["traceparent"] == event.traceparent)
      #expect(try #require(heard.event).decode(as: CloudEvent.self) == event)
    }
  }

  @Test(arguments: [
    ("Euro € 😀", "Euro%20%E2%82%AC%20%F0%9F%98%80"), ("a\"b%c", "a%22b%25c"),
    ("\r\n\t", "%0D%0A%09"),
    ("\u{7f}~!", "%7F~!"), ("", ""),
  ]) func headerValues(_ text: String, _ encoded: String) {
    // The first is the example of the binding, section 3.1.3.2.
    #expect(WebhookRequest.percentEncoded(text) == encoded)
  }

  @Test func withoutItsSecretNothingGoesOut() {
    let delivery = Delivery(
      url: "http://h/", format: .binary, secret: WebhookSecret("whsec_*"), event: Scenario.event(1))
    #expect(throws: BusError.self) { try WebhookRequest.make(delivery, at: Date()) }
  }
}
