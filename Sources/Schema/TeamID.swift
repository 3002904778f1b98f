/// The ids of teams, to which standups and other objects belong: lower-case letters, digits and `-`,
/// beginning with a letter. They occur in topics and in NATS subjects.
public enum TeamID {
  /// Maximum size of an id, in bytes.
  public static let maxBytes = 32
  /// Id of the team that always exists, to which objects belong unless another is named.
  public static let ofDefaultTeam = "default"
}

extension Bounds {
  /// Id of a team.
  public static let teamID = text(1...TeamID.maxBytes, pattern: "^[a-z][a-z0-9-]*$").named("TeamID")
}
