import AccessRights
import Foundation
import ZeroMQ

/// The commands that wait until their service is available, in the order of their arrival. A value
/// type.
struct ParkedCommands: Sendable {
  struct Command: Sendable {
    var id: UUID
    var message: Message
    /// The key of the sender, in Z85; nil without keys, and for the router's own commands.
    var key: String?
    /// The permissions of the person for whom the command was sent; nil for one that was sent for
    /// no person.
    var person: Rights?
  }

  private(set) var byService: [String: [Command]] = [:]
  /// Total size of all commands, in bytes.
  private(set) var bytes = 0

  var isEmpty: Bool { byService.isEmpty }

  func count(for service: String) -> Int { byService[service]?.count ?? 0 }

  mutating func add(
    _ id: UUID, _ message: Message, of key: String? = nil, person: Rights? = nil,
    for service: String
  ) {
    byService[service, default: []].append(
      Command(id: id, message: message, key: key, person: person))
    bytes += message.byteCount
  }

  /// Removes and returns the commands of a service.
  mutating func take(for service: String) -> [Command] {
    let commands = byService.removeValue(forKey: service) ?? []
    bytes -= commands.reduce(0) { $0 + $1.message.byteCount }
    return commands
  }

  /// Removes the commands of these keys, in Z85, and returns their ids.
  mutating func removeAll(of keys: Set<String>) -> [UUID] {
    removeAll { $0.key.map(keys.contains) ?? false }
  }

  /// Removes the commands for persons whose permissions are others now, and returns their ids.
  mutating func removeAll(differingFrom persons: PeopleDirectory?) -> [UUID] {
    removeAll { $0.person?.isOutdated(persons) ?? false }
  }

  private mutating func removeAll(where isRemoved: (Command) -> Bool) -> [UUID] {
    let removed = byService.values.joined().filter(isRemoved).map(\.id)
    if !removed.isEmpty { keep { [removed = Set(removed)] in !removed.contains($0) } }
    return removed
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
