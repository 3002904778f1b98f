import Bus
import Documents
import FastJSON
import Foundation
import GatewayAPI

/// Stored form of an unused invitation; the id of its document is the hash of its code.
struct SavedInvite: WebAccess, Codable, Hashable, Sendable {
  /// Collection of these documents, one per invitation.
  static let collection = "gateway.invites"

  /// Id of the invitation; nil only in a document that was saved before invitations had ids, which
  /// gets one when it is read.
  var id: UUID?
  var name: String
  /// Nil for a person, whose roles in teams decide.
  var role: WebRole?
  /// The person who may log in; nil for an invitation with a role.
  var person: UUID?
  /// Expiry, in milliseconds since 1970-01-01 UTC.
  var expiresMs: Int64
  /// The teams outside of which the person must have no role; nil for an invitation of an operator,
  /// and for one's own phone.
  var teams: [String]?
  /// The session that made the link for its user's own phone; nil for any other link.
  var session: String?
  /// Time at which the phone's session ends at the latest, which is the end of the session that made the
  /// link, in milliseconds since 1970-01-01 UTC; nil for any other link.
  var endsMs: Int64?
  /// The session with which the phone's session ends; nil for none.
  var parent: String?

  /// Public form, without the code.
  func shown(as id: UUID) -> WebInvitation {
    WebInvitation(
      id: id.lowercaseText, name: name, role: role, person: person?.lowercaseText,
      expires: SavedSession.date(expiresMs))
  }
}

extension SavedInvite: StoredValue {
  func problem(in document: Document) -> String? {
    WebGrant.problem(role, person) ?? Self.problem(
      name: name, ms: [expiresMs, endsMs ?? expiresMs])
      ?? (teams != nil && person == nil ? "Expected a person with the teams of an admin." : nil)
  }

  /// Describes the first problem with a name or with times in milliseconds; nil if they are valid.
  static func problem(name: String, ms moments: [Int64]) -> String? {
    do throws(BusError) {
      _ = try PersonName(name)
    } catch {
      return error.message
    }
    return moments.allSatisfy(WireTime.sinceEpochMs.contains)
      ? nil : "Invalid time; expected a year from 1970 to 9999."
  }
}

extension GatewayReducer {
  /// Default lifetime of an invitation link: ten minutes.
  static let inviteMs: Int64 = 600_000
}

/// A validated request for an invitation.
struct InviteRequest: Hashable, Sendable {
  var name: PersonName
  var grant: WebGrant
  /// Lifetime of the link, in milliseconds.
  var lifetimeMs = GatewayReducer.inviteMs

  /// Requests a link with the default lifetime.
  init(_ name: PersonName, _ grant: WebGrant) {
    self.name = name
    self.grant = grant
  }

  /// Validates a request.
  ///
  /// - Throws: `invalid`.
  init(_ command: InviteToWeb) throws(BusError) {
    self.init(try PersonName(command.name), try WebGrant(command))
    guard let hours = command.hours else { return }
    guard (1...InviteToWeb.maxHours).contains(hours) else {
      throw BusError(
        .invalid, "Invalid hours: \(hours). Expected 1 to \(InviteToWeb.maxHours).",
        detail: ["field": "hours"])
    }
    lifetimeMs = Int64(hours) * 3_600_000
  }
}

extension GatewayReduction {
  /// Creates an invitation link. That of an admin waits until the person's teams are known.
  mutating func invite(_ operation: Operation, _ request: InviteRequest) throws {
    if let person = request.grant.person, operation.header.by == PersonActor.id(of: person) {
      throw BusError(
        .denied,
        "An invitation of one's own person would outlast the login. “Use on my phone” on the page logs in"
          + " another device.", detail: ["field": "person"])
    }
    guard operation.scope != .all else { return try create(operation, request) }
    guard let person = request.grant.person else {
      throw BusError(
        .denied, "Only an operator invites with a role; specify a person.",
        detail: ["field": "role"])
    }
    findPeople(operation, [person], in: operation.scope)
  }

  /// Creates the link of an admin once it is known whom the admin may invite.
  mutating func invite(
    _ operation: Operation, _ request: InviteRequest, ifAmong people: Set<UUID>
  ) throws {
    guard let person = request.grant.person, people.contains(person) else {
      // The same for a person of another team as for an unknown one.
      throw BusError(
        .notFound, "Person not found; list the members of a team with “standups teams show TEAM”.",
        detail: ["person": request.grant.person?.lowercaseText ?? ""])
    }
    try create(operation, request)
  }

  private mutating func create(_ operation: Operation, _ request: InviteRequest) throws {
    try makeLink(
      operation,
      SavedInvite(
        name: request.name.text, role: request.grant.role, person: request.grant.person,
        expiresMs: operation.at + request.lifetimeMs, teams: operation.scope.teams),
      address: reducer.address)
  }

  /// Creates a link. Its code is only in the reply, and only its hash is saved.
  ///
  /// - Parameter address: URL of the page, with a trailing slash.
  mutating func makeLink(
    _ operation: Operation, _ invite: SavedInvite, address: String
  ) throws {
    try checkRoom(for: invite, operation)
    let code = Secret(reducer.random(Secret.codeBytes)).text
    let id = reducer.uuid()
    var invite = invite
    invite.id = id
    let expires = SavedSession.date(invite.expiresMs)
    let added = InvitationAdded(
      id: id.lowercaseText, person: invite.person?.lowercaseText, role: invite.role,
      expires: expires)
    let reply = WebInvite(
      id: id.lowercaseText, link: "\(address)#login=\(code)", code: code, expires: expires)
    try commit(
      operation, expired(operation) + [.putInvite(hash: Secret.hash(code), invite)],
      events: [try event(added, id.lowercaseText, operation)],
      reply: InviteToWeb.encoded(reply))
  }

  /// - Throws: `busy` if there are too many unused invitations. Those of others than operators leave
  ///   room for those of operators.
  private func checkRoom(for invite: SavedInvite, _ operation: Operation) throws(BusError) {
    let unused = state.saved.invites.values.filter { $0.expiresMs > operation.at }
    // Sessions have a limit of their own for phones.
    let invites = unused.filter { ($0.session == nil) == (invite.session == nil) }
    let advice = "try again when one expires, or withdraw some with “standups web withdraw”."
    let ofSame = invites.count {
      $0.name == invite.name || invite.person != nil && $0.person == invite.person
    }
    guard invite.session != nil || ofSame < Saved.maxPerName else {
      throw BusError(
        .busy, "\(invite.name) already has \(Saved.maxPerName) unused invitations; \(advice)",
        retryAfterMs: 60_000)
    }
    let isOfOperator = invite.teams == nil && invite.session == nil
    let most = isOfOperator ? Saved.maxCount : Saved.maxCountOfOthers
    guard invites.count < most else {
      throw BusError(
        .busy, "There are already \(most) unused invitations; \(advice)", retryAfterMs: 60_000)
    }
  }
}
