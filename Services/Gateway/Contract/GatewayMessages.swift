public import Bus
public import Foundation
public import Schema

/// Role of a user of the page.
public enum WebRole: String, Codable, CaseIterable, Hashable, Sendable {
  /// May send all commands that are not reserved for the router.
  case `operator`
  /// May read everything and change nothing.
  case observer
}

/// Creates a link from which calendar programs read the schedules of all standups (iCalendar, RFC
/// 5545). It is valid for a year.
///
/// The reply is not stored under the idempotency key, because it contains a secret.
public struct MakeCalendarLink: BusCommand, Hashable {
  /// The link, which is not stored and cannot be requested again.
  public typealias Reply = WebCalendarLink
  /// Wire name. Each call creates a new link. The reply is not stored, because it is a secret.
  public static let target = "gateway.calendar"
  public static let traits = CommandTraits(access: .operator, errors: [.busy])
  /// Name of the person, as other users see it: 1 to 64 bytes without control characters. Revoking
  /// this name also revokes the link.
  public var name: String
  /// Id of the person, a UUID in either case: the link then works as long as the person has a role.
  /// Default: none, so that it works until it is revoked.
  public var person: String?
  public static let bounds: MemberBounds<Self> = [\.name: .webName, \.person: .uuid]
  /// Requests a link under this name.
  public init(name: String, person: String? = nil) {
    self.name = name
    self.person = person
  }
}

/// A link to the calendar.
public struct WebCalendarLink: Codable, Hashable, Sendable {
  /// URL for a calendar program. It gives access to the calendar and nothing else.
  public var link: String
  /// Time at which the link expires.
  public var expires: Date
  /// Creates a link from its URL and expiry.
  public init(link: String, expires: Date) {
    self.link = link
    self.expires = expires
  }
}

/// Lists the sessions of the page.
public struct ListWebSessions: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "gateway.sessions"
  public static let traits = CommandTraits(access: .operator)
  /// Requests all sessions; there are at most 1000.
  public init() {}
  /// All sessions, newest first.
  public struct Reply: Codable, Hashable, Sendable {
    /// Address of the page, such as `http://127.0.0.1:8080/`.
    public var address: String
    /// Sessions, newest first, at most 1000.
    public var sessions: [WebSession]
    /// Creates the reply from the page's address and its sessions.
    public init(address: String, sessions: [WebSession]) {
      self.address = address
      self.sessions = sessions
    }
  }
}

/// A browser that is logged in, or a calendar program that has a link.
public struct WebSession: Codable, Hashable, Sendable, Identifiable, Bounded {
  /// Id of the session, a UUID. It is not the secret of the browser's cookie.
  public var id: String
  /// Name under which the person was invited.
  public var name: String
  /// Role of the session. Absent for a session of a person, whose roles in teams decide.
  public var role: WebRole?
  /// Id of the person, a UUID in lower case. Absent for a session with a role.
  public var person: String?
  /// Time of the login.
  public var began: Date
  /// Time at which the session expires.
  public var expires: Date
  /// True for a calendar program, which can read only the calendar. Absent for a browser.
  public var isCalendar: Bool?
  public static let bounds: MemberBounds<Self> = [\.id: .uuid, \.name: .webName, \.person: .uuid]
  /// Creates a session, by default that of a browser.
  public init(
    id: String, name: String, role: WebRole? = nil, person: String? = nil, began: Date,
    expires: Date, isCalendar: Bool? = nil
  ) {
    self.person = person
    self.isCalendar = isCalendar
    self.id = id
    self.name = name
    self.role = role
    self.began = began
    self.expires = expires
  }
}

