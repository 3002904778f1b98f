import Bus
import Foundation
import ServiceShell
import WebhooksAPI

/// Handles one action.
struct WebhooksReduction: LaneReduction {
  var state: WebhooksState
  var effects: [WebhooksEffect] = []
  let reducer: WebhooksReducer

  mutating func take(_ action: WebhooksAction) {
    switch action {
    case .common(.drain) where !state.commands.isDraining: stop()
    case .common(let action): take(action)
    case .beat(let head): journalAdvanced(to: head, type: nil)
    case .published(let type, let head): journalAdvanced(to: head, type: type)
    case .page(let id, let token, let result): page(id, token, result)
    case .types(let id, let result): types(id, result)
    case .teamFound(let id, let result): teamFound(id, result)
    case .range(let id, let result): range(id, result)
    case .heads(let id, let token, let result): heads(id, token, result)
    case .posted(let id, let token, let outcome): posted(id, token, outcome)
    case .tested(let id, let outcome, let ms): tested(id, outcome, ms)
    case .retryDue(let id, let token): retry(id, token)
    case .saveDue: start(.save)
    }
  }

  mutating func token() -> Token {
    defer { state.nextToken += 1 }
    return state.nextToken
  }

  /// Stops accepting new work. Events that were read remain in the journal, so the next run retries
  /// pending deliveries.
  private mutating func stop() {
    drain()
    for operation in state.commands.operations.values where operation.step == .waiting(.finding) {
      finish(operation, .failure(Self.stopping))
    }
    start(.save)
  }
}

extension WebhooksReduction {
  /// Executes the first step of a command.
  mutating func run(_ operation: Operation) throws {
    switch operation.command {
    case .list:
      let all = state.sorted.filter { operation.scope.contains($0.stored.team) }
      finish(
        operation,
        .success(
          try ListWebhooks.encoded(.init(webhooks: all.map { $0.status(state.journal) }))))
    case .get(let id):
      finish(
        operation,
        .success(try GetWebhook.encoded(webhook(id, operation).status(state.journal))))
    case .add(let command): try add(operation, command)
    case .remove(let name):
      // The team of an unreadable webhook is unknown, so the scope must include all teams.
      let isUnreadable = operation.scope == .all && state.unreadable.contains(name)
      let id = isUnreadable ? name : name.lowercased()
      guard isUnreadable || visible(id, operation) != nil else {
        return try refuse(operation, Self.missing(id))
      }
      try commit(operation, [.remove(id), .erase(id)], reply: RemoveWebhook.encoded(Done()))
    case .edit(let command): try edit(operation, command)
    case .pause(let id), .resume(let id):
      var changed = try webhook(id, operation)
      changed.apply(operation.command)
      // Pausing and resuming have the same type of reply.
      try commit(
        operation, [.put(changed.stored)],
        reply: PauseWebhook.encoded(changed.status(state.journal)))
    case .test(let id):
      let stored = try webhook(id, operation).stored
      // The receiver may be slow, and any number of commands may arrive.
      guard state.commands.count(where: { $0 == operation.command }) == 1 else {
        throw BusError(
          .busy, "A test of this webhook is in progress; try again when it has ended.",
          retryAfterMs: 1000)
      }
      effects.append(.test(operation.id, try ping(stored)))
      state.commands.wait(operation.id, for: .testing)
    case .save: try save(operation)
    }
  }

  /// Returns a webhook in the scope of a command; nil if the scope contains none with this id.
  private func visible(_ id: WebhookID, _ operation: Operation) -> Webhook? {
    state.webhooks[id].flatMap { operation.scope.contains($0.stored.team) ? $0 : nil }
  }

  /// Returns a webhook in the scope of a command.
  ///
  /// - Throws: `not_found`.
  func webhook(_ id: WebhookID, _ operation: Operation) throws -> Webhook {
    guard let webhook = visible(id, operation) else { throw Self.missing(id) }
    return webhook
  }

  private static func missing(_ id: WebhookID) -> BusError {
    BusError(
      .notFound,
      "Webhook “\(id.prefix(64))” not found; list the webhooks with “standups webhook list”.")
  }
}

extension Date {
  /// The date rounded to milliseconds, the precision of dates on the bus.
  var inMs: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
  }
}
