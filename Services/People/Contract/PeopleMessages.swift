public import Bus
public import Schema

/// Adds a person, who has no role in any team yet.
///
/// Fails with `conflict` if another person has the e-mail address or one of the identities.
///
/// ```swift
/// let ann = try await bus.send(AddPerson(name: "Ann", email: "ann@example.com"))
/// _ = try await bus.send(SetMember(team: "web", person: ann.id, role: .member))
/// ```
public struct AddPerson: BusCommand, Hashable {
  /// The new person, with an id.
  public typealias Reply = Person
  public static let target = "people.add"
  public static let traits = CommandTraits(access: .operator, isStored: true, errors: [.conflict])
  /// Name, 1 to 64 bytes, not blank and without control characters.
  public var name: String
  /// E-mail address. Default: none.
  public var email: String?
  /// Name of a time zone in the IANA database. Default: none.
  public var zone: String?
  /// True for an operator of the installation. Default: false.
  public var isOperator: Bool?
  /// Identities with which the person signs in, at most 16. Default: none.
  public var identities: [Identity]?
  public static let bounds: MemberBounds<Self> = [
    \.name: .displayName,
    \.email: .emailAddress,
    \.zone: .text(1...Person.maxZoneBytes),
    \.identities: .count(0...Person.maxIdentities),
  ]
  /// Adds a person; the service checks the values and rejects invalid ones with `invalid`.
  public init(
    name: String, email: String? = nil, zone: String? = nil, isOperator: Bool? = nil,
    identities: [Identity]? = nil
  ) {
    self.name = name
    self.email = email
    self.zone = zone
    self.isOperator = isOperator
    self.identities = identities
  }
}

/// Changes a person's name, e-mail address, time zone, or permission to operate the installation.
///
/// Fails with `conflict` if another person has the e-mail address, and if the permission to operate
/// the installation is removed that a sign-in provider grants.
public struct EditPerson: BusCommand, Hashable {
  /// The person with the changes.
  public typealias Reply = Person
  public static let target = "people.edit"
  public static let traits = CommandTraits(
    access: .operator, isStored: true, errors: [.conflict, .notFound])
  /// Id of the person, a UUID in either case.
  public var id: String
  /// New name. Default: unchanged.
  public var name: String?
  /// New e-mail address; empty to remove it. Default: unchanged.
  public var email: String?
  /// New time zone; empty to remove it. Default: unchanged.
  public var zone: String?
  /// True or false to make the person an operator of the installation or not. True also keeps a
  /// permission that a sign-in provider grants even if the provider no longer does. Default: unchanged.
  public var isOperator: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.id: .personID,
    \.name: .displayName,
    \.email: .text(0...Person.maxEmailBytes),
    \.zone: .text(0...Person.maxZoneBytes),
  ]
  /// Changes those values that are not nil.
  public init(
    id: String, name: String? = nil, email: String? = nil, zone: String? = nil,
    isOperator: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.zone = zone
    self.isOperator = isOperator
  }
}

/// Adds an identity with which a person signs in. An identity that the person already has is
/// accepted.
///
/// Fails with `conflict` if another person has the identity, or if the person has 16.
public struct AddIdentity: BusCommand, Hashable {
  /// The person with the identity.
  public typealias Reply = Person
  public static let target = "people.addIdentity"
  public static let traits = CommandTraits(
    access: .operator, isStored: true, errors: [.conflict, .notFound])
  /// Id of the person, a UUID in either case.
  public var id: String
  /// The identity to add.
  public var identity: Identity
  public static let bounds: MemberBounds<Self> = [\.id: .personID]
  /// Adds the identity to the person with this id.
  public init(id: String, identity: Identity) {
    self.id = id
    self.identity = identity
  }
}

/// Removes an identity, with which the person can no longer sign in, and all roles that its issuer
/// grants to the person. An identity that the person does not have is accepted.
public struct RemoveIdentity: BusCommand, Hashable {
  /// The person without the identity.
  public typealias Reply = Person
  public static let target = "people.removeIdentity"
  public static let traits = CommandTraits(access: .operator, isStored: true, errors: [.notFound])
  /// Id of the person, a UUID in either case.
  public var id: String
  /// The identity to remove.
  public var identity: Identity
  public static let bounds: MemberBounds<Self> = [\.id: .personID]
  /// Removes the identity from the person with this id.
  public init(id: String, identity: Identity) {
    self.id = id
    self.identity = identity
  }
}

/// Reads one person, given by exactly one of id, e-mail address and identity.
public struct GetPerson: BusCommand, Hashable {
  /// The person. A query that finds no person fails with `not_found`.
  public typealias Reply = Person
  /// Wire name. Read-only.
  public static let target = "people.get"
  public static let traits = CommandTraits(access: .admin, in: .any, errors: [.notFound])
  /// Id of the person, a UUID in either case.
  public var id: String?
  /// E-mail address, in either case.
  public var email: String?
  /// An identity of the person.
  public var identity: Identity?
  public static let bounds: MemberBounds<Self> = [
    \.id: .personID,
    \.email: .emailAddress,
  ]
  /// Requests the person with this id.
  public init(id: String) { self.id = id }
  /// Requests the person with this e-mail address.
  public init(email: String) { self.email = email }
  /// Requests the person with this identity.
  public init(identity: Identity) { self.identity = identity }
}

