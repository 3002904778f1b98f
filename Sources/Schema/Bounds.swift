/// The values that a member of a message may have: the constraints of JSON Schema that its type
/// does not state.
///
/// A message lists them beside its members, and `scripts/contracts` writes them into
/// docs/asyncapi.yaml. Without bounds, a number is at least 0, and a string may be empty.
///
/// ```swift
/// public struct StartFocus: BusCommand {
///   public static let bounds: MemberBounds<Self> = [
///     \.person: .personName, \.durationMs: .range(1000...86_400_000),
///   ]
///   public var person: String
///   public var durationMs: Int64?
/// }
/// ```
///
/// Source: JSON Schema, draft 7, validation (json-schema.org/draft-07).
public struct Bounds: Codable, Hashable, Sendable {
  /// Name of the schema that several messages share, such as `PersonName`; nil if the bounds are
  /// written in place.
  public var name: String?
  /// Format, such as `uuid`; only a hint for readers.
  public var format: String?
  /// Regular expression (ECMA 262) that a string contains.
  public var pattern: String?
  /// Smallest number.
  public var minimum: Int64?
  /// Largest number.
  public var maximum: Int64?
  /// True if a number may be negative.
  public var isSigned: Bool?
  /// True if a number may also be 0, which means none.
  public var orZero: Bool?
  /// True if a value of any JSON is an object.
  public var isObject: Bool?
  /// Smallest number of characters of a string.
  public var minLength: Int?
  /// Largest number of characters of a string. The limit of the service may be one of bytes, which
  /// the description states.
  public var maxLength: Int?
  /// Smallest number of elements of an array.
  public var minItems: Int?
  /// Largest number of elements of an array.
  public var maxItems: Int?
  /// The only valid values of a string that has no type of its own.
  public var values: [String]?
  /// The only value that is ever written of a Boolean.
  public var only: Bool?
  /// Value that is used if the member is absent.
  public var fallback: Int64?
  /// Bounds of each element of an array, or of each value of an object.
  public var each: Each?

  /// The bounds of elements, which have to be stored in a box.
  public final class Each: Codable, Hashable, Sendable {
    /// Bounds of each element.
    public let bounds: Bounds
    /// Creates the box.
    init(_ bounds: Bounds) { self.bounds = bounds }

    /// Decodes the bounds without the box.
    public init(from decoder: any Decoder) throws { bounds = try Bounds(from: decoder) }
    /// Encodes the bounds without the box.
    public func encode(to encoder: any Encoder) throws { try bounds.encode(to: encoder) }
    /// Compares the bounds.
    public static func == (one: Each, other: Each) -> Bool { one.bounds == other.bounds }
    /// Hashes the bounds.
    public func hash(into hasher: inout Hasher) { hasher.combine(bounds) }
  }

  /// Creates bounds that allow everything.
  public init() {}

  /// A number within a range, both ends included.
  ///
  /// - Parameters:
  ///   - range: the smallest and the largest value.
  ///   - fallback: the value that is used if the member is absent, if it is a constant.
  public static func range(
    _ range: ClosedRange<some FixedWidthInteger>, default fallback: Int64? = nil
  ) -> Self {
    var bounds = Self()
    bounds.minimum = Int64(clamping: range.lowerBound)
    bounds.maximum = Int64(clamping: range.upperBound)
    bounds.fallback = fallback
    return bounds
  }

  /// A number of at least this size.
  public static func atLeast(_ minimum: Int64, default fallback: Int64? = nil) -> Self {
    var bounds = Self()
    bounds.minimum = minimum
    bounds.fallback = fallback
    return bounds
  }

  /// The same bounds, and 0, which means none.
  public var orNone: Self {
    var copy = self
    copy.orZero = true
    return copy
  }

  /// Anything. It declares a member whose setter is not public, which is otherwise taken for a
  /// computed property.
  public static let any = Self()

  /// Any JSON object.
  public static let object: Self = {
    var bounds = Self()
    bounds.isObject = true
    return bounds
  }()

  /// Any whole number, also a negative one.
  public static let signed: Self = {
    var bounds = Self()
    bounds.isSigned = true
    return bounds
  }()

  /// A string of a limited length.
  ///
  /// - Parameters:
  ///   - length: the smallest and the largest number of characters.
  ///   - pattern: a regular expression that the string contains.
  public static func text(_ length: ClosedRange<Int>, pattern: String? = nil) -> Self {
    var bounds = Self()
    bounds.minLength = length.lowerBound == 0 ? nil : length.lowerBound
    bounds.maxLength = length.upperBound
    bounds.pattern = pattern
    return bounds
  }

  /// A string that is not empty.
  public static let notEmpty: Self = {
    var bounds = Self()
    bounds.minLength = 1
    return bounds
  }()

  /// A string that contains a regular expression.
  public static func matching(_ pattern: String) -> Self {
    var bounds = Self()
    bounds.pattern = pattern
    return bounds
  }

  /// A string that is one of these.
  public static func oneOf(_ values: [String]) -> Self {
    var bounds = Self()
    bounds.values = values
    return bounds
  }

  /// A Boolean that is written only with this value, and is absent otherwise.
  public static func only(_ value: Bool) -> Self {
    var bounds = Self()
    bounds.only = value
    return bounds
  }

  /// A UUID; services write it in lower case and accept either.
  public static let uuid: Self = {
    var bounds = Self()
    bounds.format = "uuid"
    bounds.pattern = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
    return bounds
  }()

  /// An array of a limited number of elements.
  public static func count(_ count: ClosedRange<Int>) -> Self {
    var bounds = Self()
    bounds.minItems = count.lowerBound == 0 ? nil : count.lowerBound
    bounds.maxItems = count.upperBound
    return bounds
  }

  /// An array that is not empty.
  public static let some: Self = {
    var bounds = Self()
    bounds.minItems = 1
    return bounds
  }()

  /// An array or an object whose elements have these bounds.
  public static func each(_ bounds: Bounds) -> Self { Self().each(bounds) }

  /// The same bounds, and these for each element.
  public func each(_ bounds: Bounds) -> Self {
    var copy = self
    copy.each = Each(bounds)
    return copy
  }

  /// The same bounds as a schema that several messages share.
  public func named(_ name: String) -> Self {
    var copy = self
    copy.name = name
    return copy
  }
}

/// The bounds of the members of a type, written as a dictionary literal of key paths.
public struct MemberBounds<Root>: ExpressibleByDictionaryLiteral, Sendable {
  /// A member.
  public typealias Member = any PartialKeyPath<Root> & Sendable

  /// Each member that has bounds, once.
  public let all: [(member: Member, bounds: Bounds)]

  /// Creates the bounds of these members; the others have none.
  public init(dictionaryLiteral elements: (Member, Bounds)...) {
    all = elements.map { (member: $0.0, bounds: $0.1) }
  }

  /// The bounds by the names of the members.
  public var byName: [String: Bounds] {
    Dictionary(
      all.map { (String("\($0.member)".split(separator: ".").last ?? ""), $0.bounds) },
      uniquingKeysWith: { first, _ in first })
  }
}

/// A type that is written as an object, some of whose members have bounds.
public protocol Bounded {
  /// The bounds of the members.
  static var bounds: MemberBounds<Self> { get }
}

extension Bounded {
  /// None.
  public static var bounds: MemberBounds<Self> { [:] }
}

/// A type that is written as one string or number, and has bounds of its own.
public protocol BoundedScalar {
  /// The bounds of every value.
  static var valueBounds: Bounds { get }
}

/// A type that is written exactly like another one.
public protocol WrittenAs {
  /// The type whose members are written.
  associatedtype Written
}
