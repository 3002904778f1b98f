import Bus

/// Members that the router writes into the header of a command: its sender, and the teams whose
/// objects it may read or change.
package struct HeaderStamp: Hashable, Sendable {
  /// The header's `by`.
  package let by: String
  /// The header's `teams`; nil for all teams.
  package let teams: String?
  /// The teams as a scope.
  var scope: TeamScope { teams.map { TeamScope(text: $0) } ?? .all }
  /// Both members with their commas, in the form in which they are inserted before other members.
  package let members: [UInt8]

  init(_ actor: KeyActor, _ scope: TeamScope) {
    by = actor.id
    teams = scope.text
    // Neither has a character that needs an escape.
    let teams = teams.map { #""teams":"\#($0)","# } ?? ""
    members = Array((#""by":"\#(by)","# + teams).utf8)
  }
}

extension CommandAccess {
  /// The permissions that a role in a team grants.
  static let ofTeams: [CommandAccess] = [.observer, .member, .admin]

  /// The position of this permission among those; nil for any other.
  var teamIndex: Int? {
    switch self {
    case .observer: 0
    case .member: 1
    case .admin: 2
    case .anyone, .operator, .owner, .parent: nil
    }
  }
}
