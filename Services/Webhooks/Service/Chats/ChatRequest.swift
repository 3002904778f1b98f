import Bus
import Foundation
import WebClient
import WebhooksAPI

/// The request that posts an event's text to a chat.
enum ChatRequest {
  /// Creates the request.
  ///
  /// - Throws: an error if the event has no text.
  static func make(_ delivery: Delivery) throws -> HTTPRequest {
    let event = delivery.event
    let text = try event.data.decode(as: WebhookText.self)
    var headers = [
      WebhookRequest.agent, HTTPHeader("Content-Type", "application/json; charset=utf-8"),
    ]
    func post(_ body: some Encodable, to url: String? = nil) throws -> HTTPRequest {
      HTTPRequest(url: url ?? delivery.url, headers: headers, body: try BusJSON.encode(body))
    }
    switch delivery.format {
    case .slack: return try post(SlackMessage(text))
    case .mattermost: return try post(MattermostMessage(text))
    case .discord:
      return try post(
        DiscordMessage(text, at: event.time), to: DiscordMessage.confirming(delivery.url))
    case .matrix:
      // The token was required when the webhook was created.
      headers.append(HTTPHeader("Authorization", "Bearer \(delivery.secret?.text ?? "")"))
      return HTTPRequest(
        url: MatrixRoom.messageURL(event.id, in: delivery.url), headers: headers,
        body: try BusJSON.encode(MatrixMessage(text)), isPut: true)
    case .binary, .structured:
      throw BusError(.internal, "“\(delivery.format.rawValue)” is not a chat format.")
    }
  }
}
