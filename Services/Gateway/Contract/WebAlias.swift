/// Another spelling of a command that reads: a `GET` whose path and query contain the members of
/// the body. The response is the reply of the command, unchanged, or a file of its contents.
///
/// The contract of the command decides about permissions, errors and the bounds of the members.
/// `scripts/contracts` derives the parameters in docs/openapi.yaml from it, and rejects a member
/// that the command does not have, or that has another type.
public struct WebAlias: Encodable, Hashable, Sendable {
  /// JSON type of a member.
  public enum Kind: String, Encodable, Hashable, Sendable {
    /// Any text; the command checks it.
    case string
    /// A whole number in decimal digits.
    case integer
    /// `true` or `false`.
    case boolean
  }

  /// Wire name of the command.
  public var target: String
  /// Members of the body that the path contains, in the order of its parameters.
  public var path: [String] = []
  /// Members of the body that the query may contain, each at most once.
  public var query: [String: Kind] = [:]
  /// Members of the body with a value that the sender cannot change.
  public var fixed: [String: Int] = [:]

  /// Members with which a list is read page by page.
  static let paging: [String: Kind] = ["after": .string, "limit": .integer]

  /// Members that restrict figures to a window and a person.
  static let statistics: [String: Kind] = [
    "person": .string, "fromMs": .integer, "toMs": .integer, "zoneMinutes": .integer,
  ]
}
