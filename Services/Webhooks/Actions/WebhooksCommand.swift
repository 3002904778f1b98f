import Bus
import FastJSON
import WebhooksAPI

/// A command to the service.
enum WebhooksCommand: Hashable, Sendable {
  case add(AddWebhook)
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

extension BusCommand {
  /// A reply to this command in JSON. It is encoded once, and stored and sent as it is.
  static func encoded(_ reply: Reply) throws -> RawJSON { try RawJSON(encoding: reply) }
}
