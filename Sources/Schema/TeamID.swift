/// The ids of teams, to which standups and other objects belong: lower-case letters, digits and `-`,
/// beginning with a letter. They occur in topics and in NATS subjects.
public enum TeamID {
  /// Maximum size of an id, in bytes.
  public static let maxBytes = 32
  /// Id of the team that always exists, to which objects belong unless another is named.
  public static let ofDefaultTeam = "default"

  /// Returns true if a text can be the id of a team.
  public static func isValid(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= maxBytes else {
      return false
    }
    return text.utf8.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || $0 == UInt8(ascii: "-")
    }
  }
}

extension Bounds {
  /// Id of a team.
  public static let teamID = text(1...TeamID.maxBytes, pattern: "^[a-z][a-z0-9-]*$").named("TeamID")
}
