import Bus
import ServiceShell

typealias Operation = LaneOperation<GatewayReducer>
typealias Waiting = WaitingCommand<GatewayCommand>

/// All that the gateway knows of those whom it lets in: what is saved, and what is under way.
struct GatewayState: LaneState {
  var saved = Saved()
  var commands = CommandBook<GatewayReducer>()

  var isAtRest: Bool { commands.operations.isEmpty }
}

/// What is durable.
struct Saved: Hashable, Sendable {
  /// How many there may be of each kind.
  static let most = 1000
  /// Maximum number of each kind for one name.
  static let ofOneName = 100

  /// By the hashes of their codes.
  var invites: [String: SavedInvite] = [:]
  /// The collections of what cannot be read, by id; it is left as it is until somebody revokes it.
  var unreadable: [String: String] = [:]
  /// By their ids.
  private(set) var sessions: [String: SavedSession] = [:]
  /// The ids of sessions by the hashes of their secrets.
  private var ids: [String: String] = [:]

  mutating func put(_ session: SavedSession, as id: String) {
    removeSession(id)
    sessions[id] = session
    ids[session.hash] = id
  }

  mutating func removeSession(_ id: String) {
    unreadable[id] = nil
    guard let session = sessions.removeValue(forKey: id) else { return }
    ids[session.hash] = nil
  }

  /// The session of a secret that is still good.
  func session(ofHash hash: String, at nowMs: Int64) -> (id: String, session: SavedSession)? {
    guard let id = ids[hash], let session = sessions[id], session.expiresMs > nowMs else {
      return nil
    }
    return (id, session)
  }
}
