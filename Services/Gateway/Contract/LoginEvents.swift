public import Bus
public import Foundation
public import Schema

/// A link for logging in to the page was created.
///
/// Neither the name nor the link is part of the event. Type and subject are those of CloudEvents 1.0.
public struct InvitationAdded: EventData, Hashable {
  public static let type = "invitation.added"
  public static let traits = EventTraits(subject: "the invitation", source: "gateway")
  /// Id of the invitation, which is also the event's subject.
  public var id: String
  /// Id of the invited person, a UUID. Absent for a link with a role.
  public var person: String?
  /// Role of the link. Absent for a person.
  public var role: WebRole?
  /// Time at which the link expires.
  public var expires: Date
  public static let bounds: MemberBounds<Self> = [\.id: .uuid, \.person: .uuid]
  /// Creates the event for a new invitation.
  public init(id: String, person: String? = nil, role: WebRole? = nil, expires: Date) {
    self.id = id
    self.person = person
    self.role = role
    self.expires = expires
  }
}

/// An unused invitation was withdrawn, also because its person was removed. An invitation that expires is
/// not withdrawn.
public struct InvitationWithdrawn: EventData, Hashable {
  public static let type = "invitation.withdrawn"
  public static let traits = EventTraits(subject: "the invitation", source: "gateway")
  /// Id of the invitation, which is also the event's subject.
  public var id: String
  public static let bounds: MemberBounds<Self> = [\.id: .uuid]
  /// Creates the event for a withdrawn invitation.
  public init(id: String) { self.id = id }
}

/// A browser was logged in.
public struct LoginBegan: EventData, Hashable {
  public static let type = "login.began"
  public static let traits = EventTraits(subject: "the session", source: "gateway")
  /// Id of the session, which is also the event's subject.
  public var session: String
  /// Id of the person who logged in, a UUID. Absent in a session with a role of its own.
  public var person: String?
  /// Role of the session. Absent in a session of a person.
  public var role: WebRole?
  /// Way in which the browser was logged in.
  public var how: Way
  public static let bounds: MemberBounds<Self> = [\.session: .uuid, \.person: .uuid]

  /// A way to log a browser in.
  public enum Way: String, Codable, CaseIterable, Hashable, Sendable {
    /// With the link of an invitation.
    case link
    /// With the link that another browser of the same user made for a phone.
    case phone
    /// At an OpenID provider.
    case provider
  }

  /// Creates the event for a new session.
  public init(session: String, person: String? = nil, role: WebRole? = nil, how: Way) {
    self.session = session
    self.person = person
    self.role = role
    self.how = how
  }
}

/// A browser was logged out: by its user, by a revocation, or because the person was removed. A session
/// that expires is not logged out.
public struct LoginEnded: EventData, Hashable {
  public static let type = "login.ended"
  public static let traits = EventTraits(subject: "the session", source: "gateway")
  /// Id of the session, which is also the event's subject.
  public var session: String
  /// Id of the person who was logged in, a UUID. Absent for a session with a role of its own.
  public var person: String?
  public static let bounds: MemberBounds<Self> = [\.session: .uuid, \.person: .uuid]
  /// Creates the event for an ended session.
  public init(session: String, person: String? = nil) {
    self.session = session
    self.person = person
  }
}
