import FastJSON

/// One who takes a turn.
public struct Attendee: Identifiable, Codable, Hashable, Sendable {
  /// The id of an attendee, which no other kind of thing has.
  public typealias ID = Identifier<Attendee>

  /// A UUID that names the attendee within its standup, and stays when the name changes.
  public let id: ID
  /// What the attendee is called: at most 1000 Unicode scalars, and possibly blank.
  public var name: String
  /// How long the turn is beside those of others, from 1 to 10: whoever has 2 speaks twice as long as whoever has 1.
  /// Nil for 1.
  public var weight: Int?
  /// When an absence that was told before ends, in milliseconds since 1970-01-01 UTC; nil for none. Afterwards it means
  /// nothing any more, and goes with the next change.
  public var absentUntilMs: Int64?

  /// An attendee, blank until a name is given.
  ///
  /// - Parameters:
  ///   - weight: nil for 1, which is kept as nil.
  ///   - absentUntilMs: nil for somebody who is there.
  public init(id: ID, name: String = "", weight: Int? = nil, absentUntilMs: Int64? = nil) {
    self.id = id
    self.name = name
    self.weight = weight == Self.usualWeight ? nil : weight
    self.absentUntilMs = absentUntilMs
  }

  /// The weights that there are.
  public static let weights: ClosedRange<Int> = 1...10
  /// The weight of whoever has none of their own.
  public static let usualWeight = 1

  /// When an absence can end: what RFC 3339 can write since 1970, in milliseconds since then.
  public static let absencesMs: ClosedRange<Int64> = WireTime.sinceEpochMs

  /// The weight as turns are computed from it: in its range, whatever was read.
  public var share: Int {
    min(max(weight ?? Self.usualWeight, Self.weights.lowerBound), Self.weights.upperBound)
  }

  /// Whether the attendee was said to be absent at that time.
  ///
  /// - Parameter ms: milliseconds since 1970-01-01 UTC.
  public func isAbsent(atMs ms: Int64) -> Bool { absentUntilMs.map { ms < $0 } ?? false }

  /// The attendee as a past meeting keeps it: who it was, and nothing of the turns to come.
  public var person: Attendee { Attendee(id: id, name: name) }

  /// The name, or “Someone” where it is blank.
  public var displayName: String { isBlank ? "Someone" : name }

  /// Whether the name is empty or only white space.
  public var isBlank: Bool { name.allSatisfy(\.isWhitespace) }
}
