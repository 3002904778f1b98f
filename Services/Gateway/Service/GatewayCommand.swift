import Bus
import Foundation
import GatewayAPI
import ServiceShell

/// Commands about sessions, invitations and tokens, from the bus and from browsers.
enum GatewayCommand: LaneCommand {
  case invite(InviteRequest)
  /// Lists the unused invitations.
  case invitations
  /// Withdraws the invitation with this id.
  case withdraw(UUID)
  /// Creates a link for the phone of a session's user. The address is the URL of the page, with a
  /// trailing slash.
  case phone(session: String, address: String)
  /// Creates a link for a calendar program; a person's role is checked whenever it is used.
  case calendar(PersonName, UUID?)
  case sessions
  case addToken(TokenRequest)
  case tokens(TokenPage)
  case revokeToken(String)
  /// Saves when tokens were last used, by their ids, in milliseconds since 1970-01-01 UTC.
  case tokensUsed([String: Int64])
  /// Revokes the tokens of a team that was removed.
  case teamRemoved(String)
  case revokeSession(String)
  case revokeAll(PersonName)
  case revokePerson(UUID)
  /// Ends the sessions of a person who was removed, and revokes the tokens.
  case personRemoved(UUID)
  /// Login of a browser with the hash of an invitation code.
  case login(hash: String)
  /// Logout of a browser from its own session.
  case logout(String)
  /// Begins a session that a provider confirmed.
  case signIn(String, SavedSession)
  /// Saves a new refresh token of a session, encrypted, and when the provider confirmed the session,
  /// in milliseconds since 1970-01-01 UTC.
  case refreshed(String, String, Int64)

  init(_ command: RevokeWebSessions) throws(BusError) {
    switch (command.id, command.name, command.person) {
    case (let id?, nil, nil): self = .revokeSession(String(id.lowercased().prefix(64)))
    case (nil, let name?, nil): self = .revokeAll(try PersonName(name))
    case (nil, nil, let person?): self = .revokePerson(try WebGrant.person(person))
    default:
      throw BusError(
        .invalid, "Expected exactly one of the id of a session, a name and the id of a person.")
    }
  }

  /// Queue of commands that change something. One queue is enough, because such commands are rare.
  enum Lane: Hashable, Sendable { case all }

  var lane: Lane? {
    switch self {
    case .sessions, .tokens, .invitations: nil
    default: .all
    }
  }

  /// False for replies with a secret, which must not be stored.
  var keepsReply: Bool {
    switch self {
    case .revokeSession, .revokeAll, .revokePerson, .revokeToken, .withdraw: true
    case .invite, .invitations, .phone, .calendar, .sessions, .login, .logout, .personRemoved,
      .addToken, .tokens, .tokensUsed, .teamRemoved, .signIn, .refreshed:
      false
    }
  }
}
