public import Bus
public import Schema

/// A person was added.
///
/// The subject of the events about persons is the person’s id. Names, e-mail addresses and
/// identities are not part of events. Type and subject are those of CloudEvents 1.0.
public struct PersonAdded: EventData, Hashable {
  public static let type = "person.added"
  public static let traits = EventTraits(subject: "the person", source: "people")
  /// Id of the person, which is also the event's subject.
  public var id: String
  /// True for an operator of the installation. Absent otherwise.
  public var isOperator: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.id: .personID,
    \.isOperator: .only(true),
  ]
  /// Creates the event for a new person.
  public init(id: String, isOperator: Bool? = nil) {
    self.id = id
    self.isOperator = isOperator
  }
}

/// A person was changed.
public struct PersonEdited: EventData, Hashable {
  public static let type = "person.edited"
  public static let traits = EventTraits(subject: "the person", source: "people")
  /// Id of the person, which is also the event's subject.
  public var id: String
  /// The values that were changed.
  public var changed: [Part]
  /// True if the person operates the installation after the change. Absent otherwise.
  public var isOperator: Bool?
  public static let bounds: MemberBounds<Self> = [
    \.id: .personID,
    \.changed: .some,
    \.isOperator: .only(true),
  ]
  /// A value of a person.
  public enum Part: String, Codable, CaseIterable, Hashable, Sendable {
    /// The name.
    case name
    /// The e-mail address.
    case email
    /// The time zone.
    case zone
    /// The permission to operate the installation, or what grants it: an operator or a sign-in
    /// provider.
    case isOperator
  }
  /// Creates the event for the person as of after the change.
  public init(id: String, changed: [Part], isOperator: Bool? = nil) {
    self.id = id
    self.changed = changed
    self.isOperator = isOperator
  }
}

/// The identities with which a person signs in were changed.
public struct PersonIdentitiesChanged: EventData, Hashable {
  public static let type = "person.identitiesChanged"
  public static let traits = EventTraits(subject: "the person", source: "people")
  /// Id of the person, which is also the event's subject.
  public var id: String
  /// Number of identities after the change, from 0 to 16.
  public var identities: Int
  public static let bounds: MemberBounds<Self> = [
    \.id: .personID,
    \.identities: .range(0...Person.maxIdentities),
  ]
  /// Creates the event for the person as of after the change.
  public init(id: String, identities: Int) {
    self.id = id
    self.identities = identities
  }
}

/// A person was removed.
public struct PersonRemoved: EventData, Hashable {
  public static let type = "person.removed"
  public static let traits = EventTraits(subject: "the person", source: "people")
  /// Id of the person, which is also the event's subject.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .personID]
  /// Creates the event for the person with this id.
  public init(id: String) { self.id = id }
}

/// A team was added.
///
/// The subject of the events about teams is the team’s id.
public struct TeamAdded: EventData, Hashable {
  public static let type = "team.added"
  public static let traits = EventTraits(subject: "the team", source: "people", families: [.team])
  /// Id of the team, which is also the event's subject.
  public var id: String
  /// Name of the team.
  public var name: String
  public static let bounds: MemberBounds<Self> = [
    \.id: .teamID,
    \.name: .displayName,
  ]
  /// Creates the event for a new team.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// A team got another name.
public struct TeamRenamed: EventData, Hashable {
  public static let type = "team.renamed"
  public static let traits = EventTraits(subject: "the team", source: "people", families: [.team])
  /// Id of the team, which is also the event's subject.
  public var id: String
  /// New name of the team.
  public var name: String
  public static let bounds: MemberBounds<Self> = [
    \.id: .teamID,
    \.name: .displayName,
  ]
  /// Creates the event for the team with its new name.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// A team was removed, and with it the roles of its members.
public struct TeamRemoved: EventData, Hashable {
  public static let type = "team.removed"
  public static let traits = EventTraits(subject: "the team", source: "people", families: [.team])
  /// Id of the team, which is also the event's subject.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .teamID]
  /// Creates the event for the team with this id.
  public init(id: String) { self.id = id }
}

/// A person got a role in a team, or another one, or an admin took over the role that a sign-in
/// provider granted.
public struct TeamMemberSet: EventData, Hashable {
  public static let type = "team.memberSet"
  public static let traits = EventTraits(subject: "the team", source: "people", families: [.team])
  /// Id of the team, which is also the event's subject.
  public var team: String
  /// Id of the person.
  public var person: String
  /// Role of the person in the team.
  public var role: TeamRole
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID,
    \.person: .personID,
  ]
  /// Creates the event for a membership.
  public init(team: String, person: String, role: TeamRole) {
    self.team = team
    self.person = person
    self.role = role
  }
}

/// A person was removed from a team.
public struct TeamMemberRemoved: EventData, Hashable {
  public static let type = "team.memberRemoved"
  public static let traits = EventTraits(subject: "the team", source: "people", families: [.team])
  /// Id of the team, which is also the event's subject.
  public var team: String
  /// Id of the person.
  public var person: String
  public static let bounds: MemberBounds<Self> = [
    \.team: .teamID,
    \.person: .personID,
  ]
  /// Creates the event for a person who has no role in the team any more.
  public init(team: String, person: String) {
    self.team = team
    self.person = person
  }
}
