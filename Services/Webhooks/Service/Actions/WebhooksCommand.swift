import Bus
import WebhooksAPI

/// A command of the webhooks service.
enum WebhooksCommand: Hashable, Sendable {
  /// Adds a webhook.
  ///
  /// - Parameter isLocal: whether the user of this machine sent the command.
  case add(AddWebhook, isLocal: Bool = false)
  case list
  case get(HookID)
  case remove(HookID)
  case pause(HookID)
  case resume(HookID)
  case test(HookID)

  /// True if the reply is saved under the idempotency key.
  var isKept: Bool {
    switch self {
    case .add, .remove, .pause, .resume: true
    case .list, .get, .test: false
    }
  }
}
