/// The role of a person or a tool in a team. A higher role includes the lower ones.
public enum TeamRole: String, Codable, CaseIterable, Comparable, Hashable, Sendable {
  /// Reads what belongs to the team.
  case observer
  /// Also runs and edits the team's standups.
  case member
  /// Also manages the members of the team, and deletes what belongs to it.
  case admin

  private var rank: Int {
    switch self {
    case .observer: 0
    case .member: 1
    case .admin: 2
    }
  }

  /// Compares two roles; true if the second one includes the first one and more.
  public static func < (less: Self, more: Self) -> Bool { less.rank < more.rank }
}
