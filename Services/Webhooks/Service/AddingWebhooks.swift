import Bus
import Documents
import ServiceShell
import WebClient
import WebhooksAPI

/// Adds webhooks. A new webhook begins with the next event, or after a given sequence, so its
/// creation waits for the range of the journal. A chat webhook also waits for the event types that
/// the chat can show.
extension WebhooksReduction {
  mutating func add(_ operation: Operation, _ command: AddWebhook) throws {
    try WebhookRules.check(command)
    let reach = reducer.io.reach(isLocal: operation.header.via == nil)
    guard !reach.refuses(host: HTTPAddress.host(of: command.url)) else {
      throw BusError(.denied, HTTPFailure.refused.message, detail: ["member": "url"])
    }
    guard state.webhooks.count < WebhooksReducer.maxWebhooks else {
      let error = BusError(
        .conflict,
        "There are already \(WebhooksReducer.maxWebhooks) webhooks (the maximum); remove one first."
      )
      return try refuse(operation, error)
    }
    state.commands.wait(operation.id, for: .finding)
    effects.append(
      command.format?.isChat == true
        ? .findTypes(operation.id, command.types ?? []) : .findRange(operation.id))
  }

  /// Creates a chat webhook with the event types that it can show.
  mutating func types(_ id: OperationID, _ result: Result<WebhookTypes, BusError>) {
    create(id) { _ in
      let found = try result.get()
      if let problem = found.problem {
        throw BusError(.invalid, problem, detail: ["member": "types"])
      }
      return (found.types, found.journal)
    }
  }

  /// Creates a webhook with the range of the journal.
  mutating func range(_ id: OperationID, _ result: Result<JournalRange, BusError>) {
    create(id) { ($0.types ?? [], try result.get()) }
  }

  private mutating func create(
    _ id: OperationID, _ find: (AddWebhook) throws -> (types: [String], journal: JournalRange)
  ) {
    guard let operation = state.commands.operation(id, waitingFor: .finding),
      case .add(let command) = operation.command
    else { return }
    attempt(operation) { reduction in
      let (types, journal) = try find(command)
      let stored = StoredWebhook(
        id: reduction.reducer.uuid().lowercaseText, url: command.url, types: types,
        standup: command.standup?.lowercased(), meeting: command.meeting?.lowercased(),
        format: command.format ?? .binary, secret: command.secret,
        createdAt: reduction.reducer.date().inMs,
        position: .init(
          epoch: journal.epoch, sequence: try WebhookRules.begin(of: command, in: journal)),
        isLocal: operation.header.via == nil ? true : nil)
      try reduction.commit(
        operation, [.put(stored)],
        reply: AddWebhook.encoded(Webhook(stored).status(reduction.state.journal)))
    }
  }
}
