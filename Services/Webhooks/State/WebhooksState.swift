import Bus
import Foundation
import ServiceShell
import WebhooksAPI

typealias HookID = String
/// Names one thing under way, so that a late result is known as such.
typealias Token = Int

/// All that the webhooks service knows.
struct WebhooksState: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    case idle, loading, ready, draining
  }

  /// A command that came before everything was loaded.
  struct Early: Hashable, Sendable {
    var caller: CallerID
    var command: WebhooksCommand
    var key: String?
    var request: String?
    var message: UUID?
  }

  /// A webhook that is to be made, and waits for where the journal stands.
  struct Draft: Hashable, Sendable {
    var command: AddWebhook
    var isLocal: Bool
    var asker: Asker
  }

  var phase = Phase.idle
  /// The page that is being loaded comes after this one.
  var loadingAfter: String?
  var hooks: [HookID: Hook] = [:]
  /// Those that cannot be read; they are left as they are until somebody removes them.
  var unreadable: Set<HookID> = []
  /// Where the journal ends, as far as was heard.
  var journal: JournalHead?
  var early: [Early] = []
  var drafts: [Token: Draft] = [:]
  var tests: [Token: CallerID] = [:]
  /// What waits to become durable, and what is on its way.
  var changes: [Change] = []
  var committing: Committing?
  var isSaveDue = false
  /// Replies by idempotency key, and who waits for them.
  var replies = ReplyBook()
  /// The types of events that were read from the journal; these are listened for. Events that are not
  /// kept, of which there are many, are never read and so never sent here.
  var types: Set<String> = []
  var nextToken: Token = 1

  /// In the order in which they were made.
  var sorted: [Hook] {
    hooks.values.sorted {
      ($0.stored.createdAt, $0.stored.id) < ($1.stored.createdAt, $1.stored.id)
    }
  }

  /// Whether nothing is under way that has to end before the process does.
  var isAtRest: Bool {
    committing == nil && changes.isEmpty && tests.isEmpty
      && !hooks.values.contains(where: \.isPosting)
  }
}
