public import Bus
public import Foundation
public import Schema

/// Permissions of a token.
public enum TokenRole: String, Codable, CaseIterable, Hashable, Sendable {
  /// Reads everything in the team of the token; without a team, everything.
  case observer
  /// Also runs and edits the standups of the team.
  case member
  /// Also deletes and exports, and manages the team.
  case admin
  /// May send all commands that are not reserved for the router. Only for tokens without a team.
  case `operator`
}

/// Creates a token with which a program uses the HTTP interface of the gateway.
///
/// The program sends it with each request, as `Authorization: Bearer TOKEN`. It needs neither a
/// cookie nor an `Origin`. An admin of a team creates tokens for that team, and an operator any.
///
/// ```swift
/// let add = AddToken(name: "grafana", role: .observer, team: "web")
/// let added = try await bus.send(add)
/// print(added.token)  // standups_…
/// ```
public struct AddToken: BusCommand, Hashable {
  /// The token, which is not stored and cannot be requested again.
  public typealias Reply = NewToken
  /// Wire name. Each call creates a new token. The reply is not stored, because it is a secret.
  public static let target = "tokens.add"
  public static let traits = CommandTraits(
    access: .admin, in: .any, errors: [.busy, .conflict, .notFound])
  /// Name of the program, as lists and the audit show it: 1 to 64 bytes without control characters.
  public var name: String
  /// Role of the token. Either this or `person` is required.
  public var role: TokenRole?
  /// Id of the team to which the role is limited. Required for `member` and `admin`; without it,
  /// `observer` reads the data of all teams.
  public var team: String?
  /// Id of the person as whom the token acts, a UUID in either case: their roles decide, and they
  /// are the actor.
  public var person: String?
  /// Commands that the token may send, at most 100 wire names such as `standups.list`. Events
  /// require `events.replay`. Default: all that the role permits.
  public var commands: [String]?
  /// Time at which the token expires, in the future. Default: it does not expire.
  public var expires: Date?
  public static let bounds: MemberBounds<Self> = [
    \.name: .webName, \.team: .teamID, \.person: .uuid,
    \.commands: .count(1...100).each(.tokenCommand),
  ]
  /// Requests a token with a role.
  public init(
    name: String, role: TokenRole, team: String? = nil, commands: [String]? = nil,
    expires: Date? = nil
  ) {
    self.name = name
    self.role = role
    self.team = team
    self.commands = commands
    self.expires = expires
  }
  /// Requests a token that acts as a person.
  public init(
    name: String, person: String, commands: [String]? = nil, expires: Date? = nil
  ) {
    self.name = name
    self.person = person
    self.commands = commands
    self.expires = expires
  }
}

/// A new token.
public struct NewToken: Codable, Hashable, Sendable, Bounded {
  /// The token: `standups_` and 256 random bits in Base64 for URLs. Only its hash is stored.
  public var token: String
  /// Id of the token, a UUID, for the list and for its revocation.
  public var id: String
  /// Time at which the token expires. Absent for a token that does not expire.
  public var expires: Date?
  public static let bounds: MemberBounds<Self> = [
    \.token: .matching("^standups_[A-Za-z0-9_-]{43}$"), \.id: .uuid,
  ]
  /// Creates the reply from the token, its id and its expiry.
  public init(token: String, id: String, expires: Date? = nil) {
    self.token = token
    self.id = id
    self.expires = expires
  }
}

/// Lists the tokens in the teams of the sender, newest first; for an operator, all tokens.
public struct ListTokens: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "tokens.list"
  public static let traits = CommandTraits(access: .admin, in: .any)
  /// Maximum number of tokens per page. A page of the largest tokens fits in a message.
  public static let maxLimit = 100
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of tokens per page, from 1 to 100. Default: 100.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [
    \.limit: .range(1...maxLimit, default: Int64(maxLimit))
  ]
  /// Requests a page. Default: the 100 newest tokens.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }
  /// A page of tokens.
  public struct Reply: Codable, Hashable, Sendable {
    /// Tokens in the scope of the command, newest first.
    public var tokens: [WebToken]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Creates a page; `next` is nil on the last one.
    public init(tokens: [WebToken], next: String? = nil) {
      self.tokens = tokens
      self.next = next
    }
  }
}

