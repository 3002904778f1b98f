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

  /// Returns true if the other scope contains all objects of this one.
  public func isSubset(of other: TeamScope) -> Bool {
    switch (self, other) {
    case (_, .all): true
    case (.all, .teams): false
    case (.teams(let teams), .teams(let others)): teams.allSatisfy(others.contains)
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

  /// Returns the team of a new object of a sender with this scope.
  ///
  /// - Parameter requested: the team that the command names; nil for `default` or, if the sender is
  ///   in only one other team, for that one.
  /// - Throws: `invalid` if the sender has to name one of several teams, `not_found` if they may not
  ///   add objects to the named one.
  public func team(ofNew requested: String?) throws(BusError) -> String {
    let teams = teams ?? [Self.defaultTeam]
    let usual = teams.contains(Self.defaultTeam) ? Self.defaultTeam : teams.first
    guard requested != nil || usual == Self.defaultTeam || teams.count == 1 else {
      throw BusError(
        .invalid, "You are in several teams; specify one of: \(teams.joined(separator: ", ")).",
        detail: ["member": "team"])
    }
    let team = requested ?? usual ?? Self.defaultTeam
    guard contains(team) else {
      throw .unknownTeam(team)
    }
    return team
  }

  /// Returns the team that a new object would get, if it may not exist; otherwise nil. A person has
  /// roles only in teams that exist, but the key of a tool may name any team.
  ///
  /// - Parameter requested: the team that the command names; without one, the only team of a tool is
  ///   meant.
  public func unknown(_ requested: String?, isByPerson: Bool) -> String? {
    guard self == .all || !isByPerson else { return nil }
    let team = requested ?? teams.flatMap { $0.count == 1 ? $0.first : nil }
    return team.flatMap { $0 != Self.defaultTeam && contains($0) ? $0 : nil }
  }

  /// True if no object is in the scope.
  public var isEmpty: Bool { self == .teams([]) }
}

extension BusError {
  /// The error for a team that does not exist or is not in the scope of the sender. It is the same
  /// for both, so that it does not reveal whether the team exists.
  public static func unknownTeam(_ id: String) -> BusError {
    BusError(
      .notFound, "Team “\(id)” not found; list the teams with “standups teams”.",
      detail: ["team": id])
  }
}
