import Bus
import PeopleAPI

extension EventLine {
  /// The most important data of an event about persons or teams; nil for any other event.
  static func detailOfPeople(_ event: CloudEvent) -> String? {
    func data<Data: Decodable>(_ type: Data.Type) -> Data? { try? event.data.decode(as: type) }
    switch event.type {
    case PersonAdded.type:
      return data(PersonAdded.self)?.isOperator == true ? "an operator" : ""
    case PersonEdited.type: return data(PersonEdited.self).map(changes) ?? ""
    case PersonIdentitiesChanged.type:
      return data(PersonIdentitiesChanged.self).map {
        DisplayText.count($0.identities, "identity", plural: "identities")
      } ?? ""
    case PersonRemoved.type, TeamRemoved.type: return ""
    case TeamAdded.type: return data(TeamAdded.self)?.name ?? ""
    case TeamRenamed.type: return data(TeamRenamed.self)?.name ?? ""
    case TeamMemberSet.type:
      return data(TeamMemberSet.self).map { "\($0.person.prefix(8)): \($0.role.rawValue)" } ?? ""
    case TeamMemberRemoved.type:
      return data(TeamMemberRemoved.self).map { String($0.person.prefix(8)) } ?? ""
    default: return nil
    }
  }

  private static func changes(_ event: PersonEdited) -> String {
    event.changed.map { part in
      switch part {
      case .name: "name"
      case .email: "e-mail"
      case .zone: "time zone"
      case .isOperator: event.isOperator == true ? "now an operator" : "no longer an operator"
      }
    }
    .joined(separator: ", ")
  }
}