/// A token, without its secret.
public struct WebToken: Codable, Hashable, Sendable, Identifiable, Bounded {
  /// Id of the token, a UUID. The actor of its commands is `token/` and this id.
  public var id: String
  /// Name of the program.
  public var name: String
  /// Role of the token. Absent for a token of a person.
  public var role: TokenRole?
  /// Id of the team to which the role is limited. Absent for all teams.
  public var team: String?
  /// Id of the person as whom the token acts, a UUID in lower case. Absent for a token with a role.
  public var person: String?
  /// Commands that the token may send. Absent for all that the role permits.
  public var commands: [String]?
  /// Time at which the token was created.
  public var created: Date
  /// Actor who created the token. Absent for the user of the machine, who needs no key.
  public var creator: String?
  /// Time at which the token expires. Absent for a token that does not expire.
  public var expires: Date?
  /// Time of the last request, accurate to a minute. Absent before the first one.
  public var used: Date?
  public static let bounds: MemberBounds<Self> = [
    \.id: .uuid, \.name: .webName, \.team: .teamID, \.person: .uuid,
    \.commands: .count(1...100).each(.tokenCommand), \.creator: .text(1...Limits.actorBytes),
  ]
  /// Creates a token from all its members.
  public init(
    id: String, name: String, role: TokenRole? = nil, team: String? = nil, person: String? = nil,
    commands: [String]? = nil, created: Date, creator: String? = nil, expires: Date? = nil,
    used: Date? = nil
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.team = team
    self.person = person
    self.commands = commands
    self.created = created
    self.creator = creator
    self.expires = expires
    self.used = used
  }
}

/// Revokes a token. Requests with it fail at once, and its streams are closed within a second.
public struct RevokeToken: BusCommand, Hashable {
  /// Empty reply once the token is revoked.
  public typealias Reply = Done
  public static let target = "tokens.revoke"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound])
  /// Id of the token, as in `tokens.list`.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .uuid]
  /// Revokes the token with this id.
  public init(id: String) { self.id = id }
}

/// Asks whether a team exists, before a token is limited to it.
///
/// The gateway sends it if the sender of a command may use all teams. Any other sender has a role in
/// the team, which therefore exists. Fails with `not_found` for an unknown team, and with
/// `unavailable` if the service of the teams is unavailable.
public struct TokenTeamNamed: DelegateMessage, Hashable {
  /// The team exists.
  public typealias Reply = Done
  /// Wire name. Read-only.
  public static let target = "gateway.teamNamed"
  public static let errors: [BusError.Code] = [.notFound]
  /// Id of the team.
  public var team: String
  public static let bounds: MemberBounds<Self> = [\.team: .teamID]
  /// Asks about one team.
  public init(team: String) { self.team = team }
}

/// A token was added.
///
/// The event of a token that is limited to a team belongs to the team. Type and subject are those of
/// CloudEvents 1.0.
public struct TokenAdded: EventData, Hashable {
  public static let type = "token.added"
  public static let traits = EventTraits(
    subject: "the token", source: "gateway", families: [.team])
  /// Id of the token, which is also the event's subject.
  public var id: String
  /// Name of the program.
  public var name: String
  /// Role of the token. Absent for a token of a person.
  public var role: TokenRole?
  /// Id of the person as whom the token acts, a UUID. Absent for a token with a role.
  public var person: String?
  public static let bounds: MemberBounds<Self> = [
    \.id: .uuid, \.name: .webName, \.person: .uuid,
  ]
  /// Creates the event for a new token.
  public init(id: String, name: String, role: TokenRole? = nil, person: String? = nil) {
    self.id = id
    self.name = name
    self.role = role
    self.person = person
  }
}

/// A token was revoked, also because its team or its person was removed. A token that expires is
/// not revoked.
public struct TokenRevoked: EventData, Hashable {
  public static let type = "token.revoked"
  public static let traits = EventTraits(
    subject: "the token", source: "gateway", families: [.team])
  /// Id of the token, which is also the event's subject.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .uuid]
  /// Creates the event for a revoked token.
  public init(id: String) { self.id = id }
}

extension Bounds {
  /// Wire name of a command that a token may send.
  public static let tokenCommand = text(3...64, pattern: "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+$")
    .named("TokenCommand")
}
