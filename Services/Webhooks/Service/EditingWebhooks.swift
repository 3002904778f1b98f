import Bus
import ServiceShell
import WebClient
import WebhooksAPI

/// Changes webhooks. A chat webhook with new event types waits for those that the chat can show.
extension WebhooksReduction {
  mutating func edit(_ operation: Operation, _ command: EditWebhook) throws {
    let stored = try webhook(command.id.lowercased(), operation).stored
    guard
      command.url != nil || command.types != nil || command.standup != nil || command.secret != nil
    else {
      throw BusError(
        .invalid, "Missing change; expected at least one of url, types, standup and secret.")
    }
    let edited = stored.edited(by: command)
    try WebhookRules.check(
      AddWebhook(
        url: edited.url, types: edited.types, standup: edited.standup, meeting: edited.meeting,
        team: edited.team, format: edited.format, secret: edited.secret))
    if let url = command.url {
      // Only a person who may reach the new address may have it reached by the service.
      let reach = reducer.io.reach(isLocal: operation.isOfThisMachine)
      guard !reach.refuses(host: HTTPAddress.host(of: url)) else {
        throw BusError(.denied, HTTPFailure.refused.message, detail: ["member": "url"])
      }
    }
    guard edited.format.isChat, let types = command.types else {
      return try commit(operation, edited, command)
    }
    state.commands.wait(operation.id, for: .finding)
    effects.append(.findTypes(operation.id, types))
  }

  /// Continues to change a chat webhook with the event types that it can show.
  mutating func edit(_ operation: Operation, _ command: EditWebhook, types: [String]) throws {
    var command = command
    command.types = types
    let stored = try webhook(command.id.lowercased(), operation).stored
    try commit(operation, stored.edited(by: command), command)
  }

  private mutating func commit(
    _ operation: Operation, _ edited: StoredWebhook, _ command: EditWebhook
  ) throws {
    var edited = edited
    if command.url != nil { edited.isLocal = operation.isOfThisMachine ? true : nil }
    var changed = try webhook(edited.id, operation)
    changed.adopt(edited)
    // Earlier replies may contain the URL or the fingerprint of the secret.
    let erasure: [WebhooksReducer.Change] =
      command.url != nil || command.secret != nil ? [.erase(edited.id)] : []
    try commit(
      operation, erasure + [.put(changed.stored)],
      reply: EditWebhook.encoded(changed.status(state.journal)))
  }
}

extension StoredWebhook {
  /// Returns the webhook with the changes of a command.
  fileprivate func edited(by command: EditWebhook) -> StoredWebhook {
    var edited = self
    edited.url = command.url ?? url
    edited.types = command.types ?? types
    if let standup = command.standup {
      edited.standup = standup.isEmpty ? nil : standup.lowercased()
    }
    edited.secret = command.secret ?? secret
    return edited
  }
}
