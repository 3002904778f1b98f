import Bus
import Documents
import FastJSON
import Foundation
import GatewayAPI
import WebServer

/// Stored form of a session; the id of its document is the session id.
struct SavedSession: WebAccess, Codable, Hashable, Sendable {
  /// Collection of these documents, one per session.
  static let collection = "gateway.sessions"

  /// Hash of the cookie's secret.
  var hash: String
  var name: String
  /// Nil for a session of a person, whose roles in teams decide.
  var role: WebRole?
  /// The person who is logged in; nil for a session with a role.
  var person: UUID?
  /// Start of the session, in milliseconds since 1970-01-01 UTC.
  var beganMs: Int64
  var expiresMs: Int64
  /// The provider that confirmed the session; nil for one of an invitation.
  var provider: SavedProvider?
  /// True for a calendar program, which has the secret in its link and may read only the calendar;
  /// nil for a browser.
  var isCalendar: Bool?
  /// The session of a provider that let a phone in, and with which this session ends; nil for none.
  var parent: String?

  /// Public form, without the hash.
  func shown(as id: String) -> WebSession {
    WebSession(
      id: id, name: name, role: role, person: person?.lowercaseText, began: Self.date(beganMs),
      expires: Self.date(expiresMs),
      isCalendar: isCalendar)
  }

  static func date(_ ms: Int64) -> Date { Date(timeIntervalSince1970: Double(ms) / 1000) }
}

extension SavedSession: StoredValue {
  func problem(in document: Document) -> String? {
    WebGrant.problem(role, person) ?? provider?.problem
      ?? SavedInvite.problem(name: name, ms: [beganMs, expiresMs])
  }
}

/// Result of a login: the cookie's secret, which is never shown again.
struct LoggedIn: Codable, Hashable, Sendable {
  var token: String
  var expiresMs: Int64
  /// The person who logged in; nil for a session with a role.
  var person: UUID?
}

extension GatewayReducer {
  /// Lifetime of a session: 30 days.
  static let sessionMs: Int64 = 30 * 86_400_000
}

extension GatewayReduction {
  /// The sessions that have not expired, newest first.
  func sessions(_ operation: Operation) -> ListWebSessions.Reply {
    let good = state.saved.sessions.filter { state.saved.isLive($0.key, at: operation.at) }
    return ListWebSessions.Reply(
      address: reducer.address,
      sessions: good.sorted { ($1.value.beganMs, $0.key) < ($0.value.beganMs, $1.key) }
        .map { $0.value.shown(as: $0.key) })
  }

  /// The same message for all unusable codes, so that it does not reveal which codes existed.
  private static let denied = BusError(
    .denied,
    "This link is invalid, has expired, or was already used. Ask the person who invited you for a new one."
  )

  /// Logs a browser in. The login with an admin's invitation waits until the person's teams are known.
  mutating func login(_ operation: Operation, _ hash: String) throws {
    let invite = try usable(operation, hash)
    guard let teams = invite.teams, let person = invite.person else {
      return try begin(operation, hash, invite)
    }
    findPeople(operation, [person], in: .teams(teams))
  }

  /// Logs a browser in with an admin's invitation, if the admin may invite the person now.
  ///
  /// The person may have become an operator, or got a role in another team. The link must not let the
  /// admin act with those permissions.
  mutating func login(
    _ operation: Operation, _ hash: String, ifAmong people: Set<UUID>
  ) throws {
    let invite = try usable(operation, hash)
    guard let person = invite.person, people.contains(person) else {
      log(
        .warning,
        "Rejected a login with invitation \(invite.id?.lowercaseText ?? "of an earlier version"): the"
          + " person is now an operator, or has no role or one in a team of others than the inviter.",
        cause: operation.header)
      throw Self.denied
    }
    try begin(operation, hash, invite)
  }

  /// The invitation with this hash of its code.
  ///
  /// - Throws: `denied` if it is unknown or has expired, or if the session that made it has ended.
  private func usable(_ operation: Operation, _ hash: String) throws(BusError) -> SavedInvite {
    guard let invite = state.saved.invites[hash], invite.expiresMs > operation.at,
      invite.session.map({ state.saved.isLive($0, at: operation.at) }) ?? true
    else { throw Self.denied }
    return invite
  }

