import Bus
import WebhooksAPI

/// A command to the service.
enum WebhooksCommand: Hashable, Sendable {
  /// - Parameter isLocal: whether the user of this machine sent it.
  case add(AddWebhook, isLocal: Bool = false)
  case list
  case get(HookID)
  case remove(HookID)
  case pause(HookID)
  case resume(HookID)
  case test(HookID)

  /// Whether the reply is kept under the idempotency key.
  var isKept: Bool {
    switch self {
    case .add, .remove, .pause, .resume: true
    case .list, .get, .test: false
    }
  }
}
