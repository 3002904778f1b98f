import Bus
import Foundation
import ServiceShell
import WebhooksAPI

typealias WebhookID = String
/// Identifies one piece of work in progress, so that a late result is recognised as outdated.
typealias Token = Int

/// The state of the webhooks service.
struct WebhooksState: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    case idle, loading, ready, draining
  }

  /// Command that arrived before everything was loaded.
  struct Early: Hashable, Sendable {
    var caller: CallerID
    var command: WebhooksCommand
    var key: String?
    var request: String?
    var message: UUID?
  }

  /// A new webhook that waits for the range of the journal.
  struct Draft: Hashable, Sendable {
    var command: AddWebhook
    var isLocal: Bool
    var requester: Requester
  }

  var phase = Phase.idle
  /// Cursor of the page that is being loaded.
  var loadingAfter: String?
  var webhooks: [WebhookID: Webhook] = [:]
  /// Ids of unreadable webhooks, which are left unchanged until a user removes them.
  var unreadable: Set<WebhookID> = []
  /// Last reported sequence of the journal.
  var journal: JournalHead?
  var early: [Early] = []
  var drafts: [Token: Draft] = [:]
  var tests: [Token: CallerID] = [:]
  /// Changes that wait to be committed, and the change that is being committed.
  var changes: [Change] = []
  var committing: Committing?
  var isSaveDue = false
  /// Replies by idempotency key, and the callers that wait for them.
  var replies = ReplyBook()
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
    committing == nil && changes.isEmpty && tests.isEmpty
      && !webhooks.values.contains(where: \.isPosting)
  }
}