  /// Begins the session of an invitation, which is used up.
  private mutating func begin(
    _ operation: Operation, _ hash: String, _ invite: SavedInvite
  ) throws {
    try checkRoom(for: invite.name, invite.person, at: operation.at)
    let token = Secret(reducer.random(Secret.tokenBytes)).text
    let session = SavedSession(
      hash: Secret.hash(token), name: invite.name, role: invite.role, person: invite.person,
      beganMs: operation.at,
      expiresMs: min(operation.at + GatewayReducer.sessionMs, invite.endsMs ?? .max),
      parent: invite.parent)
    let id = reducer.uuid().lowercaseText
    let reply = LoggedIn(token: token, expiresMs: session.expiresMs, person: invite.person)
    try commit(
      operation,
      [.removeInvite(hash: hash)] + expired(operation) + [.putSession(id, session)],
      events: [
        try began(id, session, how: invite.session == nil ? .link : .phone, operation)
      ],
      reply: RawJSON(encoding: reply))
  }

  /// Begins a session that a provider confirmed.
  mutating func signIn(_ operation: Operation, _ id: String, _ session: SavedSession) throws {
    try checkRoom(for: session.name, session.person, at: operation.at)
    try commit(
      operation, expired(operation) + [.putSession(id, session)],
      events: [try began(id, session, how: .provider, operation)], reply: .emptyObject)
  }

  /// Saves a new refresh token of a session, unless the session has ended.
  mutating func refreshed(
    _ operation: Operation, _ id: String, _ token: String, _ checkedMs: Int64
  ) throws {
    guard var session = state.saved.sessions[id], session.provider != nil else {
      return finish(operation, .success(.emptyObject))
    }
    session.provider?.refresh = token
    session.provider?.checkedMs = checkedMs
    try commit(operation, [.putSession(id, session)], reply: .emptyObject)
  }

  /// The event about a new session.
  func began(
    _ id: String, _ session: SavedSession, how: LoginBegan.Way, _ operation: Operation
  ) throws -> NewEvent {
    try event(
      LoginBegan(
        session: id, person: session.person?.lowercaseText, role: session.role, how: how), id,
      operation)
  }

  /// Checks that another session is allowed. Expired sessions are not counted, because the next
  /// change removes them.
  func checkRoom(for name: String, _ person: UUID?, at nowMs: Int64) throws(BusError) {
    let sessions = state.saved.sessions.filter { state.saved.isLive($0.key, at: nowMs) }.values
    guard sessions.count < Saved.maxCount else {
      throw BusError(
        .busy,
        "There are already \(Saved.maxCount) sessions; end some with “standups web revoke”.",
        retryAfterMs: 60_000)
    }
    guard sessions.count(where: { $0.belongs(to: name, person) }) < Saved.maxPerName else {
      throw BusError(
        .busy,
        "\(name) already has \(Saved.maxPerName) sessions; end some with “standups web revoke”.",
        retryAfterMs: 60_000)
    }
  }
}

extension Gateway {
  /// Checks that a visitor is still logged in, for work that takes longer than one command.
  ///
  /// - Throws: `denied` if the session or the token has ended.
  func checkSession(of visitor: Visitor) throws(BusError) {
    let now = nowMs
    guard
      visitor.isProxied
        || shell?.assumeIsolated({ $0.state.saved.isLive(visitor.session, at: now) }) == true
    else { throw BusError.notLoggedIn }
  }

  /// Closes the streams of sessions and tokens that have ended.
  func closeStreamsOfEndedSessions() {
    guard isReady, !clients.isEmpty, let shell else { return }
    let now = nowMs
    let saved = shell.assumeIsolated { $0.state.saved }
    for client in clients.values {
      if client.visitor.isProxied {
        if mustBeIdentifiedAgain(client) { client.close(WebSocket.Code.goingAway, "connect again") }
      } else if !saved.isLive(client.visitor.session, at: now) {
        client.close(StreamCode.sessionEnded, "session ended")
      }
    }
  }
}
