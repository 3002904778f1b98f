import Bus
import Documents
import FastJSON
import Foundation
import GatewayAPI
import ServiceShell

extension Reduction {
  /// Executes a command.
  mutating func run(_ operation: Operation) throws {
    switch operation.command {
    case .sessions: finish(operation, .success(try ListWebSessions.encoded(sessions(operation))))
    case .invite(let name, let role): try invite(operation, name, role)
    case .calendar(let name): try calendar(operation, name)
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
    }
  }

  private func sessions(_ operation: Operation) -> ListWebSessions.Reply {
    let good = state.saved.sessions.filter { $0.value.expiresMs > operation.at }
    return ListWebSessions.Reply(
      address: reducer.address,
      sessions: good.sorted { ($1.value.beganMs, $0.key) < ($0.value.beganMs, $1.key) }
        .map { $0.value.shown(as: $0.key) })
  }

  private mutating func invite(_ operation: Operation, _ name: PersonName, _ role: WebRole) throws {
    let invites = state.saved.invites.values.filter { $0.expiresMs > operation.at }
    guard invites.count(where: { $0.name == name.text }) < Saved.ofOneName else {
      throw BusError(
        .busy,
        "\(name.text) already has \(Saved.ofOneName) unused invitations; try again when one expires.",
        retryAfterMs: 60_000)
    }
    guard invites.count < Saved.most else {
      throw BusError(
        .busy, "There are already \(Saved.most) unused invitations; try again when one expires.",
        retryAfterMs: 60_000)
    }
    let code = Secret(reducer.random(Secret.codeBytes)).text
    let expiresMs = operation.at + GatewayReducer.inviteMs
    let invite = SavedInvite(name: name.text, role: role, expiresMs: expiresMs)
    let reply = WebInvite(
      link: "\(reducer.address)#login=\(code)", code: code, expires: SavedSession.date(expiresMs))
    try commit(
      operation, expired(operation) + [.putInvite(hash: Secret.hash(code), invite)],
      reply: InviteToWeb.encoded(reply))
  }

  /// A single message for all unusable codes, so that it does not reveal which ones existed.
  private static let denied = BusError(
    .denied,
    "This link is invalid, has expired, or was already used. Ask the person who invited you for a new one."
  )

  private mutating func login(_ operation: Operation, _ hash: String) throws {
    guard let invite = state.saved.invites[hash], invite.expiresMs > operation.at else {
      throw Self.denied
    }
    try checkRoom(for: invite.name, at: operation.at)
    let token = Secret(reducer.random(Secret.tokenBytes)).text
    let session = SavedSession(
      hash: Secret.hash(token), name: invite.name, role: invite.role, beganMs: operation.at,
      expiresMs: operation.at + GatewayReducer.sessionMs)
    let reply = LoggedIn(token: token, expiresMs: session.expiresMs)
    try commit(
      operation,
      [.removeInvite(hash: hash)] + expired(operation)
        + [.putSession(reducer.uuid().lowercaseText, session)],
      reply: RawJSON(encoding: reply))
  }

  /// Checks that another session is allowed. Expired sessions do not count, because the next change
  /// removes them.
  private func checkRoom(for name: String, at nowMs: Int64) throws(BusError) {
    let sessions = state.saved.sessions.values.filter { $0.expiresMs > nowMs }
    guard sessions.count < Saved.most else {
      throw BusError(
        .busy,
        "There are already \(Saved.most) sessions; end some with “standups web revoke”.",
        retryAfterMs: 60_000)
    }
    guard sessions.count(where: { $0.name == name }) < Saved.ofOneName else {
      throw BusError(
        .busy,
        "\(name) already has \(Saved.ofOneName) sessions; end some with “standups web revoke”.",
        retryAfterMs: 60_000)
    }
  }

  private mutating func calendar(_ operation: Operation, _ name: PersonName) throws {
    try checkRoom(for: name.text, at: operation.at)
    let token = Secret(reducer.random(Secret.tokenBytes)).text
    let session = SavedSession(
      hash: Secret.hash(token), name: name.text, role: .observer, beganMs: operation.at,
      expiresMs: operation.at + GatewayReducer.calendarMs, isCalendar: true)
    let reply = WebCalendarLink(
      link: "\(reducer.address)calendar.ics?token=\(token)",
      expires: SavedSession.date(session.expiresMs))
    try commit(
      operation, expired(operation) + [.putSession(reducer.uuid().lowercaseText, session)],
      reply: MakeCalendarLink.encoded(reply))
  }

  private mutating func revoke(
    _ operation: Operation, sessions: [String], invites: [String]
  ) throws {
    let reply = RevokeWebSessions.Reply(sessions: sessions.count, invites: invites.count)
    try commit(
      operation, sessions.map { .removeSession($0) } + invites.map { .removeInvite(hash: $0) },
      reply: RevokeWebSessions.encoded(reply))
  }

  /// Removals of the expired invitations and sessions.
  private func expired(_ operation: Operation) -> [GatewayReducer.Change] {
    let invites = state.saved.invites.filter { $0.value.expiresMs <= operation.at }.keys
    let sessions = state.saved.sessions.filter { $0.value.expiresMs <= operation.at }.keys
    return invites.sorted().map { .removeInvite(hash: $0) }
      + sessions.sorted().map { .removeSession($0) }
  }
}
