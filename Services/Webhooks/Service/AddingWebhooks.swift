import Bus
import Documents
import ServiceShell
import WebClient
import WebhooksAPI

/// Adds webhooks. A new webhook begins with the next event, or after a given sequence, so its
/// creation waits for the range of the journal. A chat webhook also waits for the event types that
/// the chat can show, and the webhook of a team until the team is known to exist.
extension WebhooksReduction {
  mutating func add(_ operation: Operation, _ command: AddWebhook) throws {
    try WebhookRules.check(command)
    let team = try operation.team(of: command)
    let reach = reducer.io.reach(isLocal: operation.isOfThisMachine)
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
    if let team,
      state.webhooks.values.count(where: { $0.stored.team == team })
        >= WebhooksReducer.maxWebhooksOfTeam
    {
      let error = BusError(
        .conflict,
        "Team “\(team)” already has \(WebhooksReducer.maxWebhooksOfTeam) webhooks (the maximum); remove one first.",
        detail: ["team": team])
      return try refuse(operation, error)
    }
    state.commands.wait(operation.id, for: .finding)
    guard
      let unknown = operation.scope.unknown(team, isByPerson: operation.header.isByPerson)
    else { return find(operation.id, command) }
    effects.append(.findTeam(operation.id, unknown))
  }

  /// Continues to add a webhook once its team was found.
  mutating func teamFound(_ id: OperationID, _ result: Result<Done, BusError>) {
    guard let operation = state.commands.operation(id, waitingFor: .finding),
      case .add(let command) = operation.command
    else { return }
    answered(operation, result) { reduction, _ in reduction.find(id, command) }
  }

  private mutating func find(_ id: OperationID, _ command: AddWebhook) {
    effects.append(
      command.format?.isChat == true
        ? .findTypes(id, command.types ?? []) : .findRange(id))
  }

  /// Creates a chat webhook with the event types that it can show.
  mutating func types(_ id: OperationID, _ result: Result<WebhookTypes, BusError>) {
    func shown() throws -> WebhookTypes {
      let found = try result.get()
      guard let problem = found.problem else { return found }
      throw BusError(.invalid, problem, detail: ["member": "types"])
    }
    if let operation = state.commands.operation(id, waitingFor: .finding),
      case .edit(let command) = operation.command
    {
      return attempt(operation) { try $0.edit(operation, command, types: try shown().types) }
    }
    create(id) { _ in
      let found = try shown()
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
        team: try operation.team(of: command),
        format: command.format ?? .binary, secret: command.secret,
        createdAt: reduction.reducer.date().inMs,
        position: .init(
          epoch: journal.epoch, sequence: try WebhookRules.begin(of: command, in: journal)),
        isLocal: operation.isOfThisMachine ? true : nil)
      try reduction.commit(
        operation, [.clear(stored.id), .put(stored)],
        reply: AddWebhook.encoded(Webhook(stored).status(reduction.state.journal)))
    }
  }
}

extension Operation {
  /// Returns the team of a new webhook; nil for a webhook of the installation.
  ///
  /// - Throws: the error of `TeamScope.team(ofNew:)`.
  fileprivate func team(of command: AddWebhook) throws(BusError) -> String? {
    scope == .all && command.team == nil ? nil : try scope.team(ofNew: command.team)
  }

  /// True if the sender counts as the user of this machine, who can reach internal addresses anyway.
  /// A sender who is limited to teams never does, because they need not have an account here.
  var isOfThisMachine: Bool { header.via == nil && scope == .all }
}
