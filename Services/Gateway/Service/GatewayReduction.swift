import Bus
import GatewayAPI
import ServiceShell

/// Handles one action.
struct GatewayReduction: LaneReduction {
  var state: GatewayState
  var effects: [GatewayEffect] = []
  let reducer: GatewayReducer
}

extension GatewayReduction {
  /// Executes a command about sessions, invitations or tokens.
  mutating func run(_ operation: Operation) throws {
    switch operation.command {
    case .sessions: finish(operation, .success(try ListWebSessions.encoded(sessions(operation))))
    case .tokens(let page):
      finish(operation, .success(try ListTokens.encoded(tokens(operation, page))))
    case .addToken(let request): try addToken(operation, request)
    case .revokeToken(let id): try revokeToken(operation, id)
    case .tokensUsed(let uses): try saveUses(operation, uses)
    case .teamRemoved(let team): try revokeTokens(operation, of: team)
    case .invite(let name, let grant): try invite(operation, name, grant)
    case .calendar(let name, let person): try calendar(operation, name, person)
    case .login(let hash): try login(operation, hash)
    case .logout(let id):
      guard state.saved.sessions[id] != nil else {
        return finish(operation, .success(.emptyObject))
      }
      try commit(operation, [.removeSession(id)], reply: .emptyObject)
    case .signIn(let id, let session): try signIn(operation, id, session)
    case .refreshed(let id, let token, let ms): try refreshed(operation, id, token, ms)
    case .revokeSession(let id) where state.saved.unreadable[id] == SavedInvite.collection:
      try revoke(operation, sessions: [], invites: [id])
    case .revokeSession(let id) where state.saved.unreadable[id] != nil:
      try revoke(operation, sessions: [id], invites: [])
    case .revokeSession(let id):
      guard state.saved.sessions[id] != nil else {
        return try refuse(
          operation,
          BusError(
            .notFound, "Session “\(id)” not found; “standups web sessions” lists all sessions."))
      }
      try revoke(operation, sessions: [id], invites: [])
    case .revokeAll(let name):
      let (sessions, invites) = state.saved.granted { $0.name == name.text }
      try revoke(operation, sessions: sessions, invites: invites)
    case .revokePerson(let person):
      let (sessions, invites) = state.saved.granted { $0.person == person }
      try revoke(operation, sessions: sessions, invites: invites)
    case .personRemoved(let person):
      let (sessions, invites) = state.saved.granted { $0.person == person }
      let tokens = state.saved.tokens.filter { $0.value.person == person }.keys.sorted()
      guard !(sessions.isEmpty && invites.isEmpty && tokens.isEmpty) else {
        return finish(operation, .success(.emptyObject))
      }
      try commit(
        operation,
        GatewayReducer.Change.removing(sessions: sessions, invites: invites)
          + tokens.map { .removeToken($0) },
        events: try revoked(tokens, operation), reply: .emptyObject)
    }
  }
}
