import Bus
import Documents
import FastJSON
import Logging
import ServiceShell
import WebhooksAPI

/// What the shell has to do.
enum WebhooksEffect: Hashable, Sendable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Listens to the beat and for events of these types, from now on instead of what was listened for
  /// before. Comes back as `beat` and `published`.
  case listen(Set<String>)
  /// Comes back as `loaded`.
  case load(DocumentQuery)
  /// Comes back as the action after a time.
  indirect case wait(ms: Int, then: WebhooksAction)
  /// Comes back as `page`.
  case read(HookID, Token, JournalQuery)
  /// The same, said for people. Comes back as `page`.
  case readTexts(HookID, Token, JournalQuery)
  /// Of which of these types people can be told. Comes back as `types`.
  case findTypes(Token, [String])
  /// Comes back as `heads`.
  case findHeads(Token, HookID?)
  /// Comes back as `posted`.
  case post(HookID, Token, Delivery)
  /// Comes back as `tested`.
  case test(Token, Delivery)
  /// Comes back as `committed`.
  case commit(WebhookChangesDecided)
  case log(LogEntry)
  /// Everything is loaded.
  case ready
}

/// One event for one receiver.
struct Delivery: Hashable, Sendable {
  var url: String
  var format: WebhookFormat
  var secret: WebhookSecret?
  var event: CloudEvent
  /// True if the user of this machine made the webhook, and so may have requests sent to addresses inside.
  var isLocal = false
}
