package import Bus

/// The permissions of a person: those of the role in the team `default`, to which all objects
/// belong.
package enum PersonStanding: Hashable, Sendable {
  /// The roles of persons are not known yet.
  case loading
  /// The person is unknown, or has no role in the team.
  case none
  /// The person has this role in the team.
  case role(TeamRole)
  /// The person operates the installation, and may do everything that a tool may.
  case `operator`

  /// Returns true if the person has the permission that a command requires.
  func allows(_ access: CommandAccess) -> Bool {
    switch self {
    case .loading, .none: false
    case .role(let role): access <= role.access
    case .operator: access.isGranted(to: .operator)
    }
  }
}

extension CommandAccess {
  /// A sentence that says which role of a person grants the permission; empty if none does.
  var requirement: String {
    switch self {
    case .observer, .member, .admin:
      " The person needs the role \(rawValue) in the team “\(TeamScope.defaultTeam)”."
    case .operator: " Only an operator of the installation may."
    case .anyone, .owner, .parent: ""
    }
  }
}
