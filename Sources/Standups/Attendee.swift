/// One who takes a turn.
public struct Attendee: Identifiable, Codable, Hashable, Sendable {
  public typealias ID = Identifier<Attendee>

  public let id: ID
  public var name: String

  public init(id: ID, name: String = "") {
    self.id = id
    self.name = name
  }

  /// The name, or “Someone” where it is blank.
  public var displayName: String { isBlank ? "Someone" : name }

  /// Whether the name is empty or only white space.
  public var isBlank: Bool { name.allSatisfy(\.isWhitespace) }
}
