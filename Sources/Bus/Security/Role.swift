/// What the owner of a key may do. A key may have several roles.
public enum Role: Hashable, Sendable {
  /// Is the service of this name: says hello as it and as no other, calls its delegate, publishes
  /// ephemeral events, and asks how the router is.
  case service(String)
  /// Sends every command and subscribes to everything.
  case `operator`
  /// Follows the events, reads what services declare to be for observers, and asks how the bus is; changes
  /// nothing.
  case observer
  /// Starts work of its own, as a load tester does, and follows what is told of it.
  case loadtest
}

extension Role: LosslessStringConvertible {
  private static let servicePrefix = "service:"

  /// Reads `service:<name>`, `operator`, `observer` or `loadtest`.
  public init?(_ text: String) {
    switch text {
    case "operator": self = .operator
    case "observer": self = .observer
    case "loadtest": self = .loadtest
    default:
      let name = text.dropFirst(Self.servicePrefix.count)
      guard text.hasPrefix(Self.servicePrefix), !name.isEmpty,
        name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
      else { return nil }
      self = .service(String(name))
    }
  }

  /// As it stands in a certificate.
  public var description: String {
    switch self {
    case .service(let name): Self.servicePrefix + name
    case .operator: "operator"
    case .observer: "observer"
    case .loadtest: "loadtest"
    }
  }

  /// Reads roles with commas between them; nil if one of them is none, or there are none.
  public static func list(_ text: String) -> [Role]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let roles = words.compactMap { Role($0.filter { $0 != " " }) }
    return roles.count == words.count && !roles.isEmpty ? roles : nil
  }

  /// Roles as `list` reads them.
  public static func text(_ roles: [Role]) -> String {
    roles.map(\.description).joined(separator: ",")
  }
}
