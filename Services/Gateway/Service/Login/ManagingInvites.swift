import Bus
import Foundation
import GatewayAPI

/// Lists and withdraws unused invitations.
extension GatewayReduction {
  /// The invitations that have not expired, the next to expire first.
  private func unused(_ operation: Operation) -> [(id: UUID, hash: String, invite: SavedInvite)] {
    state.saved.invites.filter { $0.value.expiresMs > operation.at }
      .compactMap { hash, invite in invite.id.map { ($0, hash, invite) } }
      .sorted {
        ($0.invite.expiresMs, $0.id.lowercaseText) < ($1.invite.expiresMs, $1.id.lowercaseText)
      }
  }

  /// Lists the invitations that the sender may make. For an admin, that depends on the present roles
  /// of the persons.
  mutating func invitations(_ operation: Operation) throws {
    guard operation.scope != .all else { return try list(operation) { _ in true } }
    let people = Set(unused(operation).compactMap(\.invite.person))
    guard !people.isEmpty else { return try list(operation) { _ in false } }
    findPeople(operation, people, in: operation.scope)
  }

  /// Lists the invitations of these persons.
  mutating func invitations(_ operation: Operation, of people: Set<UUID>) throws {
    try list(operation) { $0.person.map(people.contains) ?? false }
  }

  private mutating func list(
    _ operation: Operation, where isIncluded: (SavedInvite) -> Bool
  ) throws {
    let reply = ListWebInvitations.Reply(
      invitations: unused(operation).filter { isIncluded($0.invite) }
        .map { $0.invite.shown(as: $0.id) })
    finish(operation, .success(try ListWebInvitations.encoded(reply)))
  }

  /// Withdraws an invitation. That of an admin waits until the person's teams are known.
  mutating func withdraw(_ operation: Operation, _ id: UUID) throws {
    guard let found = unused(operation).first(where: { $0.id == id }) else {
      return try refuse(operation, Self.unknown(id))
    }
    guard operation.scope != .all else { return try withdraw(operation, hash: found.hash) }
    guard let person = found.invite.person else { return try refuse(operation, Self.unknown(id)) }
    findPeople(operation, [person], in: operation.scope)
  }

  /// Withdraws an invitation if it is for one of these persons.
  mutating func withdraw(
    _ operation: Operation, _ id: UUID, ifAmong people: Set<UUID>
  ) throws {
    guard let found = unused(operation).first(where: { $0.id == id }),
      let person = found.invite.person, people.contains(person)
    else { return try refuse(operation, Self.unknown(id)) }
    try withdraw(operation, hash: found.hash)
  }

  private mutating func withdraw(_ operation: Operation, hash: String) throws {
    let end = try ending(operation, sessions: [], invites: [hash])
    try commit(
      operation, end.changes, events: end.events, reply: WithdrawWebInvitation.encoded(Done()))
  }

  /// The same for an invitation that the sender may not see.
  private static func unknown(_ id: UUID) -> BusError {
    BusError(
      .notFound,
      "Invitation “\(id.lowercaseText)” not found; “standups web invitations” lists all unused ones.",
      detail: ["invitation": id.lowercaseText])
  }
}
