public import Bus
public import Foundation
public import Schema

/// Creates a single-use link for logging in to the page.
///
/// Either with a role, or for a person: the page then does what this person may do, and every
/// action on it is one of the person.
///
/// An operator invites anyone. An admin invites only persons who have a role in at least one team, none
/// outside of the teams that the admin administers, and who are not operators, because the link lets its
/// holder act as the person. Any other person is `not_found`, and if the person has become one when the
/// link is used, the login fails.
///
/// ```swift
/// let invite = try await bus.send(InviteToWeb(name: "ada", role: .observer))
/// print(invite.link)  // http://127.0.0.1:8080/#login=…
/// ```
public struct InviteToWeb: BusCommand, Hashable {
  /// The link, which is not stored and cannot be requested again.
  public typealias Reply = WebInvite
  /// Wire name. Each call creates a new link. The reply is not stored, because it is a secret.
  public static let target = "gateway.invite"
  public static let traits = CommandTraits(
    access: .admin, in: .any, errors: [.busy, .notFound])
  /// Name of the invited person, as other users see it: 1 to 64 bytes without control characters.
  public var name: String
  /// Role of the link, which only an operator grants. Either this or `person` is required.
  public var role: WebRole?
  /// Id of the person, a UUID in either case. Either this or `role` is required.
  public var person: String?
  /// Lifetime of the link, in hours, from 1 to 720. Default: ten minutes.
  public var hours: Int?
  public static let bounds: MemberBounds<Self> = [
    \.name: .webName, \.person: .uuid, \.hours: .range(1...maxHours),
  ]
  /// Maximum lifetime of a link, in hours: 30 days.
  public static let maxHours = 720
  /// Invites under this name and role.
  public init(name: String, role: WebRole, hours: Int? = nil) {
    self.name = name
    self.role = role
    self.hours = hours
  }
  /// Invites a person, whose roles in teams decide.
  public init(name: String, person: String, hours: Int? = nil) {
    self.name = name
    self.person = person
    self.hours = hours
  }
}

/// A link for logging in to the page.
public struct WebInvite: Codable, Hashable, Sendable, Bounded {
  /// Id of the invitation, a UUID, for the list and for its withdrawal.
  public var id: String
  /// URL to open in a browser. The code is in its fragment, which is not sent to any server.
  public var link: String
  /// The code alone: 128 random bits in Base64 for URLs. Only its hash is stored.
  public var code: String
  /// Time at which the link expires.
  public var expires: Date
  public static let bounds: MemberBounds<Self> = [
    \.id: .uuid, \.code: .matching("^[A-Za-z0-9_-]{22}$"),
  ]
  /// Creates an invitation from its id, link, code and expiry.
  public init(id: String, link: String, code: String, expires: Date) {
    self.id = id
    self.link = link
    self.code = code
    self.expires = expires
  }
}

/// Lists the unused invitations that the sender may make; for an operator, all of them.
public struct ListWebInvitations: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "gateway.invitations"
  public static let traits = CommandTraits(access: .admin, in: .any)
  /// Requests the invitations; there are at most 1000.
  public init() {}
  /// The invitations, the next to expire first.
  public struct Reply: Codable, Hashable, Sendable {
    /// Invitations, the next to expire first, at most 1000.
    public var invitations: [WebInvitation]
    /// Creates the reply from the invitations.
    public init(invitations: [WebInvitation]) { self.invitations = invitations }
  }
}

/// An unused invitation, without its code.
public struct WebInvitation: Codable, Hashable, Sendable, Identifiable, Bounded {
  /// Id of the invitation, a UUID.
  public var id: String
  /// Name of the invited person.
  public var name: String
  /// Role of the link. Absent for a person, whose roles in teams decide.
  public var role: WebRole?
  /// Id of the person, a UUID in lower case. Absent for a link with a role.
  public var person: String?
  /// Time at which the link expires.
  public var expires: Date
  public static let bounds: MemberBounds<Self> = [
    \.id: .uuid, \.name: .webName, \.person: .uuid,
  ]
  /// Creates an invitation from all its members.
  public init(
    id: String, name: String, role: WebRole? = nil, person: String? = nil, expires: Date
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.person = person
    self.expires = expires
  }
}

/// Withdraws an unused invitation, whose link is then invalid.
public struct WithdrawWebInvitation: BusCommand, Hashable {
  /// Empty reply once the invitation is withdrawn.
  public typealias Reply = Done
  public static let target = "gateway.withdraw"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound])
  /// Id of the invitation, as in `gateway.invitations`.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .uuid]
  /// Withdraws the invitation with this id.
  public init(id: String) { self.id = id }
}

/// A single-use link with which the sender of a request logs in on their own phone.
public struct WebPhoneLink: Codable, Hashable, Sendable, Bounded {
  /// URL to open on the phone, with the address under which the browser reached the page.
  public var link: String
  /// Time at which the link expires, five minutes after the request.
  public var expires: Date
  /// QR code of the link (ISO/IEC 18004): its rows from top to bottom, each with one character per
  /// module, `1` for a dark one and `0` for a light one. The quiet zone around it, four modules wide, is
  /// left out.
  public var qr: [String]
  public static let bounds: MemberBounds<Self> = [
    \.qr: .count(21...177).each(.matching("^[01]{21,177}$"))
  ]
  /// Creates the link from its URL, expiry and QR code.
  public init(link: String, expires: Date, qr: [String]) {
    self.link = link
    self.expires = expires
    self.qr = qr
  }
}

/// Asks which persons an admin of teams may invite.
///
/// The gateway sends it when an admin invites persons or lists their invitations, and when the link of
/// such an invitation is used. Fails with `unavailable` if the service of the persons is unavailable.
public struct InvitedPeopleNamed: DelegateMessage, Hashable {
  /// Wire name. Read-only.
  public static let target = "gateway.peopleNamed"
  /// Ids of the persons, at most 1000.
  public var people: [String]
  /// Ids of the teams, at most 64.
  public var teams: [String]
  public static let bounds: MemberBounds<Self> = [
    \.people: .count(1...maxPeople).each(.uuid), \.teams: .count(0...64).each(.teamID),
  ]
  /// Maximum number of persons in a message.
  public static let maxPeople = 1000
  /// Asks about persons and an admin of these teams.
  public init(people: [String], teams: [String]) {
    self.people = people
    self.teams = teams
  }
  /// Those of the persons whom the admin may invite.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Ids of the persons who are not operators, and have at least one role, none of them outside of the
    /// teams.
    public var people: [String]
    public static let bounds: MemberBounds<Self> = [\.people: .count(0...maxPeople).each(.uuid)]
    /// Creates the reply.
    public init(people: [String]) { self.people = people }
  }
}
