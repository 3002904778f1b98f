import ServiceShell
import WebhooksAPI

/// The caller that waits for the reply to a command, and the key under which the reply is saved.
struct Asker: Hashable, Sendable {
  var caller: CallerID
  var key: String?
  /// Digest of the command's body, with a key.
  var request: String?
}

/// A change to commit. One at a time, so that no change overtakes another.
enum Change: Hashable, Sendable {
  /// Saves changed positions and failures.
  case save
  case add(StoredWebhook, Asker)
  case remove(HookID, Asker)
  /// Looks up an earlier reply for a webhook that does not exist: an earlier run may have removed
  /// it and died before it replied.
  case recall(HookID, Asker)
  case pause(HookID, Asker)
  case resume(HookID, Asker)

  var id: HookID? {
    switch self {
    case .save: nil
    case .add(let stored, _): stored.id
    case .remove(let id, _), .recall(let id, _), .pause(let id, _), .resume(let id, _): id
    }
  }

  var asker: Asker? {
    switch self {
    case .save: nil
    case .add(_, let asker), .remove(_, let asker), .recall(_, let asker), .pause(_, let asker),
      .resume(_, let asker):
      asker
    }
  }
}

/// A change that is being committed.
struct Committing: Hashable, Sendable {
  var change: Change
  var decided: WebhookChangesDecided
  /// The reply that is saved with it; nil for a change without a caller.
  var kept: KeptReply?
  /// The webhooks whose positions it saves.
  var saved: [HookID] = []
}
