public import FastJSON
public import Schema

/// A participant of a standup who takes a turn.
public struct Attendee: Identifiable, FastCodable, Hashable, Sendable, Bounded {
  /// Id of an attendee, which stays the same when the name changes.
  public typealias ID = Identifier<Attendee>
  /// Id of a person of the people service.
  public typealias PersonID = Identifier<LinkedPerson>

  /// UUID of the attendee, unique within the standup; it stays the same when the name changes.
  public let id: ID
  /// Name of the attendee: at most 1000 Unicode scalars. A blank one is shown as “Someone”.
  public var name: String
  /// Relative length of the attendee's turn, from 1 to 10: an attendee with weight 2 speaks twice
  /// as long as one with weight 1. Nil for 1, and in past meetings.
  public var weight: Int?
  /// End of an announced absence, in milliseconds since 1970-01-01 UTC. Once it has passed, it has
  /// no effect, and the next change of the standup removes it. Nil for none, and in meetings.
  public var absentUntilMs: Int64?
  /// UUID of the person who is this attendee, at most one attendee of a standup. Nil for an
  /// attendee who is only a name. The link has no effect if the person was removed, or has no role
  /// in the team of the standup any more.
  public var person: PersonID?
  public static let bounds: MemberBounds<Self> = [
    \.name: .text(0...Standup.longestText),
    \.weight: .range(weights),
    \.absentUntilMs: .range(0...253_402_300_799_999),
  ]

  /// Creates an attendee. Default: blank name, no absence.
  ///
  /// - Parameters:
  ///   - weight: nil for 1; 1 is saved as nil.
  ///   - absentUntilMs: end of the absence; nil for an attendee who is present.
  ///   - person: id of the person who is this attendee; nil for a name alone.
  public init(
    id: ID, name: String = "", weight: Int? = nil, absentUntilMs: Int64? = nil,
    person: PersonID? = nil
  ) {
    self.id = id
    self.name = name
    self.weight = weight == Self.usualWeight ? nil : weight
    self.absentUntilMs = absentUntilMs
    self.person = person
  }

  /// Size of the member `person` as JSON, in bytes.
  public static let personBytes = 48

  /// Valid weights of an attendee.
  public static let weights: ClosedRange<Int> = 1...10
  /// Weight of an attendee for whom none is set.
  public static let usualWeight = 1

  /// Valid ends of an absence, in milliseconds since 1970-01-01 UTC: every time since then that RFC
  /// 3339 can express.
  public static let absencesMs: ClosedRange<Int64> = WireTime.sinceEpochMs

  /// The weight from which turns are computed: the saved one, clamped to `weights`.
  public var share: Int {
    min(max(weight ?? Self.usualWeight, Self.weights.lowerBound), Self.weights.upperBound)
  }

  /// Returns whether the announced absence includes a time.
  ///
  /// - Parameter ms: milliseconds since 1970-01-01 UTC.
  public func isAbsent(atMs ms: Int64) -> Bool { absentUntilMs.map { ms < $0 } ?? false }

  /// The attendee as a past meeting saves it: id, name and person, without weight and absence.
  public var participant: Attendee { Attendee(id: id, name: name, person: person) }

  /// The name, or “Someone” if it is blank.
  public var displayName: String { isBlank ? "Someone" : name }

  /// True if the name is empty or only white space.
  public var isBlank: Bool { name.allSatisfy(\.isWhitespace) }
}

/// The kind of `Attendee.PersonID`: a person, of whom a standup knows only the id.
public enum LinkedPerson {}

extension Collection<Attendee> {
  /// The persons to whom the attendees are linked.
  public var persons: Set<Attendee.PersonID> { Set(compactMap(\.person)) }

  /// The first two attendees who are linked to the same person; nil if no person has two.
  var linkedTwice: (Attendee, Attendee)? {
    var linked: [Attendee.PersonID: Attendee] = [:]
    for attendee in self {
      guard let person = attendee.person else { continue }
      if let other = linked.updateValue(attendee, forKey: person) { return (other, attendee) }
    }
    return nil
  }
}
