/// The permission that a command requires, declared with its message.
///
/// The cases from `anyone` to `operator` are ordered: each permission includes the ones before it.
/// `owner` and `parent` are about the work that the router's bindings assign.
public enum CommandAccess: String, Codable, CaseIterable, Comparable, Sendable {
  /// Any key that the router knows: the command reports the state of the bus.
  case anyone
  /// Reads what belongs to a team, and changes nothing.
  case observer
  /// Changes what belongs to a team.
  case member
  /// Administers a team: deletes, exports, or reads personal data and secrets.
  case admin
  /// Operates the installation.
  case `operator`
  /// The router, from its bindings, and tools, for their own work. The id of that work,
  /// `tool/name`, is the `key` in the header.
  case owner
  /// Only the router, from its bindings.
  case parent

  /// Returns true if a key with this role has the permission in all teams.
  /// Tools and load testers have `owner` only for their own work.
  public func isGranted(to role: Role) -> Bool {
    switch self {
    case .parent: false
    case .owner: role == .operator || role == .loadtest
    case .anyone, .observer, .member, .admin, .operator: self <= role.access
    }
  }

  /// The bit of this permission in a set of permissions.
  package var bit: UInt8 { 1 << order }

  private var order: UInt8 {
    switch self {
    case .anyone: 0
    case .observer: 1
    case .member: 2
    case .admin: 3
    case .operator: 4
    case .owner: 5
    case .parent: 6
    }
  }

  /// Compares by the order in which the cases are declared.
  public static func < (one: Self, other: Self) -> Bool { one.order < other.order }

  /// True if only the router's bindings send the command, except for a tool's own work.
  package var isForBindings: Bool { self == .owner || self == .parent }
}

extension Role {
  /// The last of the ordered permissions that the role grants.
  fileprivate var access: CommandAccess {
    switch self {
    case .operator: .operator
    case .observer: .observer
    case .loadtest, .service, .person, .team: .anyone
    }
  }
}

extension TeamRole {
  /// The last of the ordered permissions that the role grants.
  package var access: CommandAccess {
    switch self {
    case .observer: .observer
    case .member: .member
    case .admin: .admin
    }
  }
}
