import Bus
import Documents
import FastJSON
import Logging
import ServiceShell
import WebhooksAPI

/// A task for the shell.
enum WebhooksEffect: Hashable, Sendable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Subscribes to heartbeats and to events of these types, in place of the previous subscription.
  /// Results are `beat` and `published`.
  case listen(Set<String>)
  /// Loads a page of saved webhooks. The result is `loaded`.
  case load(DocumentQuery)
  /// Sends the action after a delay.
  indirect case wait(ms: Int, then: WebhooksAction)
  /// Reads a page of the journal. The result is `page`.
  case read(HookID, Token, JournalQuery)
  /// Reads a page of the journal as text for people. The result is `page`.
  case readTexts(HookID, Token, JournalQuery)
  /// Finds which of these types have a text for people. The result is `types`.
  case findTypes(Token, [String])
  /// Requests the range of the journal. The result is `heads`.
  case findHeads(Token, HookID?)
  /// Posts an event. The result is `posted`.
  case post(HookID, Token, Delivery)
  /// Posts a test. The result is `tested`.
  case test(Token, Delivery)
  /// Commits changes. The result is `committed`.
  case commit(WebhookChangesDecided)
  case log(LogEntry)
  /// All saved state is loaded.
  case ready
}

/// An event for a receiver.
struct Delivery: Hashable, Sendable {
  var url: String
  var format: WebhookFormat
  var secret: WebhookSecret?
  var event: CloudEvent
  /// True if the user of this machine created the webhook, which may then send requests to internal
  /// addresses.
  var isLocal = false
}
