/// The teams whose objects a command may read or change.
///
/// An object outside the scope is treated like one that does not exist.
public enum TeamScope: Hashable, Sendable {
  /// The objects of all teams.
  case all
  /// The objects of these teams, given by their ids.
  case teams([String])

  /// Returns true if the objects of the team are in the scope.
  public func contains(_ team: String) -> Bool {
    switch self {
    case .all: true
    case .teams(let teams): teams.contains(team)
    }
  }

  /// Id of the team that always exists. All objects belong to it.
  public static let defaultTeam = "default"

  /// True if no object is in the scope.
  public var isEmpty: Bool { self == .teams([]) }
}
