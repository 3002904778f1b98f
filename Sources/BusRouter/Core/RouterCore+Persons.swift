import AccessRights
import Bus
import Foundation
import RouterConnections

extension RouterCore {
  /// The permissions of the person or token for which a command is sent; nil for a message that its
  /// sender sends on its own behalf.
  ///
  /// With keys, the sender's key must be that of a service that acts for persons; without keys, the
  /// connection must be registered as such a service.
  ///
  /// - Throws: `BusError`: `denied` if the sender may not act for persons; `invalid` for something
  ///   other than a person or a token.
  mutating func representedRights(
    in head: Head, _ rights: Rights?, from: ConnectionID
  ) throws(BusError) -> Rights? {
    guard let text = head.header.for, from != .parent,
      head.kind == .command || head.kind == .delegate
    else { return nil }
    let services = rights?.services ?? instances[from].map { [$0.manifest.service] } ?? []
    guard head.kind == .command, head.header.by == nil, head.header.teams == nil,
      !services.isDisjoint(with: configuration.actingServices)
    else {
      // The commands of the gateway may arrive before its registration, after the router was started again.
      let acting = configuration.actingServices
      if head.kind == .command, rights == nil, instances[from] == nil, !acting.isEmpty,
        acting.allSatisfy({ live($0).isEmpty })
      {
        throw BusError(
          .unavailable, "No service that acts for persons is registered yet; try again.",
          retryAfterMs: 250)
      }
      throw BusError(
        .denied,
        "Only a service that acts for persons may write “for” into the header of a command; send"
          + " the command without it.",
        detail: ["member": "for"])
    }
    guard let principal = Principal(text) else {
      throw BusError(
        .invalid, "Invalid “for” in the header; expected person/UUID or token/UUID/ROLE.")
    }
    let directory = people.directory
    return represented.rights(of: Represented(principal: principal, key: rights?.key)) {
      Rights.of(principal, through: rights?.key, persons: directory)
    }
  }

  /// Changes the roles of persons, and rejects the waiting commands that the new roles do not permit
  /// in each team in which the old ones did.
  mutating func changePeople(_ change: (inout PeopleRegister) -> Void) -> [RouterEffect] {
    let version = people.version
    change(&people)
    guard people.version != version else { return [] }
    represented.forgetAll()
    guard !parked.isEmpty else { return [] }
    let denied = parked.ids { command in
      guard let sender = command.sender, sender.isOutdated(people.directory),
        let entry = pending[command.id]
      else { return false }
      let head = Head(kind: .command, target: entry.target, header: entry.header)
      return !sender.with(people.directory).stillAllows(head, rule: rule(for: entry.target))
    }
    return stop(
      denied, "The roles changed while the command was waiting, and no longer permit it.")
  }
}
