import Bus
import Documents
import Foundation
import ServiceShell
import WebhooksAPI

/// Inputs of the webhooks service's reducer. Only they change its state.
enum WebhooksAction: JournalAction, Hashable {
  /// The router accepted the registration: load the saved state.
  case start
  case loaded(Result<DocumentPage, BusError>)
  /// Requests the page after this one again.
  case retryLoading(after: String?)

  case received(CallerID, WebhooksCommand, key: String?, request: String? = nil, message: UUID?)

  /// A heartbeat with the last sequence of the journal.
  case beat(JournalHead)
  /// An event was published.
  case published(type: String, JournalHead)

  case page(WebhookID, Token, Result<EventPage, BusError>)
  /// The range of the journal, for a webhook that cannot continue or for a new one.
  case heads(Token, WebhookID?, Result<JournalRange, BusError>)
  /// The event types that a chat can show, for a new webhook.
  case types(Token, Result<WebhookTypes, BusError>)
  case posted(WebhookID, Token, PostOutcome)
  case tested(Token, PostOutcome, ms: Int)
  case retryDue(WebhookID, Token)

  case saveDue
  case committed(Result<CommitOutcome, BusError>)
  /// Sends the same changes again, because it is unknown whether they were written.
  case retryCommit

  /// Stops accepting new work, and finishes the rest.
  case drain
}
