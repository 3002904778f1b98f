import Bus
import Documents
import Foundation
import PeopleAPI

/// The events about persons and teams.
extension PeopleReduction {
  /// The events that report how a person was changed; empty if nothing changed.
  ///
  /// Memberships are removed before others are added: a subscriber that applies the events one
  /// after another never counts more teams of the person than there may be.
  func events(
    from earlier: Person, to person: Person, _ operation: Operation
  ) throws -> [NewEvent] {
    var events: [NewEvent] = []
    let changed = Self.changes(from: earlier, to: person)
    if !changed.isEmpty {
      let edited = PersonEdited(id: person.id, changed: changed, isOperator: person.isOperator)
      events.append(try event(edited, person.id, operation))
    }
    if person.identities != earlier.identities {
      let changed = PersonIdentitiesChanged(id: person.id, identities: person.identities.count)
      events.append(try event(changed, person.id, operation))
    }
    let teams = Set(person.teams.map(\.team))
    for membership in earlier.teams where !teams.contains(membership.team) {
      let removed = TeamMemberRemoved(team: membership.team, person: person.id)
      events.append(try event(removed, of: membership.team, operation))
    }
    for membership in person.teams where !earlier.teams.contains(membership) {
      let set = TeamMemberSet(team: membership.team, person: person.id, role: membership.role)
      events.append(try event(set, of: membership.team, operation))
    }
    return events
  }

  private static func changes(
    from earlier: Person, to person: Person
  ) -> [PersonEdited.Part] {
    let isOperatorAsBefore =
      earlier.isOperator == person.isOperator && earlier.operatorIssuer == person.operatorIssuer
    return [
      earlier.name == person.name ? nil : .name, earlier.email == person.email ? nil : .email,
      earlier.zone == person.zone ? nil : .zone, isOperatorAsBefore ? nil : .isOperator,
    ].compactMap { $0 }
  }

  /// Creates an event about a team, which its members can read.
  func event(_ data: some EventData, of team: String, _ operation: Operation) throws -> NewEvent {
    var event = try event(data, team, operation)
    event.labels.team = team
    return event
  }

  /// Creates an event about a person or a team.
  func event(
    _ data: some EventData, _ subject: String, _ operation: Operation
  ) throws -> NewEvent {
    try NewEvent(
      data, id: reducer.uuid(), about: subject,
      time: Date(timeIntervalSince1970: Double(operation.at) / 1000),
      traceparent: operation.header.traceparent?.text)
  }
}
