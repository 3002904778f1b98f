import Bus
import GatewayAPI
import ServiceShell

/// What the gateway can be asked about those whom it lets in, by the bus and by browsers.
enum GatewayCommand: LaneCommand {
  case invite(PersonName, WebRole)
  /// A link for a calendar program.
  case calendar(PersonName)
  case sessions
  case revokeSession(String)
  case revokeAll(PersonName)
  /// A browser brings the hash of a code.
  case login(hash: String)
  /// A browser gives up its own session.
  case logout(String)

  init(_ command: RevokeWebSessions) throws(BusError) {
    switch (command.id, command.name) {
    case (let id?, nil): self = .revokeSession(String(id.lowercased().prefix(64)))
    case (nil, let name?): self = .revokeAll(try PersonName(name))
    default:
      throw BusError(.invalid, "Expected either the id of a session or the name of a person.")
    }
  }

  /// One command at a time changes anything, as they are few.
  enum Lane: Hashable, Sendable { case all }

  var lane: Lane? { self == .sessions ? nil : .all }

  /// Not where it holds a secret.
  var keepsReply: Bool {
    switch self {
    case .revokeSession, .revokeAll: true
    case .invite, .calendar, .sessions, .login, .logout: false
    }
  }
}
