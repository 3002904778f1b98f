import AccessRights
import Bus
import Foundation
import PeopleAPI

extension PeopleDirectory.Change {
  /// The change of roles that an event reports; nil for any other event.
  init?(_ event: CloudEvent) throws {
    switch event.type {
    case PersonAdded.type:
      let added = try event.data.decode(as: PersonAdded.self)
      self = .person(try Self.id(added.id), isOperator: added.isOperator ?? false)
    case PersonEdited.type:
      let edited = try event.data.decode(as: PersonEdited.self)
      self = .person(try Self.id(edited.id), isOperator: edited.isOperator ?? false)
    case PersonRemoved.type:
      self = .personRemoved(try Self.id(event.data.decode(as: PersonRemoved.self).id))
    case TeamMemberSet.type:
      let set = try event.data.decode(as: TeamMemberSet.self)
      self = .member(try Self.id(set.person), .init(team: set.team, role: set.role))
    case TeamMemberRemoved.type:
      let removed = try event.data.decode(as: TeamMemberRemoved.self)
      self = .memberRemoved(try Self.id(removed.person), team: removed.team)
    case TeamRemoved.type:
      self = .teamRemoved(try event.data.decode(as: TeamRemoved.self).id)
    default: return nil
    }
  }

  private static func id(_ text: String) throws(BusError) -> UUID {
    guard let id = UUID(text: text) else { throw BusError(.invalid, "Invalid id of a person.") }
    return id
  }
}
