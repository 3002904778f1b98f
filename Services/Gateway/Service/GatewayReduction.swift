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
    case .invite(let request): try invite(operation, request)
    case .invitations: try invitations(operation)
    case .withdraw(let id): try withdraw(operation, id)
    case .phone(let session, let address):
      try phoneLink(operation, of: session, address: address)
    case .calendar(let name, let person): try calendar(operation, name, person)
    case .login(let hash): try login(operation, hash)
    case .logout(let id): try logout(operation, id)
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
    case .personRemoved(let person): try endAccess(operation, of: person)
    }
  }
}
