import Bus
import Documents
import ServiceShell
import WebhooksAPI

/// Inputs of the webhooks service's reducer. Only they change its state.
enum WebhooksAction: LaneServiceAction, JournalAction, Hashable {
  case common(LaneAction<WebhooksCommand>)

  /// A heartbeat with the last sequence of the journal.
  case beat(JournalHead)
  /// An event was published.
  case published(type: String, JournalHead)

  case page(WebhookID, Token, Result<EventPage, BusError>)
  /// The range of the journal, for a webhook that cannot continue.
  case heads(WebhookID, Token, Result<JournalRange, BusError>)
  /// The range of the journal, for a new webhook.
  case range(OperationID, Result<JournalRange, BusError>)
  /// The event types that a chat can show, for a new webhook.
  case types(OperationID, Result<WebhookTypes, BusError>)
  /// The reply to the question about the team of a new webhook; an error if it does not exist.
  case teamFound(OperationID, Result<Done, BusError>)
  case posted(WebhookID, Token, PostOutcome)
  case tested(OperationID, PostOutcome, ms: Int)
  case retryDue(WebhookID, Token)
  case saveDue

  /// The action without its content, which may be secret, for `--print-changes`.
  var printed: String {
    if case .common(let action) = self {
      action.printed
    } else {
      String("\(self)".prefix { $0.isLetter })
    }
  }
}
