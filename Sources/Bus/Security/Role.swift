public import Foundation

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
}

extension Role: LosslessStringConvertible {
  /// The forms of a role, for error messages and help.
  public static let forms = "operator, observer, loadtest, service:NAME or person:UUID"

  private static let servicePrefix = "service:"
  private static let personPrefix = "person:"

  /// Parses `service:<name>`, `person:<UUID>`, `operator`, `observer` or `loadtest`; nil for any
  /// other string.
  public init?(_ text: String) {
    switch text {
    case "operator": self = .operator
    case "observer": self = .observer
    case "loadtest": self = .loadtest
    case _ where text.hasPrefix(Self.personPrefix):
      guard let id = UUID(text: String(text.dropFirst(Self.personPrefix.count))) else { return nil }
      self = .person(id)
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
    }
  }

  /// Parses roles separated by commas; nil if one of them is invalid, if the list is empty, or if it
  /// is unclear who acts: two persons, or a person and a service.
  public static func list(_ text: String) -> [Role]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let roles = words.compactMap { Role($0.filter { $0 != " " }) }
    let isClear =
      roles.allSatisfy { $0.person == nil }
      || (roles.count { $0.person != nil } == 1 && roles.allSatisfy { !$0.isService })
    return roles.count == words.count && !roles.isEmpty && isClear ? roles : nil
  }

  /// The person as whom a key with this role acts; nil for any other role.
  package var person: UUID? { if case .person(let id) = self { id } else { nil } }

  private var isService: Bool { if case .service = self { true } else { false } }

  /// Formats roles in the form that `list` parses.
  public static func text(_ roles: [Role]) -> String {
    roles.map(\.description).joined(separator: ",")
  }
}
