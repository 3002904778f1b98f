/// The ids of teams, to which standups and other objects belong: lower-case letters, digits and `-`,
/// beginning with a letter. They occur in topics and in NATS subjects.
public enum TeamID {
  /// Maximum size of an id, in bytes.
  public static let maxBytes = 32
  /// Id of the team that always exists, to which objects belong unless another is named.
  public static let ofDefaultTeam = "default"

  /// Returns true if a text can be the id of a team.
  public static func isValid(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= maxBytes else {
      return false
    }
    return text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// Returns true for a character with which an id can begin or end.
  public static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// Returns the form in which an optional member names a team: nil for the team `default`.
  public static func optional(_ id: String) -> String? { id == ofDefaultTeam ? nil : id }
}

extension Bounds {
  /// Id of a team.
  public static let teamID = text(1...TeamID.maxBytes, pattern: "^[a-z][a-z0-9-]*$").named("TeamID")
}
