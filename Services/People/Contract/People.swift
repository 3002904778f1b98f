public import Bus
public import Schema

/// A person whom the installation knows.
public struct Person: Codable, Hashable, Identifiable, Sendable, Bounded {
  /// UUID in lower case.
  public var id: String
  /// Name, 1 to 64 bytes, without control characters.
  public var name: String
  /// E-mail address, in lower case, which no other person has. Absent if it is unknown.
  public var email: String?
  /// Name of a time zone in the IANA database, such as `Europe/Paris`. Absent if it is unknown.
  public var zone: String?
  /// True if the person operates the installation, and therefore has every role in every team.
  /// Absent otherwise.
  public var isOperator: Bool?
  /// Issuer of the sign-in provider of which a group makes the person an operator. Absent if an
  /// operator did so by hand.
  public var operatorIssuer: String?
  /// Identities with which the person signs in; no other person has one of them.
  public var identities: [Identity]
  /// Memberships, in the order in which they were added; at most one of each team.
  public var teams: [Membership]
  public static let bounds: MemberBounds<Self> = [
    \.id: .personID,
    \.name: .displayName,
    \.email: .emailAddress,
    \.zone: .text(1...maxZoneBytes),
    \.isOperator: .only(true),
    \.operatorIssuer: .identityPart,
    \.identities: .count(0...maxIdentities),
    \.teams: .count(0...maxTeams),
  ]

  /// Creates a person without checking the values.
  public init(
    id: String, name: String, email: String? = nil, zone: String? = nil, isOperator: Bool? = nil,
    operatorIssuer: String? = nil, identities: [Identity] = [], teams: [Membership] = []
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.zone = zone
    self.isOperator = isOperator
    self.operatorIssuer = operatorIssuer
    self.identities = identities
    self.teams = teams
  }
}

/// An account with which a person signs in.
public struct Identity: Codable, Hashable, Sendable, Bounded {
  /// System that has the account: the `iss` of an OpenID provider, such as
  /// `https://login.example.com`, or `proxy` for the header of a reverse proxy; 1 to 256 bytes.
  public var issuer: String
  /// The account at the issuer, which never changes: the `sub` of an OpenID provider, or the name
  /// in the proxy's header; 1 to 256 bytes.
  public var subject: String
  public static let bounds: MemberBounds<Self> = [
    \.issuer: .identityPart,
    \.subject: .identityPart,
  ]

  /// Creates an identity. Both parts are compared byte by byte.
  public init(issuer: String, subject: String) {
    self.issuer = issuer
    self.subject = subject
  }

  /// Compares byte by byte: two spellings of one letter are two accounts.
  public static func == (one: Self, other: Self) -> Bool {
    one.issuer.utf8.elementsEqual(other.issuer.utf8)
      && one.subject.utf8.elementsEqual(other.subject.utf8)
  }

  /// Hashes the bytes that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(Array(issuer.utf8))
    hasher.combine(Array(subject.utf8))
  }
}

/// The role of a person in one team.
public struct Membership: Codable, Hashable, Sendable, Bounded {
  /// Id of the team.
  public var team: String
  /// Role of the person in the team.
  public var role: TeamRole
  /// Issuer of the sign-in provider of which a group grants the role: 1 to 256 bytes, as in the
  /// person's identity there. Absent if an admin gave the role, and in the reply of `people.roles`.
  public var issuer: String?
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID,
    \.issuer: .identityPart,
  ]

  /// Creates a membership; `issuer` is nil for a role that an admin gave.
  public init(team: String, role: TeamRole, issuer: String? = nil) {
    self.team = team
    self.role = role
    self.issuer = issuer
  }
}

/// A team, to which standups belong and in which persons have roles.
public struct Team: Codable, Hashable, Identifiable, Sendable, Bounded {
  /// Id of the team: 1 to 32 lower-case letters, digits and `-`, beginning with a letter. It never
  /// changes, and no other team gets it after the team is removed.
  public var id: String
  /// Name, 1 to 64 bytes, without control characters.
  public var name: String
  /// Number of persons with a role in the team.
  public var members: Int
  public static let bounds: MemberBounds<Self> = [
    \.id: .teamID,
    \.name: .displayName,
  ]

  /// Creates a team without checking the values.
  public init(id: String, name: String, members: Int) {
    self.id = id
    self.name = name
    self.members = members
  }

  /// Id of the team that always exists, even if no team was ever added.
  public static let defaultID = TeamScope.defaultTeam
}