/// Lists persons, in the order in which they were added.
public struct ListPeople: BusCommand, Hashable {
  /// Wire name. Read-only; persons who cannot be read are omitted.
  public static let target = "people.list"
  public static let traits = CommandTraits(access: .admin, in: .default)
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of persons per page, from 1 to 1000. Default: 100. A page may contain fewer,
  /// even if another page follows.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 100)]
  /// Requests a page. Default: the first 100 persons.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }
  /// A page of persons.
  public struct Reply: Codable, Hashable, Sendable {
    /// Persons, in the order in which they were added. A page may contain fewer than the limit,
    /// even if another page follows.
    public var people: [Person]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Total number of persons.
    public var total: Int
    /// Creates a page; `next` is nil on the last one.
    public init(people: [Person], next: String? = nil, total: Int) {
      self.people = people
      self.next = next
      self.total = total
    }
  }
}

/// Removes a person with all memberships and identities, and erases the saved replies about the
/// person and the print of their voice.
///
/// Events contain only the id of a person, which remains in them.
public struct RemovePerson: BusCommand, Hashable {
  /// Empty reply once the person is removed. An unknown id fails with `not_found`.
  public typealias Reply = Done
  public static let target = "people.remove"
  public static let traits = CommandTraits(access: .operator, isStored: true, errors: [.notFound])
  /// Id of the person, a UUID in either case.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .personID]
  /// Removes the person with this id.
  public init(id: String) { self.id = id }
}

// MARK: For the router

/// Lists the roles of all persons, or of some, in the order of their ids.
public struct GetRoles: BusCommand, Hashable {
  public static let target = "people.roles"
  public static let traits = CommandTraits(access: .parent)
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of persons per page, from 1 to 200. Default: 200.
  public var limit: Int?
  /// Ids of the persons to return, at most 200; unknown ones are omitted. Default: all persons.
  public var ids: [String]?
  public static let bounds: MemberBounds<Self> = [
    \.limit: .range(1...maxLimit, default: Int64(maxLimit)),
    \.ids: .count(0...maxLimit).each(.personID),
  ]
  /// Maximum number of persons per page.
  public static let maxLimit = 200
  /// Requests a page. Default: the first 200 persons.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }
  /// Requests the roles of these persons, at most 200.
  public init(ids: [String]) { self.ids = ids }
  /// A page of persons with their roles.
  public struct Reply: Codable, Hashable, Sendable {
    /// Persons, in the order of their ids.
    public var people: [PersonRoles]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Ids of the teams that were removed. Present only on the last page; absent if no team was
    /// removed.
    public var removedTeams: [String]?
    /// Identifies the loading of the service's saved state; it differs after a restart, and after
    /// the database was replaced.
    public var load: String
    /// Creates a page; `next` is nil on the last one.
    public init(
      people: [PersonRoles], next: String? = nil, removedTeams: [String]? = nil, load: String
    ) {
      self.people = people
      self.next = next
      self.removedTeams = removedTeams
      self.load = load
    }
  }

  /// The roles of one person.
  public struct PersonRoles: Codable, Hashable, Sendable, Bounded {
    /// Id of the person, a UUID in lower case.
    public var id: String
    /// True if the person operates the installation. Absent otherwise.
    public var isOperator: Bool?
    /// Memberships in teams that exist; at most one of each team.
    public var teams: [Membership]
    public static let bounds: MemberBounds<Self> = [
      \.id: .personID,
      \.isOperator: .only(true),
      \.teams: .count(0...Person.maxTeams),
    ]
    /// Creates the roles of a person.
    public init(id: String, isOperator: Bool? = nil, teams: [Membership]) {
      self.id = id
      self.isOperator = isOperator
      self.teams = teams
    }
  }
}

/// Returns the time zones of those of some persons who have a role in a team, or in every team.
///
/// A person who is unknown or cannot be read, or whose time zone is unknown, is omitted.
public struct GetZones: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "people.zones"
  public static let traits = CommandTraits(access: .parent)
  /// Id of the team.
  public var team: String
  /// Ids of the persons, at most 25.
  public var ids: [String]
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID, \.ids: .count(0...maxIDs).each(.personID),
  ]
  /// Maximum number of persons, whose documents then always fit in one page of the store.
  public static let maxIDs = 25
  /// Requests the time zones of these persons, at most 25.
  public init(team: String, ids: [String]) {
    self.team = team
    self.ids = ids
  }

  /// Time zones of persons.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// The persons with their time zones, in the order of their ids.
    public var people: [PersonZone]
    public static let bounds: MemberBounds<Self> = [\.people: .count(0...maxIDs)]
    /// Creates the reply.
    public init(people: [PersonZone]) { self.people = people }
  }

  /// The time zone of a person.
  public struct PersonZone: Codable, Hashable, Sendable, Bounded {
    /// Id of the person, a UUID in lower case.
    public var id: String
    /// Name of the time zone in the IANA database.
    public var zone: String
    public static let bounds: MemberBounds<Self> = [
      \.id: .personID, \.zone: .text(1...Person.maxZoneBytes),
    ]
    /// Creates the time zone of a person.
    public init(id: String, zone: String) {
      self.id = id
      self.zone = zone
    }
  }
}
