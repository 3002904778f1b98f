import Schema

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

  /// Returns true if an object is in the scope that may belong to no team: it is only in that of all
  /// teams.
  public func contains(_ team: String?) -> Bool { team.map { contains($0) } ?? (self == .all) }

  /// Returns true if all objects of the other scope are in this one.
  package func includes(_ other: TeamScope) -> Bool {
    switch (self, other) {
    case (.all, _): true
    case (.teams, .all): false
    case (.teams(let teams), .teams(let others)): Set(others).isSubset(of: teams)
    }
  }

  /// The objects of these teams; nil for those of all teams.
  public init(_ teams: [String]?) { self = teams.map { .teams($0) } ?? .all }

  /// Parses the form of the header: ids separated by spaces.
  public init(text: String) { self = .teams(text.split(separator: " ").map(String.init)) }

  /// Returns the form of the header; nil for all teams.
  public var text: String? {
    switch self {
    case .all: nil
    case .teams(let teams): teams.joined(separator: " ")
    }
  }

  /// The teams, given by their ids; nil for all.
  public var teams: [String]? {
    switch self {
    case .all: nil
    case .teams(let teams): teams
    }
  }

  /// Maximum number of teams in a scope, which is that of the teams of a person.
  public static let maxTeams = 64

  /// True for the form of the header: at most 64 ids, separated by spaces.
  package static func isText(_ text: String) -> Bool {
    let ids = text.split(separator: " ", omittingEmptySubsequences: false)
    return text.isEmpty
      || ids.count <= maxTeams
        && ids.allSatisfy {
          (1...maxIDBytes).contains($0.utf8.count)
            && $0.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
        }
  }

  /// Maximum size of the id of a team, in bytes.
  public static let maxIDBytes = TeamID.maxBytes
  /// Id of the team that always exists. Objects that were saved before there were teams belong to
  /// it.
  public static let defaultTeam = TeamID.ofDefaultTeam

  /// True if no object is in the scope.
  public var isEmpty: Bool { self == .teams([]) }
}
