import Bus
import ServiceShell
import WebhooksAPI

extension WebhooksService {
  /// The commands that the service answers, and its delegate messages.
  var definition: ServiceDefinition {
    var table = CommandTable()
    table.on(AddWebhook.self, shell) { .add($0) }
    table.on(ListWebhooks.self, shell) { _ in .list }
    table.on(GetWebhook.self, shell) { .get($0.id.lowercased()) }
    table.on(RemoveWebhook.self, shell) { .remove($0.id) }
    table.on(PauseWebhook.self, shell) { .pause($0.id.lowercased()) }
    table.on(ResumeWebhook.self, shell) { .resume($0.id.lowercased()) }
    table.on(TestWebhook.self, shell) { .test($0.id.lowercased()) }
    table.on(CheckWebhooks.self) { command, _ in
      command.problems(as: StoredWebhook.self)
    }
    return ServiceDefinition(
      name: "webhooks", commands: table,
      delegates: [
        WebhooksTermBegun.self, WebhookChangesDecided.self, WebhookStateRequested.self,
        WebhookEventsRequested.self, WebhookTextsRequested.self, WebhookTypesRequested.self,
        WebhookHeadsRequested.self,
      ])
  }
}
