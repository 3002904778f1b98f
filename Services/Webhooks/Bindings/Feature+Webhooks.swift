import Documents

extension Feature {
  /// Webhooks, which post events to other programs and chats.
  static let webhooks = Feature(
    name: "webhooks", bind: { parent, _ in parent.bindWebhooks() },
    secretMessages: [ChangesDecided.target], documents: [.webhooks],
    reloadsRestored: true)
}
