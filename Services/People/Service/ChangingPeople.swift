import Bus
import Documents
import FastJSON
import Foundation
import PeopleAPI
import ServiceShell

/// Commands that change one person.
///
/// No two persons may have the same e-mail address or identity, and each person has a serial queue
/// of its own. Values that commands in progress are about to save therefore count, too: `isTaken`.
extension PeopleReduction {
  mutating func add(_ operation: Operation, _ new: Person) throws {
    var person = new
    person.id = reducer.uuid().lowercaseText
    // This command is in progress, too.
    let adding = state.commands.count { if case .add = $0 { true } else { false } }
    guard state.saved.persons.count + adding <= Person.maxCount else {
      throw BusError(
        .conflict, "The maximum of \(Person.maxCount) persons is reached; remove some first.")
    }
    guard !isTaken(person) else { return try refuse(operation, Self.taken) }
    let added = PersonAdded(id: person.id, isOperator: person.isOperator)
    try save(operation, person, sortKey: operation.at, [try event(added, person.id, operation)])
  }

  /// Changes a person who is loaded.
  mutating func change(_ operation: Operation, _ page: DocumentPage) throws {
    guard let document = page.documents.first else {
      return try refuse(operation, Self.missing(operation))
    }
    let saved = try document.value(as: Person.self)
    if case .remove = operation.command {
      let removed = try event(PersonRemoved(id: saved.id), saved.id, operation)
      return try commit(
        operation, [.remove(saved), .removeVoice(saved.id), .erase(saved.id)], events: [removed],
        reply: RemovePerson.encoded(Done()))
    }
    for team in operation.command.grantedTeams { try checkStays(team) }
    var earlier = saved
    earlier.teams = state.saved.current(saved.teams)
    var person = earlier
    if let error = change(&person, by: operation.command) { return try refuse(operation, error) }
    guard !isTaken(person) else { return try refuse(operation, Self.taken) }
    try save(
      operation, person, sortKey: document.sortKey ?? 0, replacing: saved,
      try events(from: earlier, to: person, operation))
  }

  /// Changes a person as a command requests.
  ///
  /// - Returns: the reason why the saved state does not permit it; nil if it does.
  private func change(_ person: inout Person, by command: PeopleCommand) -> BusError? {
    switch command {
    case .edit(_, let edit):
      if edit.isOperator == false, let issuer = person.operatorIssuer {
        return Self.granted("The permission to operate the installation", by: issuer)
      }
      person.apply(edit)
    case .grant(_, let grant):
      guard person.identities.contains(grant.identity) else { return Self.missing(grant.identity) }
      apply(grant, to: &person)
    case .addIdentity(_, let identity) where !person.identities.contains(identity):
      guard person.identities.count < Person.maxIdentities else {
        return BusError(
          .conflict, "The person has \(Person.maxIdentities) identities; remove one first.")
      }
      person.identities.append(identity)
    case .removeIdentity(_, let identity) where person.identities.contains(identity):
      person.identities.removeAll { $0 == identity }
      // With another identity at the issuer, the person gets the roles back when they next sign in.
      apply(RoleGrant(identity: identity), to: &person)
    case .setMember(_, let membership):
      // The team may have been removed while the person was being loaded.
      guard state.saved.hasTeam(membership.team) else {
        return BusError.unknownTeam(membership.team)
      }
      guard person.set(membership) else {
        return BusError(
          .conflict, "The person is in \(Person.maxTeams) teams, which is the maximum.")
      }
    case .removeMember(_, let team):
      let membership = person.teams.first { $0.team == team }
      if let issuer = membership?.issuer { return Self.granted("The role", by: issuer) }
      person.teams.removeAll { $0.team == team }
    default: break
    }
    return nil
  }

  /// Saves a person, unless nothing changed.
  private mutating func save(
    _ operation: Operation, _ person: Person, sortKey: Int64, replacing earlier: Person? = nil,
    _ events: [NewEvent]
  ) throws {
    let reply: RawJSON =
      switch operation.command {
      case .setMember(_, let membership): try SetMember.encoded(membership)
      case .removeMember: try RemoveMember.encoded(Done())
      default: try GetPerson.encoded(person)
      }
    guard !events.isEmpty else {
      // A repetition must be answered in the same way, even if the person was changed meanwhile.
      return operation.header.idem == nil
        ? finish(operation, .success(reply)) : try commit(operation, [], reply: reply)
    }
    try commit(
      operation, [.put(person, sortKey: sortKey, replacing: earlier)], events: events, reply: reply)
  }

  // MARK: Unique values

  /// Returns true if another person has the e-mail address or an identity of this one, or is about
  /// to get it.
  func isTaken(_ person: Person) -> Bool {
    let claims = Set(Claim.all(of: person))
    guard !claims.isEmpty else { return false }
    let id = UUID(text: person.id)
    return claims.contains { state.saved.owners[$0].map { $0 != id } ?? false }
      || pending.contains { $0.id != person.id && !claims.isDisjoint(with: Claim.all(of: $0)) }
  }

  /// The persons whom commands in progress are about to save.
  private var pending: some Sequence<Person> {
    state.commands.operations.keys.lazy.compactMap { [commands = state.commands] id in
      guard case .put(let person, _, _) = commands.decision(id)?.changes.first else { return nil }
      return person
    }
  }

  private static let taken = BusError(
    .conflict, "Another person has this e-mail address or identity.")

  private static func missing(_ operation: Operation) -> BusError {
    guard case .person(let id) = operation.command.lane else {
      return BusError(.notFound, "Person not found.")
    }
    return BusError(
      .notFound, "Person “\(id)” not found. The person may have been removed.",
      detail: ["person": id])
  }
}

extension Person {
  /// Applies changes whose values were checked.
  fileprivate mutating func apply(_ edit: PersonEdit) {
    if let name = edit.name { self.name = name }
    if let email = edit.email { self.email = email.isEmpty ? nil : email }
    if let zone = edit.zone { self.zone = zone.isEmpty ? nil : zone }
    if let isOperator = edit.isOperator {
      self.isOperator = isOperator ? true : nil
      operatorIssuer = nil
    }
  }

  /// Adds a membership, or replaces the one of the same team.
  ///
  /// - Returns: false if the person is in the maximum number of teams.
  fileprivate mutating func set(_ membership: Membership) -> Bool {
    if let index = teams.firstIndex(where: { $0.team == membership.team }) {
      teams[index] = membership
      return true
    }
    guard teams.count < Person.maxTeams else { return false }
    teams.append(membership)
    return true
  }
}
