public import Bus
public import Schema

/// Adds a team without members.
///
/// Fails with `conflict` if a team has or had the id.
///
/// ```swift
/// let team = try await bus.send(AddTeam(name: "Web"))
/// print(team.id)  // web
/// ```
public struct AddTeam: BusCommand, Hashable {
  /// The new team.
  public typealias Reply = Team
  public static let target = "teams.add"
  public static let traits = CommandTraits(access: .operator, isStored: true, errors: [.conflict])
  /// Id, 1 to 32 lower-case letters, digits and `-`, beginning with a letter. Default: made from
  /// the name.
  public var id: String?
  /// Name, 1 to 64 bytes, not blank and without control characters.
  public var name: String
  public static let bounds: MemberBounds<Self> = [
    \.id: .teamID,
    \.name: .displayName,
  ]
  /// Adds a team; fails with `invalid` if no id can be made from the name.
  public init(id: String? = nil, name: String) {
    self.id = id
    self.name = name
  }
}

/// Changes the name of a team. Its id never changes.
public struct RenameTeam: BusCommand, Hashable {
  /// The team with the new name.
  public typealias Reply = Team
  public static let target = "teams.rename"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound])
  /// Id of the team.
  public var id: String
  /// New name, 1 to 64 bytes, not blank and without control characters.
  public var name: String
  public static let bounds: MemberBounds<Self> = [
    \.id: .teamID,
    \.name: .displayName,
  ]
  /// Renames the team with this id.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// Removes a team and all its memberships. No other team gets its id.
///
/// Fails with `conflict` for the team `default`, which always exists, and for a team that has
/// standups.
public struct RemoveTeam: BusCommand, Hashable {
  /// Empty reply once the team is removed.
  public typealias Reply = Done
  public static let target = "teams.remove"
  public static let traits = CommandTraits(
    access: .operator, isStored: true, errors: [.conflict, .notFound])
  /// Id of the team.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .teamID]
  /// Removes the team with this id.
  public init(id: String) { self.id = id }
}

/// Reads one team.
public struct GetTeam: BusCommand, Hashable {
  /// The team. An unknown id fails with `not_found`.
  public typealias Reply = Team
  /// Wire name. Read-only.
  public static let target = "teams.get"
  public static let traits = CommandTraits(access: .observer, in: .any, errors: [.notFound])
  /// Id of the team.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .teamID]
  /// Requests the team with this id.
  public init(id: String) { self.id = id }
}

/// Lists the teams, in the order of their ids.
public struct ListTeams: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "teams.list"
  public static let traits = CommandTraits(access: .observer, in: .any)
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of teams per page, from 1 to 1000. Default: 1000.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 1000)]
  /// Requests a page. Default: the first 1000 teams.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }
  /// A page of teams.
  public struct Reply: Codable, Hashable, Sendable {
    /// Teams in the scope of the command, in the order of their ids.
    public var teams: [Team]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Creates a page; `next` is nil on the last one.
    public init(teams: [Team], next: String? = nil) {
      self.teams = teams
      self.next = next
    }
  }
}

/// Lists the members of a team, in the order of their ids.
public struct ListMembers: BusCommand, Hashable {
  /// Wire name. Read-only; members who cannot be read are omitted.
  public static let target = "teams.members"
  public static let traits = CommandTraits(access: .member, in: .any, errors: [.notFound])
  /// Id of the team.
  public var id: String
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of members per page, from 1 to 1000. Default: 100. A page may contain fewer,
  /// even if another page follows.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [
    \.id: .teamID,
    \.limit: .range(1...1000, default: 100),
  ]
  /// Requests a page. Default: the first 100 members.
  public init(id: String, after: String? = nil, limit: Int? = nil) {
    self.id = id
    self.after = after
    self.limit = limit
  }
  /// A page of members.
  public struct Reply: Codable, Hashable, Sendable {
    /// Members, in the order of their ids.
    public var members: [Member]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Creates a page; `next` is nil on the last one.
    public init(members: [Member], next: String? = nil) {
      self.members = members
      self.next = next
    }
  }

  /// A person with a role in the team.
  public struct Member: Codable, Hashable, Sendable, Bounded {
    /// Id of the person, a UUID in lower case.
    public var person: String
    /// Name of the person.
    public var name: String
    /// Role of the person in the team.
    public var role: TeamRole
    /// Issuer of the sign-in provider of which a group grants the role. Absent if an admin gave it.
    public var issuer: String?
    public static let bounds: MemberBounds<Self> = [
      \.person: .personID,
      \.name: .displayName,
      \.issuer: .identityPart,
    ]
    /// Creates a member; `issuer` is nil for a role that an admin gave.
    public init(person: String, name: String, role: TeamRole, issuer: String? = nil) {
      self.person = person
      self.name = name
      self.role = role
      self.issuer = issuer
    }
  }
}

/// Gives a person a role in a team. A role that the person already has in the team is replaced.
///
/// A role that a sign-in provider granted becomes the admin's, even if it stays the same: the
/// provider neither changes nor removes it any more.
///
/// Fails with `conflict` if the person is in 64 other teams.
public struct SetMember: BusCommand, Hashable {
  /// The role that the person has now.
  public typealias Reply = Membership
  public static let target = "teams.setMember"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.conflict, .notFound])
  /// Id of the team.
  public var team: String
  /// Id of the person, a UUID in either case.
  public var person: String
  /// Role of the person in the team.
  public var role: TeamRole
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID,
    \.person: .personID,
  ]
  /// Gives the person this role in the team.
  public init(team: String, person: String, role: TeamRole) {
    self.team = team
    self.person = person
    self.role = role
  }
}

/// Removes a person from a team. A person without a role in it is accepted.
///
/// Fails with `conflict` if a sign-in provider grants the role, which would grant it again.
public struct RemoveMember: BusCommand, Hashable {
  /// Empty reply once the person has no role in the team.
  public typealias Reply = Done
  public static let target = "teams.removeMember"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.conflict, .notFound])
  /// Id of the team.
  public var team: String
  /// Id of the person, a UUID in either case.
  public var person: String
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID,
    \.person: .personID,
  ]
  /// Removes the person from the team.
  public init(team: String, person: String) {
    self.team = team
    self.person = person
  }
}
