import Bus
import Foundation
import ServiceShell

typealias Operation = LaneOperation<GatewayReducer>

/// State of the gateway's sessions, invitations and tokens: saved documents, and commands in progress.
struct GatewayState: LaneState {
  var saved = Saved()
  var commands = CommandBook<GatewayReducer>()

  var isAtRest: Bool { commands.operations.isEmpty }
}

/// A session, an invitation or a token, which permits the use of the gateway.
protocol WebAccess {
  /// Name of the person or program that has it.
  var name: String { get }
  /// The person whose roles decide; nil for access with a role of its own.
  var person: UUID? { get }
}

extension WebAccess {
  /// The person as an actor; nil for access with a role of its own.
  var actor: String? { person.map { PersonActor.id(of: $0) } }

  /// Returns true if a name and a person have this access: the person, or without one the name, because
  /// people choose their names at a provider.
  func belongs(to name: String, _ person: UUID?) -> Bool {
    person == nil ? self.person == nil && self.name == name : self.person == person
  }
}

/// The durable part of the state.
struct Saved: Hashable, Sendable {
  /// Maximum number of unused invitations, and of sessions.
  static let maxCount = 1000
  /// Maximum number of unused invitations up to which others than operators may make more.
  static let maxCountOfOthers = 900
  /// Maximum number of invitations, and of sessions, for one name.
  static let maxPerName = 100

  /// Invitations by the hash of their code.
  var invites: [String: SavedInvite] = [:]
  /// Collection of each unreadable document, by document id. Unreadable documents are left
  /// unchanged until they are revoked.
  var unreadable: [String: String] = [:]
  /// Sessions by id.
  private(set) var sessions: [String: SavedSession] = [:]
  /// Ids of sessions by the hash of their secret.
  private var ids: [String: String] = [:]
  /// Tokens by id.
  private(set) var tokens: [String: SavedToken] = [:]
  /// Ids of tokens by their hash.
  private var tokenIDs: [String: String] = [:]

  mutating func put(_ token: SavedToken, as id: String) {
    removeToken(id)
    tokens[id] = token
    tokenIDs[token.hash] = id
  }

  mutating func removeToken(_ id: String) {
    unreadable[id] = nil
    guard let token = tokens.removeValue(forKey: id) else { return }
    tokenIDs[token.hash] = nil
  }

  /// The token with this hash; nil if it is unknown or has expired.
  func token(ofHash hash: String, at nowMs: Int64) -> (id: String, token: SavedToken)? {
    guard let id = tokenIDs[hash], let token = tokens[id], token.isLive(at: nowMs) else {
      return nil
    }
    return (id, token)
  }

  /// True if a session, or the token that replaces one, is still valid.
  func isLive(_ session: String, at nowMs: Int64) -> Bool {
    guard session.hasPrefix(Gateway.tokenSession) else {
      return isLiveSession(session, at: nowMs)
    }
    let id = String(session.dropFirst(Gateway.tokenSession.count))
    return tokens[id]?.isLive(at: nowMs) ?? false
  }

  /// True if a session has not expired, nor has its parent, which has no parent of its own.
  private func isLiveSession(_ id: String, at nowMs: Int64) -> Bool {
    guard let session = sessions[id], session.expiresMs > nowMs else { return false }
    return session.parent.map { sessions[$0].map { $0.expiresMs > nowMs } ?? false } ?? true
  }

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

  /// The ids of the sessions and of the invitations that match.
  func granted(
    where isIncluded: (any WebAccess) -> Bool
  ) -> (sessions: [String], invites: [String]) {
    (
      sessions.filter { isIncluded($0.value) }.keys.sorted(),
      invites.filter { isIncluded($0.value) }.keys.sorted()
    )
  }

  /// The session with this hash of its secret; nil if it is unknown, or has expired or ended with its
  /// parent.
  func session(ofHash hash: String, at nowMs: Int64) -> (id: String, session: SavedSession)? {
    guard let id = ids[hash], let session = sessions[id], isLiveSession(id, at: nowMs) else {
      return nil
    }
    return (id, session)
  }
}
