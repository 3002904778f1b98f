import WebhooksAPI

extension Feature {
  /// Webhooks, which post events to other programs and chats.
  static let webhooks = Feature(
    name: "webhooks", bind: { parent, _ in parent.bindWebhooks() },
    secretMessages: [WebhookChangesDecided.target], documents: [.webhooks],
    reloadsRestored: true)
}
