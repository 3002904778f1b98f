import Bus
import Documents
import FastJSON
import GatewayAPI
import ServiceShell

/// Names a command under way.
typealias OperationID = Int

/// A command whose turn has not come.
struct Waiting: Hashable, Sendable {
  var caller: CallerID
  var command: GatewayCommand
  var header: Header
}

/// The command under way.
struct Operation: Identifiable, Hashable, Sendable {
  let id: OperationID
  let command: GatewayCommand
  let caller: CallerID
  let header: Header
  /// When it began, in milliseconds since 1970.
  let atMs: Int64
  /// What was decided; the same is sent until it is known what became of it.
  var decision: Decision?
}

/// What a command comes to: it is made durable first, and applied to the state after that.
struct Decision: Hashable, Sendable {
  var changes: [Change]
  /// What the command is answered with. A secret is in no document, so this is not always what is kept.
  var answer: Result<RawJSON, BusError>
  var decided: GatewayChangesDecided
}

/// One change of what is saved.
enum Change: Hashable, Sendable {
  case putInvite(hash: String, SavedInvite)
  case removeInvite(hash: String)
  case putSession(String, SavedSession)
  case removeSession(String)

  /// The change as it is made in the store.
  func document() throws -> DocumentChange {
    switch self {
    case .putInvite(let hash, let invite):
      .put(
        Document(
          collection: SavedInvite.collection, id: hash, body: try RawJSON(encoding: invite)))
    case .removeInvite(let hash): .delete(collection: SavedInvite.collection, id: hash)
    case .putSession(let id, let session):
      .put(
        Document(
          collection: SavedSession.collection, id: id, body: try RawJSON(encoding: session)))
    case .removeSession(let id): .delete(collection: SavedSession.collection, id: id)
    }
  }
}

extension Saved {
  mutating func apply(_ change: Change) {
    switch change {
    case .putInvite(let hash, let invite): invites[hash] = invite
    case .removeInvite(let hash):
      invites[hash] = nil
      unreadable[hash] = nil
    case .putSession(let id, let session): put(session, as: id)
    case .removeSession(let id): removeSession(id)
    }
  }
}
