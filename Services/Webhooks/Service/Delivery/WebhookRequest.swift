import Bus
import StandupsConfiguration
import Foundation
import WebClient

/// The request that posts an event: CloudEvents HTTP protocol binding 1.0, signed according to
/// Standard Webhooks.
enum WebhookRequest {
  /// Sender of the request.
  static let agent = HTTPHeader("User-Agent", "Standups/\(Version.current)")

  /// Creates the request.
  ///
  /// - Parameter now: time of this attempt.
  /// - Throws: an error if the event cannot be encoded as JSON.
  static func make(_ delivery: Delivery, at now: Date) throws -> HTTPRequest {
    guard !delivery.format.isChat else { return try ChatRequest.make(delivery) }
    let event = delivery.event
    var headers = [agent]
    let body: Data
    if delivery.format == .structured {
      body = try BusJSON.encode(event)
      headers.append(HTTPHeader("Content-Type", "application/cloudevents+json; charset=utf-8"))
    } else {
      body = Data(event.data.bytes)
      headers.append(HTTPHeader("Content-Type", event.datacontenttype))
      headers += attributes(event).map { HTTPHeader("ce-\($0)", percentEncoded($1)) }
    }
    // The receiver's spans belong to the trace of the command that caused the event, if it had one.
    if let trace = event.traceparent.flatMap({ TraceParent($0) }) {
      headers.append(HTTPHeader("traceparent", trace.text))
    }
    let id = percentEncoded(event.id)
    let timestamp = Int64(now.timeIntervalSince1970)
    headers.append(HTTPHeader("Webhook-Id", id))
    headers.append(HTTPHeader("Webhook-Timestamp", String(timestamp)))
    if let secret = delivery.secret {
      // The secret was checked when the webhook was created. If it is invalid even so, fail,
      // because a request must not be sent unsigned.
      guard
        let signature = Signature.header(id: id, timestamp: timestamp, body: body, secret: secret)
      else {
        throw BusError(.internal, "The webhook's secret cannot be used; create the webhook again.")
      }
      headers.append(HTTPHeader("Webhook-Signature", signature))
    }
    return HTTPRequest(url: delivery.url, headers: headers, body: body)
  }

  /// The context attributes, except `datacontenttype`, which is the `Content-Type`.
  private static func attributes(_ event: CloudEvent) -> [(String, String)] {
    let all: [(String, String?)] = [
      ("specversion", event.specversion), ("id", event.id), ("source", event.source),
      ("type", event.type), ("subject", event.subject), ("time", Timestamp.format(event.time)),
      ("traceparent", event.traceparent), ("sequence", event.sequence), ("epoch", event.epoch),
      ("prevtype", event.prevtype), ("prevstandup", event.prevstandup),
      ("prevmeeting", event.prevmeeting), ("prevteam", event.prevteam),
      ("correlationid", event.correlationid), ("causationid", event.causationid),
      ("by", event.by), ("team", event.team),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Encodes a header value (HTTP protocol binding, section 3.1.3.2). Printable ASCII except space,
  /// `"` and `%` stays unchanged; the UTF-8 of other characters is percent-encoded.
  static func percentEncoded(_ text: String) -> String {
    var out = ""
    for byte in text.utf8 {
      if byte > 0x20, byte < 0x7f, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "%") {
        out.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        out += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return out
  }
}
