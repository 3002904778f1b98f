import Bus
import Documents
import Foundation
import GatewayAPI

/// Stored form of a token; the id of its document is the id of the token.
struct SavedToken: WebAccess, Codable, Hashable, Sendable {
  /// Collection of these documents, one per token.
  static let collection = "gateway.tokens"
  /// Prefix of each token, by which programs that search for leaked secrets recognise it.
  static let prefix = "standups_"

  /// Hash of the token.
  var hash: String
  var name: String
  /// Nil for a token of a person, whose roles in teams decide.
  var role: TokenRole?
  /// The team to which the role is limited; nil for all teams.
  var team: String?
  /// The person as whom the token acts; nil for a token with a role.
  var person: UUID?
  /// Commands that the token may send; nil for all that the role permits.
  var commands: [String]?
  /// Time of creation, in milliseconds since 1970-01-01 UTC.
  var createdMs: Int64
  /// Actor who created the token; nil for the user of the machine.
  var creator: String?
  /// Expiry, in milliseconds since 1970-01-01 UTC; nil for none.
  var expiresMs: Int64?
  /// Time of the last request that was saved, in milliseconds since 1970-01-01 UTC.
  var usedMs: Int64?

  /// For whom the gateway sends the commands of the token with this id; nil for an id or a role
  /// that no token has.
  func principal(_ id: String) -> Principal? {
    if let person { return .person(person) }
    guard let id = UUID(text: id), let role = busRole else { return nil }
    return .token(id, role)
  }

  /// The role as the router knows it; nil for a combination that no token has.
  private var busRole: Role? {
    switch (role, team) {
    case (.operator?, nil): .operator
    case (.observer?, nil): .observer
    case (.observer?, let team?): .team(team, .observer)
    case (.member?, let team?): .team(team, .member)
    case (.admin?, let team?): .team(team, .admin)
    case (.operator?, .some), (.member?, nil), (.admin?, nil), (nil, _): nil
    }
  }

  /// Describes the first problem with the permissions; nil if they are valid.
  var problem: String? {
    guard (role == nil) != (person == nil) else {
      return "Expected either “role” or “person”, the id of a person."
    }
    guard person == nil || team == nil else {
      return "Expected no “team” with “person”, whose roles in teams decide."
    }
    guard person == nil, let role, busRole == nil else { return nil }
    return team == nil
      ? "Expected the “team” to which the role \(role.rawValue) is limited."
      : "Expected no “team” for the role \(role.rawValue), which operates the installation."
  }

  /// True if the token is valid at this time.
  func isLive(at nowMs: Int64) -> Bool { expiresMs.map { $0 > nowMs } ?? true }

  /// Public form, without the hash.
  func shown(as id: String) -> WebToken {
    WebToken(
      id: id, name: name, role: role, team: team, person: person?.lowercaseText,
      commands: commands, created: SavedSession.date(createdMs), creator: creator,
      expires: expiresMs.map(SavedSession.date), used: usedMs.map(SavedSession.date))
  }
}

extension SavedToken: StoredValue {
  func problem(in document: Document) -> String? {
    problem
      ?? SavedInvite.problem(name: name, ms: [createdMs] + [expiresMs, usedMs].compactMap { $0 })
      ?? (UUID(text: document.id) == nil ? "Expected the id of the token, a UUID." : nil)
  }
}
