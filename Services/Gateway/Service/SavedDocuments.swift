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
    case putToken(String, SavedToken)
    case removeToken(String)

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
      case .putToken(let id, let token):
        .put(
          Document(
            collection: SavedToken.collection, id: id, body: try RawJSON(encoding: token)))
      case .removeToken(let id): .delete(collection: SavedToken.collection, id: id)
      }
    }
  }
}

/// Loads the saved state at the start, and changes it when a command is durable.
extension GatewayReduction {
  mutating func read(_ document: Document) {
    do {
      switch document.collection {
      case SavedInvite.collection:
        var invite = try document.value(as: SavedInvite.self)
        // An earlier version saved it without an id.
        if invite.id == nil { invite.id = reducer.uuid() }
        state.saved.invites[document.id] = invite
      case SavedToken.collection:
        state.saved.put(try document.value(as: SavedToken.self), as: document.id)
      default: state.saved.put(try document.value(as: SavedSession.self), as: document.id)
      }
    } catch {
      // A later version may have written it. The person must be invited again, or get another token.
      state.saved.unreadable[document.id] = document.collection
      log(
        .error,
        "Could not read a document in \(document.collection); it was left unchanged: \(error)")
    }
  }

  mutating func allIsRead() {
    log(.info, "Loaded; sessions: \(state.saved.sessions.count).")
  }

  mutating func apply(_ change: GatewayReducer.Change, of operation: Operation) {
    switch change {
    case .putInvite(let hash, let invite): state.saved.invites[hash] = invite
    case .removeInvite(let hash):
      state.saved.invites[hash] = nil
      state.saved.unreadable[hash] = nil
    case .putSession(let id, let session): state.saved.put(session, as: id)
    case .removeSession(let id): state.saved.removeSession(id)
    case .putToken(let id, let token): state.saved.put(token, as: id)
    case .removeToken(let id): state.saved.removeToken(id)
    }
  }
}
