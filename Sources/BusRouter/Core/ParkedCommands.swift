import AccessRights
import Foundation
import ZeroMQ

/// The commands that wait until their service is available, in the order of their arrival. A value
/// type.
struct ParkedCommands: Sendable {
  struct Command: Sendable {
    var id: UUID
    var message: Message
    /// The permissions of the sender when it arrived; nil without keys, and for the router's own
    /// commands.
    var sender: Rights?
  }

  private(set) var byService: [String: [Command]] = [:]
  /// Total size of all commands, in bytes.
  private(set) var bytes = 0

  var isEmpty: Bool { byService.isEmpty }

  func count(for service: String) -> Int { byService[service]?.count ?? 0 }

  mutating func add(
    _ id: UUID, _ message: Message, of sender: Rights? = nil, for service: String
  ) {
    byService[service, default: []].append(Command(id: id, message: message, sender: sender))
    bytes += message.byteCount
  }

  /// Removes and returns the commands of a service.
  mutating func take(for service: String) -> [Command] {
    let commands = byService.removeValue(forKey: service) ?? []
    bytes -= commands.reduce(0) { $0 + $1.message.byteCount }
    return commands
  }

  /// The ids of the commands that match a condition.
  func ids(where isMatch: (Command) -> Bool) -> [UUID] {
    byService.values.joined().filter(isMatch).map(\.id)
  }

  /// Keeps only the commands whose ids pass a test.
  mutating func keep(where isKept: (UUID) -> Bool) {
    for (service, commands) in byService {
      let kept = commands.filter { isKept($0.id) }
      byService[service] = kept.isEmpty ? nil : kept
    }
    bytes = byService.values.joined().reduce(0) { $0 + $1.message.byteCount }
  }
}
