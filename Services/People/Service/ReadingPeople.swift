import Bus
import Documents
import Foundation
import PeopleAPI
import ServiceShell
import StandupsCollections

/// Commands that read persons. They load the documents, of which only an index is in memory.
extension PeopleReduction {
  mutating func get(_ operation: Operation, _ reference: PersonReference) throws {
    guard let id = id(of: reference) else { throw Self.notFound }
    load(operation, DocumentQuery(collection: Person.collection, id: id))
  }

  private func id(of reference: PersonReference) -> PersonID? {
    switch reference {
    case .id(let id): id
    case .email(let email): state.saved.owners[Claim(email: email)]?.lowercaseText
    case .identity(let identity): state.saved.owners[Claim(identity)]?.lowercaseText
    }
  }

  mutating func get(
    _ operation: Operation, _ reference: PersonReference, _ page: DocumentPage
  ) throws {
    guard let document = page.documents.first else { throw Self.notFound }
    let person = try document.value(as: Person.self)
    let isMeant =
      switch reference {
      case .id: true
      case .email(let email): person.email == email
      case .identity(let identity): person.identities.contains(identity)
      }
    guard isMeant else { throw Self.notFound }
    finish(operation, .success(try GetPerson.encoded(shown(person, in: operation.scope))))
  }

  mutating func list(_ operation: Operation, _ page: DocumentPage) throws {
    let reply = ListPeople.Reply(
      people: page.documents.compactMap {
        person($0).map { shown($0, in: operation.scope) }
      }, next: page.next,
      total: state.saved.persons.count + state.saved.unreadable.count)
    finish(operation, .success(try ListPeople.encoded(reply)))
  }

  /// Loads a page of the members of a team.
  mutating func members(
    _ operation: Operation, _ team: String, after: UUID?, limit: Int
  ) throws {
    guard state.saved.hasTeam(team), operation.scope.contains(team) else {
      throw BusError.unknownTeam(team)
    }
    let ids = state.saved.members[team, default: SortedIDs()].ids(after: after, limit: limit)
    guard !ids.isEmpty else {
      return finish(operation, .success(try ListMembers.encoded(.init(members: []))))
    }
    load(
      operation, DocumentQuery(collection: Person.collection, ids: ids.map(\.lowercaseText)))
  }

  mutating func members(_ operation: Operation, _ team: String, _ page: DocumentPage) throws {
    let members = page.documents.compactMap { document -> ListMembers.Member? in
      guard let person = person(document),
        let membership = person.teams.first(where: { $0.team == team })
      else { return nil }
      return ListMembers.Member(
        person: person.id, name: person.name, role: membership.role, issuer: membership.issuer)
    }
    // A page of documents may be shorter than requested; the next page begins after its last one.
    let last = page.documents.last.flatMap { UUID(text: $0.id) }
    let hasMore = last.map { !(state.saved.members[team]?.ids(after: $0, limit: 1) ?? []).isEmpty }
    let reply = ListMembers.Reply(
      members: members, next: hasMore == true ? last?.lowercaseText : nil)
    finish(operation, .success(try ListMembers.encoded(reply)))
  }

  /// The roles of some persons, as a page.
  ///
  /// - Parameter removed: the ids of the removed teams, on the last page of all persons.
  func roles(_ ids: [UUID], next: UUID? = nil, removed: [String] = []) -> GetRoles.Reply {
    GetRoles.Reply(
      people: ids.map { id in
        GetRoles.PersonRoles(
          id: id.lowercaseText, isOperator: state.saved.operators.contains(id) ? true : nil,
          teams: state.saved.current(state.saved.persons[id] ?? []))
      },
      next: next?.lowercaseText, removedTeams: removed.isEmpty ? nil : removed, load: state.load)
  }

  /// Loads the persons whose time zones are requested.
  mutating func zones(_ operation: Operation, _ ids: [PersonID]) throws {
    let known = state.saved.known(ids)
    guard !known.isEmpty else {
      return finish(operation, .success(try GetZones.encoded(.init(people: []))))
    }
    load(
      operation,
      DocumentQuery(collection: Person.collection, ids: known.map(\.lowercaseText)))
  }

  mutating func zones(_ operation: Operation, _ team: String, _ page: DocumentPage) throws {
    let people = page.documents.compactMap { document -> GetZones.PersonZone? in
      guard let person = person(document), let zone = person.zone,
        person.isOperator == true
          || state.saved.current(person.teams).contains(where: { $0.team == team })
      else { return nil }
      return GetZones.PersonZone(id: person.id, zone: zone)
    }
    let reply = GetZones.Reply(people: people.sorted { $0.id < $1.id })
    finish(operation, .success(try GetZones.encoded(reply)))
  }

  /// Decodes a person of a page. An invalid document is skipped, so that the others are still
  /// shown; it was reported when it was loaded at the start.
  private func person(_ document: Document) -> Person? {
    guard state.saved.unreadable[document.id] == nil else { return nil }
    return try? document.value(as: Person.self)
  }

  /// A person with those of their teams that exist and are in a scope.
  private func shown(_ person: Person, in scope: TeamScope) -> Person {
    var shown = person
    shown.teams = state.saved.current(person.teams).filter { scope.contains($0.team) }
    return shown
  }

  private static let notFound = BusError(
    .notFound, "Person not found; list all with “standups people”.")
}
