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
  /// Executes a command about sessions or invitations.
  mutating func run(_ operation: Operation) throws {
    switch operation.command {
    case .sessions: finish(operation, .success(try ListWebSessions.encoded(sessions(operation))))
    case .invite(let name, let grant): try invite(operation, name, grant)
    case .calendar(let name, let person): try calendar(operation, name, person)
    case .login(let hash): try login(operation, hash)
    case .logout(let id):
      guard state.saved.sessions[id] != nil else {
        return finish(operation, .success(.emptyObject))
      }
      try commit(operation, [.removeSession(id)], reply: .emptyObject)
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
      let sessions = state.saved.sessions.filter { $0.value.name == name.text }.keys
      let invites = state.saved.invites.filter { $0.value.name == name.text }.keys
      try revoke(operation, sessions: sessions.sorted(), invites: invites.sorted())
    case .personRemoved(let person)
    where !state.saved.sessions.values.contains { $0.person == person }
      && !state.saved.invites.values.contains { $0.person == person }:
      finish(operation, .success(.emptyObject))
    case .revokePerson(let person), .personRemoved(let person):
      let sessions = state.saved.sessions.filter { $0.value.person == person }.keys
      let invites = state.saved.invites.filter { $0.value.person == person }.keys
      try revoke(operation, sessions: sessions.sorted(), invites: invites.sorted())
    }
  }
}
