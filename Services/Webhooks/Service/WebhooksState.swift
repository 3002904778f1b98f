import Bus
import ServiceShell
import WebhooksAPI

typealias WebhookID = String
typealias Operation = LaneOperation<WebhooksReducer>
/// Identifies one piece of work of a webhook, so that a late result is recognised as outdated.
typealias Token = Int

/// The state of the webhooks service: the webhooks with their work, and the commands in progress.
struct WebhooksState: LaneState {
  var webhooks: [WebhookID: Webhook] = [:]
  /// Ids of unreadable webhooks, which are left unchanged until a user removes them.
  var unreadable: Set<WebhookID> = []
  var commands = CommandBook<WebhooksReducer>()
  /// Last reported sequence of the journal.
  var journal: JournalHead?
  /// True from the first position that is not saved until its save begins.
  var isSaveDue = false
  /// Types of events that were read from the journal, to which the service subscribes. Ephemeral
  /// events, of which there are many, are not in the journal, so the service never subscribes to
  /// them.
  var types: Set<String> = []
  var nextToken: Token = 1

  /// The webhooks in the order of their creation.
  var sorted: [Webhook] {
    webhooks.values.sorted {
      ($0.stored.createdAt, $0.stored.id) < ($1.stored.createdAt, $1.stored.id)
    }
  }

  /// True if no work is in progress that has to end before the process exits.
  var isAtRest: Bool {
    commands.operations.isEmpty && !webhooks.values.contains(where: \.isPosting)
  }
}
