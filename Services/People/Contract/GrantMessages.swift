public import Bus
public import Schema

/// Replaces the roles that a sign-in provider grants to a person, and updates the person from the
/// provider's data. Sent whenever a person signs in, and while they are signed in.
///
/// The roles are exactly those of the command afterwards: new ones are added, changed ones changed,
/// and missing ones removed, all at once. Roles that an admin gave, or another provider grants, stay
/// as they are, in the same team, too. Roles in teams that do not exist, and those beyond 64 teams
/// of the person, are skipped, so that they lock no one out.
///
/// Fails with `conflict` if the person does not have the identity.
///
/// ```swift
/// let grant = GrantRoles(
///   id: ann.id, identity: Identity(issuer: "https://login.example.com", subject: "ann"),
///   memberships: [.init(team: "web", role: .member)])
/// let person = try await bus.send(grant)
/// ```
public struct GrantRoles: BusCommand, Hashable {
  /// The person with the roles, from which those that were skipped are missing.
  public typealias Reply = Person
  public static let target = "people.grant"
  public static let traits = CommandTraits(
    access: .operator, isStored: true, errors: [.conflict, .notFound])
  /// Id of the person, a UUID in either case.
  public var id: String
  /// Identity with which the person signed in; its issuer grants the roles.
  public var identity: Identity
  /// Name of the person at the provider. Skipped if it is invalid. Default: unchanged.
  public var name: String?
  /// E-mail address of the person at the provider. Skipped if it is invalid, and if another person
  /// has it. Default: unchanged.
  public var email: String?
  /// Name of the person's time zone in the IANA database. Skipped if it is unknown. Default:
  /// unchanged.
  public var zone: String?
  /// All roles that the provider grants, at most 64, and each team once.
  public var memberships: [Role]
  /// True if the provider makes the person an operator of the installation. Default: false, which
  /// leaves operators unchanged that an operator or another provider made.
  public var isOperator: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.id: .personID,
    \.memberships: .count(0...Person.maxTeams),
  ]
  /// Grants these roles, and no others, to the person with this id.
  public init(
    id: String, identity: Identity, name: String? = nil, email: String? = nil, zone: String? = nil,
    memberships: [Role], isOperator: Bool? = nil
  ) {
    self.id = id
    self.identity = identity
    self.name = name
    self.email = email
    self.zone = zone
    self.memberships = memberships
    self.isOperator = isOperator
  }

  /// A role in one team.
  public struct Role: Codable, Hashable, Sendable, Bounded {
    /// Id of the team.
    public var team: String
    /// Role of the person in the team.
    public var role: TeamRole
    public static let bounds: MemberBounds<Self> = [\.team: .teamID]
    /// Creates a role in a team.
    public init(team: String, role: TeamRole) {
      self.team = team
      self.role = role
    }
  }
}
