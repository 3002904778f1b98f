import ServiceShell
import WebhooksAPI

/// A command of the webhooks service.
enum WebhooksCommand: Hashable, Sendable {
  /// Adds a webhook.
  ///
  /// - Parameter isLocal: whether the user of this machine sent the command.
  case add(AddWebhook, isLocal: Bool = false)
  case list
  case get(WebhookID)
  case remove(WebhookID)
  case pause(WebhookID)
  case resume(WebhookID)
  case test(WebhookID)

  /// True if the reply is saved under the idempotency key.
  var isKept: Bool {
    switch self {
    case .add, .remove, .pause, .resume: true
    case .list, .get, .test: false
    }
  }
}

/// Caller that waits for the reply to a command, and the key under which the reply is saved.
struct Requester: Hashable, Sendable {
  var caller: CallerID
  var key: String?
  /// Digest of the command's body, if there is a key.
  var request: String?
}
