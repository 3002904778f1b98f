import Bus
import Documents
import Foundation
import GatewayAPI

/// Ends sessions and withdraws invitations, with everything that depends on them.
extension GatewayReduction {
  /// The changes and the events with which sessions and invitations end.
  ///
  /// The sessions of phones end with the session that let them in, and the unused links that a session
  /// made for a phone end with that session. Expired sessions and invitations have no event, nor have
  /// calendar links, which are not logins.
  ///
  /// - Parameters:
  ///   - sessions: ids of sessions, also of unreadable ones.
  ///   - invites: hashes of the codes of invitations, also of unreadable ones.
  func ending(
    _ operation: Operation, sessions: [String], invites: [String]
  ) throws -> (changes: [GatewayReducer.Change], events: [NewEvent], reply: RevokeWebSessions.Reply)
  {
    let saved = state.saved
    let ended = Set(sessions)
    let children = saved.sessions.filter { $0.value.parent.map(ended.contains) ?? false }.keys
    let all = ended.union(children).sorted()
    let links = saved.invites.filter { $0.value.session.map(Set(all).contains) ?? false }.keys
    let withdrawn = Set(invites).union(links).sorted()
    let logouts = try all.compactMap { id -> NewEvent? in
      guard let session = saved.sessions[id], session.isCalendar != true,
        saved.isLive(id, at: operation.at)
      else { return nil }
      return try event(
        LoginEnded(session: id, person: session.person?.lowercaseText), id, operation)
    }
    let withdrawals = try withdrawn.compactMap { hash -> NewEvent? in
      guard let invite = saved.invites[hash], let id = invite.id?.lowercaseText,
        invite.expiresMs > operation.at
      else { return nil }
      return try event(InvitationWithdrawn(id: id), id, operation)
    }
    return (
      all.map { .removeSession($0) } + withdrawn.map { .removeInvite(hash: $0) },
      logouts + withdrawals,
      RevokeWebSessions.Reply(sessions: all.count, invites: withdrawn.count)
    )
  }

  /// Ends sessions and withdraws invitations at the request of an operator.
  mutating func revoke(
    _ operation: Operation, sessions: [String], invites: [String]
  ) throws {
    let end = try ending(operation, sessions: sessions, invites: invites)
    try commit(
      operation, end.changes, events: end.events, reply: RevokeWebSessions.encoded(end.reply))
  }

  /// Ends a browser's own session.
  mutating func logout(_ operation: Operation, _ id: String) throws {
    guard state.saved.sessions[id] != nil else {
      return finish(operation, .success(.emptyObject))
    }
    let end = try ending(operation, sessions: [id], invites: [])
    try commit(operation, end.changes, events: end.events, reply: .emptyObject)
  }

  /// Ends the sessions, invitations and tokens of a person who was removed.
  mutating func endAccess(_ operation: Operation, of person: UUID) throws {
    let (sessions, invites) = state.saved.granted { $0.person == person }
    let tokens = state.saved.tokens.filter { $0.value.person == person }.keys.sorted()
    guard !(sessions.isEmpty && invites.isEmpty && tokens.isEmpty) else {
      return finish(operation, .success(.emptyObject))
    }
    let end = try ending(operation, sessions: sessions, invites: invites)
    try commit(
      operation, end.changes + tokens.map { .removeToken($0) },
      events: end.events + revoked(tokens, operation), reply: .emptyObject)
  }

  /// Changes that remove the expired invitations and sessions.
  func expired(_ operation: Operation) -> [GatewayReducer.Change] {
    let saved = state.saved
    let invites = saved.invites.filter { $0.value.expiresMs <= operation.at }.keys
    let sessions = saved.sessions.keys.filter { !saved.isLive($0, at: operation.at) }
    return invites.sorted().map { .removeInvite(hash: $0) }
      + sessions.sorted().map { .removeSession($0) }
  }

  /// An event about an invitation, a session or a token.
  ///
  /// - Parameter team: the team of a token that is limited to one; nil otherwise.
  func event(
    _ data: some EventData, _ id: String, team: String? = nil, _ operation: Operation
  ) throws -> NewEvent {
    try NewEvent(
      data, id: reducer.uuid(), about: id, team: team, time: SavedSession.date(operation.at),
      traceparent: operation.header.traceparent?.text)
  }
}
