import ServiceShell
import WebhooksAPI

/// Who waits for the answer to a command, and under which key it is kept.
struct Asker: Hashable, Sendable {
  var caller: CallerID
  var key: String?
  /// Digest of the command's body, with a key.
  var request: String?
}

/// What is to become durable. One at a time, so that two never overtake each other.
enum Change: Hashable, Sendable {
  /// Positions and failures of whatever changed.
  case save
  case add(StoredWebhook, Asker)
  case remove(HookID, Asker)
  /// There is none to be removed: an earlier run may have done it, and died before it answered.
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

/// A change on its way to the disk.
struct Committing: Hashable, Sendable {
  var change: Change
  var decided: WebhookChangesDecided
  /// What is stored with it; nil where nobody asked.
  var kept: KeptReply?
  /// The webhooks whose positions are in it.
  var saved: [HookID] = []
}
