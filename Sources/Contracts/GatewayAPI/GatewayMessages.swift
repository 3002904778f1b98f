public import Bus
public import Foundation

/// What somebody may do whom the gateway lets in.
public enum WebRole: String, Codable, CaseIterable, Hashable, Sendable {
  /// All that is not for the parent alone.
  case `operator`
  /// See everything, change nothing.
  case observer
}

/// Makes a link that lets somebody in, once, within ten minutes.
///
/// ```swift
/// let invite = try await bus.send(InviteToWeb(name: "ada", role: .observer))
/// print(invite.link)  // http://127.0.0.1:8080/#login=…
/// ```
public struct InviteToWeb: BusCommand, Hashable {
  /// The link, which is told this once and not kept.
  public typealias Reply = WebInvite
  /// The name on the wire. Sent again it makes another link: no reply is kept, as it is a secret.
  public static let target = "gateway.invite"
  /// Who it is for, as others will see it: 1 to 64 bytes without control characters.
  public var name: String
  /// What they may do.
  public var role: WebRole
  /// Invites somebody.
  public init(name: String, role: WebRole) {
    self.name = name
    self.role = role
  }
}

/// A link that lets somebody in.
public struct WebInvite: Codable, Hashable, Sendable {
  /// To be opened in a browser; the code is in its fragment, which is sent to no server.
  public var link: String
  /// The code alone: 128 random bits in Base64 for URLs.
  public var code: String
  /// Until when it can be used.
  public var expires: Date
  /// Takes all of it.
  public init(link: String, code: String, expires: Date) {
    self.link = link
    self.code = code
    self.expires = expires
  }
}

/// Makes a link under which calendar programs read when everybody meets (iCalendar, RFC 5545), for a year.
public struct MakeCalendarLink: BusCommand, Hashable {
  /// The link, which is told this once and not kept.
  public typealias Reply = WebCalendarLink
  /// The name on the wire. Sent again it makes another link: no reply is kept, as it is a secret.
  public static let target = "gateway.calendar"
  /// Who it is for, in the form of `InviteToWeb.name`; revoking that name ends it.
  public var name: String
  /// Makes a link for somebody.
  public init(name: String) { self.name = name }
}

/// A link to the calendar.
public struct WebCalendarLink: Codable, Hashable, Sendable {
  /// To be given to a calendar program. Whoever has it reads the calendar and nothing else.
  public var link: String
  /// Until when it can be used.
  public var expires: Date
  /// Takes both.
  public init(link: String, expires: Date) {
    self.link = link
    self.expires = expires
  }
}

/// Lists who is logged in.
public struct ListWebSessions: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "gateway.sessions"
  /// Without arguments, as there are at most a thousand.
  public init() {}
  /// All of them, the latest first.
  public struct Reply: Codable, Hashable, Sendable {
    /// Where the page is, such as `http://127.0.0.1:8080/`.
    public var address: String
    /// Who is logged in.
    public var sessions: [WebSession]
    /// Takes all of it.
    public init(address: String, sessions: [WebSession]) {
      self.address = address
      self.sessions = sessions
    }
  }
}

/// A browser that is logged in, or a calendar program that has a link.
public struct WebSession: Codable, Hashable, Sendable, Identifiable {
  /// A UUID; not the secret of the browser's cookie.
  public var id: String
  /// Who was invited.
  public var name: String
  /// What they may do.
  public var role: WebRole
  /// When they logged in.
  public var began: Date
  /// When it ends by itself.
  public var expires: Date
  /// Whether it is a calendar program, which reads the calendar and nothing else; nil for a browser.
  public var isCalendar: Bool?
  /// Takes all of it; a browser unless told.
  public init(
    id: String, name: String, role: WebRole, began: Date, expires: Date, isCalendar: Bool? = nil
  ) {
    self.isCalendar = isCalendar
    self.id = id
    self.name = name
    self.role = role
    self.began = began
    self.expires = expires
  }
}

/// Ends sessions: whoever has one of them has to be invited again, and their streams are closed within a second.
public struct RevokeWebSessions: BusCommand, Hashable {
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "gateway.revoke"
  /// One session; exactly one of both is given.
  public var id: String?
  /// All sessions of this name, and the invitations that nobody has used yet.
  public var name: String?
  /// Ends one session, or all of somebody.
  public init(id: String? = nil, name: String? = nil) {
    self.id = id
    self.name = name
  }
  /// What came of it.
  public struct Reply: Codable, Hashable, Sendable {
    /// How many sessions were ended. A session that is not known is refused as `not_found`.
    public var sessions: Int
    /// How many invitations were taken back.
    public var invites: Int
    /// Takes both numbers.
    public init(sessions: Int, invites: Int) {
      self.sessions = sessions
      self.invites = invites
    }
  }
}
