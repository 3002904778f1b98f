import Bus
import FastJSON
import WebhooksAPI

/// Tests a webhook by posting at once, without waiting for queued events.
extension WebhooksReduction {
  func ping(_ stored: StoredWebhook) throws -> Delivery {
    let event = CloudEvent(
      id: reducer.uuid().lowercaseText, source: Self.source, type: WebhookPing.type,
      subject: stored.id, time: reducer.date().inMs,
      data: stored.format.isChat
        ? try RawJSON(encoding: WebhookPing.chatText(types: stored.types))
        : try RawJSON(encoding: WebhookPing(webhook: stored.id)))
    return stored.delivery(of: event)
  }

  /// Source of the service's own events.
  static let source = "/standups/webhooks"

  mutating func tested(_ token: Token, _ outcome: PostOutcome, _ ms: Int) {
    guard let caller = state.tests.removeValue(forKey: token) else { return }
    var reply = TestWebhook.Reply(
      isAccepted: outcome.isAccepted, reason: outcome.reason, ms: ms)
    if case .answered(let response) = outcome { reply.status = response.status }
    effects.append(
      .reply(caller, Result { try TestWebhook.encoded(reply) }.mapError { BusError(any: $0) }))
  }
}

extension WebhookPing {
  /// An example of the events that will be posted.
  static func chatText(types: [String]) -> WebhookText {
    WebhookText(
      title: "A test from Standups",
      text: "You will receive these events here: \(types.joined(separator: ", ")).",
      parts: [
        .init(name: "Ann", text: "Yesterday I finished the login page."),
        .init(name: "Bob", text: "No blockers."),
      ])
  }
}
