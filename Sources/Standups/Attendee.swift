/// One who takes a turn.
public struct Attendee: Identifiable, Codable, Hashable, Sendable {
  /// The id of an attendee, which no other kind of thing has.
  public typealias ID = Identifier<Attendee>

  /// A UUID that names the attendee within its standup, and stays when the name changes.
  public let id: ID
  /// What the attendee is called: at most 1000 Unicode scalars, and possibly blank.
  public var name: String

  /// An attendee, blank until a name is given.
  public init(id: ID, name: String = "") {
    self.id = id
    self.name = name
  }

  /// The name, or “Someone” where it is blank.
  public var displayName: String { isBlank ? "Someone" : name }

  /// Whether the name is empty or only white space.
  public var isBlank: Bool { name.allSatisfy(\.isWhitespace) }
}
