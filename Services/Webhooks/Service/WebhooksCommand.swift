import ServiceShell
import WebhooksAPI

/// A command of the webhooks service.
enum WebhooksCommand: LaneCommand {
  case add(AddWebhook)
  case list
  case get(WebhookID)
  /// Removes a webhook; the id as specified, because that of an unreadable one may be of any form.
  case remove(WebhookID)
  case edit(EditWebhook)
  case pause(WebhookID)
  case resume(WebhookID)
  case test(WebhookID)
  /// Internal command: saves all changed positions and failures.
  case save

  /// Serial queue of a command.
  enum Lane: Hashable, Sendable {
    /// New webhooks, which wait for the range of the journal.
    case adding
    /// Changes of webhooks, of which a save may concern all.
    case changing
  }

  var lane: Lane? {
    switch self {
    case .add: .adding
    case .edit, .remove, .pause, .resume, .save: .changing
    case .list, .get, .test: nil
    }
  }

  /// True if the reply is saved under the idempotency key.
  var keepsReply: Bool { lane != nil }
}
