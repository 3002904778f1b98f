import WebhooksAPI

extension FeatureVerbs {
  static let webhooks = FeatureVerbs(
    name: "Webhooks",
    commands: [.integrations: [WebhookVerb.verb]],
    opens: { $0 == .webhooks ? Opening(WebhookVerb.list) : nil },
    linksHelp: "standups:///webhooks shows the webhooks.",
    archived: [
      ArchivedCollection(name: "webhooks", noun: "webhook") { id, connection in
        _ = try await connection.send(RemoveWebhook(id: id))
      }
    ])
}
