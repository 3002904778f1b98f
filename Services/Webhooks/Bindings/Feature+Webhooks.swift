extension Feature {
  /// Webhooks, which post events to other programs and chats.
  static let webhooks = Feature(name: "webhooks", documents: [.webhooks], reloadsRestored: true)
}
