import Bus
import GatewayAPI
import ServiceShell

/// Commands about sessions and invitations, from the bus and from browsers.
enum GatewayCommand: LaneCommand {
  case invite(PersonName, WebRole)
  /// Creates a link for a calendar program.
  case calendar(PersonName)
  case sessions
  case revokeSession(String)
  case revokeAll(PersonName)
  /// Login of a browser with the hash of an invitation code.
  case login(hash: String)
  /// Logout of a browser from its own session.
  case logout(String)

  init(_ command: RevokeWebSessions) throws(BusError) {
    switch (command.id, command.name) {
    case (let id?, nil): self = .revokeSession(String(id.lowercased().prefix(64)))
    case (nil, let name?): self = .revokeAll(try PersonName(name))
    default:
      throw BusError(.invalid, "Expected either the id of a session or the name of a person.")
    }
  }

  /// Queue of commands that change something. One queue is enough, because such commands are rare.
  enum Lane: Hashable, Sendable { case all }

  var lane: Lane? { self == .sessions ? nil : .all }

  /// False for replies with a secret, which must not be stored.
  var keepsReply: Bool {
    switch self {
    case .revokeSession, .revokeAll: true
    case .invite, .calendar, .sessions, .login, .logout: false
    }
  }
}
