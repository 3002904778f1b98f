import Documents
import FastJSON
import ServiceShell

extension GatewayReducer {
  /// A single change of the saved state.
  enum Change: LaneChange {
    case putInvite(hash: String, SavedInvite)
    case removeInvite(hash: String)
    case putSession(String, SavedSession)
    case removeSession(String)

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
}
