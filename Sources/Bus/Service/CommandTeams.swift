/// The teams in which a person must have the permission that a command requires.
public enum CommandTeams: String, Codable, CaseIterable, Sendable {
  /// Any team: the service checks that the objects of the command belong to the teams of its scope.
  case any
  /// The team `default`, to which all objects of the command belong.
  case `default`
  /// Every team: of the persons, only operators of the installation may send the command.
  case all
}

/// Permission and teams of a command.
public struct CommandRule: Hashable, Sendable {
  /// The permission that the command requires.
  public var access: CommandAccess
  /// The teams in which a person must have it.
  public var teams: CommandTeams

  /// Creates a rule from its two parts. By default, a person must have the permission in every team.
  public init(_ access: CommandAccess, in teams: CommandTeams = .all) {
    self.access = access
    self.teams = teams
  }
}
