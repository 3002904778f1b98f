import Bus
import Lifecycle
import Messages

/// What the shell has to do.
enum WebhooksEffect: Hashable, Sendable {
  case reply(CallerID, Result<WebhooksReply, BusError>)
  /// Comes back as `loaded`.
  case load(Load)
  /// Comes back as the action after a time.
  indirect case wait(ms: Int, then: WebhooksAction)
  /// Comes back as `page`.
  case read(HookID, Token, EventReplay)
  /// Comes back as `heads`.
  case findHeads(Token, HookID?)
  /// Comes back as `posted`.
  case post(HookID, Token, Delivery)
  /// Comes back as `tested`.
  case test(Token, Delivery)
  /// Comes back as `committed`.
  case commit(Commit)
  case log(LogEntry)
  /// Everything is loaded.
  case ready
}

/// One event for one receiver.
struct Delivery: Hashable, Sendable {
  var url: String
  var mode: WebhookMode
  var secret: WebhookSecret?
  var event: CloudEvent
}
