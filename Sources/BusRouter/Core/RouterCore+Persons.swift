import AccessRights
import Bus
import Foundation
import RouterConnections

extension RouterCore {
  /// The permissions of the person for whom a command is sent; nil for a message that is sent for
  /// no person.
  ///
  /// With keys, the sender's key must be that of a service that acts for persons; without keys, the
  /// connection must be registered as such a service.
  ///
  /// - Throws: `BusError`: `denied` if the sender may not act for persons, or if the person has no
  ///   role; `invalid` for something other than a person; `unavailable` until the roles are loaded.
  mutating func person(
    in head: Head, _ rights: Rights?, from: ConnectionID
  ) throws(BusError) -> Rights? {
    guard let text = head.header.for, from != .parent,
      head.kind == .command || head.kind == .delegate
    else { return nil }
    let services = rights?.services ?? instances[from].map { [$0.manifest.service] } ?? []
    guard head.kind == .command, head.header.by == nil, head.header.teams == nil,
      !services.isDisjoint(with: configuration.actingServices)
    else {
      throw BusError(
        .denied,
        "Only a service that acts for persons may write “for” into the header of a command; send"
          + " the command without it.",
        detail: ["member": "for"])
    }
    guard let id = PersonActor.person(in: text) else {
      throw BusError(.invalid, "Invalid “for” in the header; expected person/UUID.")
    }
    let directory = people.directory
    let person = represented.rights(of: Represented(person: id, key: rights?.key)) {
      Rights.of(id, through: rights?.key, persons: directory)
    }
    switch person.standing {
    case .loading:
      throw .rolesAreLoading
    case .operator: return person
    case .roles(let roles) where !roles.isEmpty: return person
    default:
      throw BusError(.denied, "\(person.who) has no role in any team, or does not exist.")
    }
  }

  /// Changes the roles of persons, and rejects waiting commands for persons whose permissions
  /// changed.
  mutating func changePeople(_ change: (inout PeopleRegister) -> Void) -> [RouterEffect] {
    let version = people.version
    change(&people)
    guard people.version != version else { return [] }
    represented.forgetAll()
    guard !parked.isEmpty else { return [] }
    return stop(
      parked.removeAll(differingFrom: people.directory),
      "The permissions of the person changed while the command was waiting.")
  }
}