/// Ends sessions of the page. To log in again, a person needs a new invitation.
///
/// The streams of the sessions are closed within a second.
public struct RevokeWebSessions: BusCommand, Hashable {
  public static let target = "gateway.revoke"
  public static let traits = CommandTraits(access: .operator, isStored: true, errors: [.notFound])
  /// Id of the session to end, as in `gateway.sessions`. Exactly one of `id`, `name` and `person`
  /// is required.
  public var id: String?
  /// Name whose sessions and unused invitations end.
  public var name: String?
  /// Id of the person whose sessions and unused invitations end, a UUID in either case.
  public var person: String?
  public static let bounds: MemberBounds<Self> = [
    \.id: .uuid, \.name: .webName, \.person: .uuid,
  ]
  /// Ends one session, or all sessions of a name or a person.
  public init(id: String? = nil, name: String? = nil, person: String? = nil) {
    self.id = id
    self.name = name
    self.person = person
  }
  /// Numbers of ended sessions and withdrawn invitations.
  public struct Reply: Codable, Hashable, Sendable {
    /// Number of sessions that ended. An unknown session fails with `not_found`.
    public var sessions: Int
    /// Number of withdrawn invitations.
    public var invites: Int
    /// Creates the reply from both numbers.
    public init(sessions: Int, invites: Int) {
      self.sessions = sessions
      self.invites = invites
    }
  }
}

/// The code of an invitation link, with which a browser logs in.
public struct WebLogin: Codable, Hashable, Sendable {
  /// The code: the part of the link after `#login=`.
  public var code: String
  /// Creates the body of a login from the code.
  public init(code: String) { self.code = code }
}

/// The OpenID providers with which people sign in.
public struct WebSignIns: Codable, Hashable, Sendable {
  /// Providers, in the order of the configuration. Empty if none is configured.
  public var providers: [Provider]
  /// Creates the list.
  public init(providers: [Provider]) { self.providers = providers }

  /// A provider.
  public struct Provider: Codable, Hashable, Sendable {
    /// Name in paths.
    public var name: String
    /// Text for its button.
    public var label: String
    /// Path at which the sign-in begins.
    public var path: String
    /// Creates an entry of the list.
    public init(name: String, label: String, path: String) {
      self.name = name
      self.label = label
      self.path = path
    }
  }
}

/// Result of a logout.
public struct WebLogout: Codable, Hashable, Sendable {
  /// URL at which the person also signs out of the provider. Absent if the session was not one of a
  /// provider, or if the provider has no such URL.
  public var next: String?
  /// Creates the result.
  public init(next: String?) { self.next = next }
}

/// Role of a visitor of the page, as `/api/me` reports it.
public enum PageRole: String, Codable, CaseIterable, Hashable, Sendable {
  /// Reads everything that the user may see.
  case observer
  /// Also runs and edits standups.
  case member
  /// Also deletes and exports.
  case admin
  /// May send all commands that are not reserved for the router.
  case `operator`

  /// The role of a session that has a role of its own.
  public init(_ role: WebRole) {
    self =
      switch role {
      case .operator: .operator
      case .observer: .observer
      }
  }

  /// The role of a token.
  public init(_ role: TokenRole) {
    self =
      switch role {
      case .operator: .operator
      case .admin: .admin
      case .member: .member
      case .observer: .observer
      }
  }

  /// The role of a person in a team.
  public init(_ role: TeamRole) {
    self =
      switch role {
      case .observer: .observer
      case .member: .member
      case .admin: .admin
      }
  }
}

/// The user who sends a request.
public struct WebVisitor: Codable, Hashable, Sendable {
  /// Name of the person.
  public var name: String
  /// Role of the user; for a person, the highest of their roles in teams.
  public var role: PageRole
  /// Id of the session; for a user whom a proxy identifies, `proxy/` and the name.
  public var session: String
  /// Id of the person whose session it is. Absent in a session with a role of its own.
  public var person: String?
  /// Creates a user from their name, role and session.
  public init(name: String, role: PageRole, session: String, person: String? = nil) {
    self.name = name
    self.role = role
    self.session = session
    self.person = person
  }
}

/// The numbers of standups that an import of a file changed.
public struct WebImport: Codable, Hashable, Sendable {
  /// Number of new standups.
  public var created: Int
  /// Number of replaced standups.
  public var replaced: Int
  /// Number of standups that were left unchanged.
  public var kept: Int
  /// Creates the counts.
  public init(created: Int, replaced: Int, kept: Int) {
    self.created = created
    self.replaced = replaced
    self.kept = kept
  }
}
