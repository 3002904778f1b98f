public import Schema

extension Bounds {
  /// Id of a webhook.
  public static let webhookID = uuid.named("WebhookID")
}
