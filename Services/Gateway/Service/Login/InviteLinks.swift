import Bus
import Documents
import FastJSON
import Foundation
import GatewayAPI

/// Stored form of an unused invitation; the id of its document is the hash of its code.
struct SavedInvite: WebAccess, Codable, Hashable, Sendable {
  /// Collection of these documents, one per invitation.
  static let collection = "gateway.invites"

  var name: String
  /// Nil for a person, whose roles in teams decide.
  var role: WebRole?
  /// The person who may log in; nil for an invitation with a role.
  var person: UUID?
  /// Expiry, in milliseconds since 1970-01-01 UTC.
  var expiresMs: Int64
}

extension SavedInvite: StoredValue {
  func problem(in document: Document) -> String? {
    WebGrant.problem(role, person) ?? Self.problem(name: name, ms: [expiresMs])
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
  /// Lifetime of an invitation link: ten minutes.
  static let inviteMs: Int64 = 600_000
}

extension GatewayReduction {
  /// Creates an invitation link. Its code is only in the reply, and only its hash is saved.
  mutating func invite(_ operation: Operation, _ name: PersonName, _ grant: WebGrant) throws {
    let invites = state.saved.invites.values.filter { $0.expiresMs > operation.at }
    guard invites.count(where: { $0.name == name.text }) < Saved.maxPerName else {
      throw BusError(
        .busy,
        "\(name.text) already has \(Saved.maxPerName) unused invitations; try again when one expires.",
        retryAfterMs: 60_000)
    }
    guard invites.count < Saved.maxCount else {
      throw BusError(
        .busy,
        "There are already \(Saved.maxCount) unused invitations; try again when one expires.",
        retryAfterMs: 60_000)
    }
    let code = Secret(reducer.random(Secret.codeBytes)).text
    let expiresMs = operation.at + GatewayReducer.inviteMs
    let invite = SavedInvite(
      name: name.text, role: grant.role, person: grant.person, expiresMs: expiresMs)
    let reply = WebInvite(
      link: "\(reducer.address)#login=\(code)", code: code, expires: SavedSession.date(expiresMs))
    try commit(
      operation, expired(operation) + [.putInvite(hash: Secret.hash(code), invite)],
      reply: InviteToWeb.encoded(reply))
  }
}
