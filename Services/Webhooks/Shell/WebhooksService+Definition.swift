import Bus
import Messages

extension WebhooksService {
  /// What the service answers and calls.
  nonisolated var definition: ServiceDefinition {
    var table = CommandTable()
    on(&table, AddWebhook.self) { .add($0) }
    on(&table, ListWebhooks.self) { _ in .list }
    on(&table, GetWebhook.self) { .get($0.id.lowercased()) }
    on(&table, RemoveWebhook.self) { .remove($0.id.lowercased()) }
    on(&table, PauseWebhook.self) { .pause($0.id.lowercased()) }
    on(&table, ResumeWebhook.self) { .resume($0.id.lowercased()) }
    on(&table, TestWebhook.self) { .test($0.id.lowercased()) }
    return ServiceDefinition(
      name: "webhooks", commands: table,
      delegates: [
        WebhookChangesDecided.self, WebhookStateRequested.self, WebhookEventsRequested.self,
        WebhookHeadsRequested.self,
      ])
  }

  private nonisolated func on<Command: BusCommand>(
    _ table: inout CommandTable, _ type: Command.Type,
    _ action: @escaping @Sendable (Command) -> WebhooksCommand
  ) {
    table.on(type) { command, call in
      try await self.run(action(command), call)
    }
  }
}
