package import Bus

/// The permissions of a person, or of a tool that is limited to teams.
package enum TeamStanding: Hashable, Sendable {
  /// The roles of persons are not known yet.
  case loading
  /// These roles in teams. An unknown person has none; a tool has those of its key.
  case roles([PeopleDirectory.Membership])
  /// The person operates the installation, and may do everything that a tool may.
  case `operator`

  /// Returns true if the person or tool may send a command with this rule.
  package func allows(_ rule: CommandRule) -> Bool {
    switch self {
    case .loading: false
    case .operator: rule.access.isGranted(to: .operator)
    case .roles:
      switch rule.teams {
      case .any: !scope(for: rule.access).isEmpty
      case .default: scope(for: rule.access).contains(TeamScope.defaultTeam)
      case .all: false
      }
    }
  }

  /// Returns the teams in which the person or tool has the permission that a command requires.
  func scope(for access: CommandAccess) -> TeamScope {
    switch self {
    case .loading: .teams([])
    case .roles(let roles): .teams(roles.filter { access <= $0.role.access }.map(\.team))
    case .operator: .all
    }
  }
}

extension CommandRule {
  /// A sentence that says which role grants the permission; empty if none does.
  ///
  /// - Parameter owner: the owner of the role, “person”, “token” or “key”.
  func requirement(of owner: String) -> String {
    switch (access, teams) {
    case (.anyone, _), (.owner, _), (.parent, _): ""
    case (.operator, _), (_, .all): " Only an operator of the installation may."
    case (_, .any): " The \(owner) needs the role \(access.rawValue) in a team."
    case (_, .default):
      " The \(owner) needs the role \(access.rawValue) in the team “\(TeamScope.defaultTeam)”."
    }
  }
}
