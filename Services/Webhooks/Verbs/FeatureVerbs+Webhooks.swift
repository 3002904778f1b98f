import WebhooksAPI

extension FeatureVerbs {
  static let webhooks = FeatureVerbs(
    name: "Webhooks",
    commands: [.integrations: [WebhookVerb.verb]],
    archived: [
      ArchivedCollection(name: "webhooks", noun: "webhook") { id, connection in
        _ = try await connection.send(RemoveWebhook(id: id))
      }
    ])
}
