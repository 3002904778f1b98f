public import Foundation
import Schema

/// The permissions of a key's owner. A key may have several roles.
public enum Role: Hashable, Sendable {
  /// Acts as the service of this name: registers only under that name, sends delegate messages,
  /// publishes ephemeral events, and queries the router's health.
  case service(String)
  /// Sends every command and subscribes to all events.
  case `operator`
  /// Subscribes to events, and sends the commands that require the permission `observer` or
  /// `anyone`. Changes nothing.
  case observer
  /// Starts its own work, as a load tester does, and subscribes to the events about that work.
  case loadtest
  /// Acts as the person with this id, with the permissions that the roles of the person grant at
  /// that time.
  case person(UUID)
  /// Does in the team with this id what a person with that role may do.
  case team(String, TeamRole)
}

extension Role: LosslessStringConvertible {
  /// The forms of a role, for error messages and help.
  public static let forms =
    "operator, observer, loadtest, service:NAME, person:UUID or team:ID:ROLE"

  private static let servicePrefix = "service:"
  private static let personPrefix = "person:"
  private static let teamPrefix = "team:"

  /// Parses `service:<name>`, `person:<UUID>`, `team:<id>:<role>`, `operator`, `observer` or
  /// `loadtest`; nil for any other string.
  public init?(_ text: String) {
    switch text {
    case "operator": self = .operator
    case "observer": self = .observer
    case "loadtest": self = .loadtest
    case _ where text.hasPrefix(Self.personPrefix):
      guard let id = UUID(text: String(text.dropFirst(Self.personPrefix.count))) else { return nil }
      self = .person(id)
    case _ where text.hasPrefix(Self.teamPrefix):
      let parts = text.dropFirst(Self.teamPrefix.count).split(
        separator: ":", omittingEmptySubsequences: false
      ).map(String.init)
      guard parts.count == 2, TeamID.isValid(parts[0]), let role = TeamRole(rawValue: parts[1])
      else { return nil }
      self = .team(parts[0], role)
    default:
      let name = text.dropFirst(Self.servicePrefix.count)
      guard text.hasPrefix(Self.servicePrefix), !name.isEmpty,
        name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
      else { return nil }
      self = .service(String(name))
    }
  }

  /// The role in the form that is written in a certificate.
  public var description: String {
    switch self {
    case .service(let name): Self.servicePrefix + name
    case .operator: "operator"
    case .observer: "observer"
    case .loadtest: "loadtest"
    case .person(let id): Self.personPrefix + id.lowercaseText
    case .team(let id, let role): "\(Self.teamPrefix)\(id):\(role.rawValue)"
    }
  }

  /// Parses roles separated by commas.
  ///
  /// - Throws: `InvalidRoles` if one of them is invalid, if the list is empty, if it names too many
  ///   teams, if it is unclear who acts (two persons, or a person and a service or a tool), or if a
  ///   service would be limited to teams.
  public static func list(_ text: String) throws(InvalidRoles) -> [Role] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let roles = words.compactMap { Role($0.filter { $0 != " " }) }
    guard roles.count == words.count, !roles.isEmpty else {
      throw InvalidRoles("expected \(forms), or several separated by commas")
    }
    let persons = roles.count { $0.person != nil }
    let teams = Set(roles.compactMap(\.team))
    if persons > 0, !teams.isEmpty {
      throw InvalidRoles(
        "a key cannot have both person: and team: roles, because it acts either as a person or as a"
          + " tool; add the person to the team with “standups teams join”, or create a second key")
    }
    if !teams.isEmpty, roles.contains(where: \.isService) {
      // It would choose the teams itself: a registered service passes on those of a message's cause.
      throw InvalidRoles(
        "a service cannot be limited to teams, because it passes on the teams of others; create a"
          + " second key with the team: roles for its own commands")
    }
    if persons > 1 || persons == 1 && roles.contains(where: \.isService) {
      throw InvalidRoles(
        "a key with a person: role acts as that person; create a second key for another person or a"
          + " service")
    }
    guard teams.count <= TeamScope.maxTeams else {
      throw InvalidRoles(
        "the roles name \(teams.count) teams; expected at most \(TeamScope.maxTeams)")
    }
    return roles
  }

  /// The person as whom a key with this role acts; nil for any other role.
  package var person: UUID? { if case .person(let id) = self { id } else { nil } }

  /// The team to which this role is limited; nil for any other role.
  private var team: String? { if case .team(let id, _) = self { id } else { nil } }

  private var isService: Bool { if case .service = self { true } else { false } }

  /// Formats roles in the form that `list` parses.
  public static func text(_ roles: [Role]) -> String {
    roles.map(\.description).joined(separator: ",")
  }
}

/// The reason why a key cannot have certain roles, with the remedy: a clause without a period.
public struct InvalidRoles: Error, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
