import Bus
import FastJSON
import ServiceShell
import WebhooksAPI

/// Tests a webhook by posting at once, without waiting for queued events.
extension WebhooksReduction {
  func ping(_ stored: StoredWebhook) throws -> Delivery {
    let event = CloudEvent(
      id: reducer.uuid().lowercaseText, source: Self.source, type: WebhookPing.type,
      subject: stored.id, time: reducer.date().inMs, team: stored.team,
      data: stored.format.isChat
        ? try RawJSON(encoding: WebhookPing.chatText(types: stored.types))
        : try RawJSON(encoding: WebhookPing(webhook: stored.id)))
    return stored.delivery(of: event)
  }

  /// Source of the service's own events.
  static let source = "/standups/webhooks"

  mutating func tested(_ id: OperationID, _ outcome: PostOutcome, _ ms: Int) {
    guard let operation = state.commands.operation(id, waitingFor: .testing) else { return }
    var reply = TestWebhook.Reply(
      isAccepted: outcome.isAccepted, reason: outcome.reason, ms: ms)
    if case .answered(let response) = outcome { reply.status = response.status }
    attempt(operation) { $0.finish(operation, .success(try TestWebhook.encoded(reply))) }
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
