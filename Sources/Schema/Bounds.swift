/// The values that a member of a message may have: those constraints of JSON Schema that do not
/// follow from its type.
///
/// A message lists them next to its members, and `scripts/contracts` writes them into
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
  /// written inline.
  public var name: String?
  /// Format, such as `uuid`; only a hint for readers.
  public var format: String?
  /// Regular expression (ECMA 262) that must match a part of the string.
  public var pattern: String?
  /// Smallest valid value of a number.
  public var minimum: Int64?
  /// Largest valid value of a number.
  public var maximum: Int64?
  /// True if a number may be negative.
  public var isSigned: Bool?
  /// True if a number may also be 0, which means none.
  public var orZero: Bool?
  /// True if a value that could be any JSON is an object.
  public var isObject: Bool?
  /// Smallest number of characters of a string.
  public var minLength: Int?
  /// Largest number of characters of a string. The service may limit the number of bytes instead,
  /// which the description then states.
  public var maxLength: Int?
  /// Largest number of bytes of a string in UTF-8, for which JSON Schema has no keyword: it is written
  /// as `x-maxBytes`, next to `maxLength`.
  public var maxBytes: Int?
  /// Smallest number of elements of an array.
  public var minItems: Int?
  /// Largest number of elements of an array.
  public var maxItems: Int?
  /// The only valid values of a string whose type does not restrict them.
  public var values: [String]?
  /// The only value of a Boolean that services write.
  public var only: Bool?
  /// Default value, used if the member is absent.
  public var fallback: Int64?
  /// Bounds of each element of an array, or of each value of an object; nil if the elements have
  /// none. An array with one element, because a structure cannot contain itself.
  public var each: [Bounds]?

  /// Creates bounds that allow everything.
  public init() {}

  /// Returns a copy of the bounds with a change.
  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// A number within a range, both ends included.
  ///
  /// - Parameters:
  ///   - range: the smallest and the largest value.
  ///   - fallback: default value, used if the member is absent; nil without a default, or if it is
  ///     not a constant.
  public static func range(
    _ range: ClosedRange<some FixedWidthInteger>, default fallback: Int64? = nil
  ) -> Self {
    atLeast(Int64(clamping: range.lowerBound), default: fallback).with {
      $0.maximum = Int64(clamping: range.upperBound)
    }
  }

  /// A number with a minimum.
  public static func atLeast(_ minimum: Int64, default fallback: Int64? = nil) -> Self {
    any.with { ($0.minimum, $0.fallback) = (minimum, fallback) }
  }

  /// The same bounds, which also allow 0 with the meaning “none”.
  public var orNone: Self { with { $0.orZero = true } }

  /// Allows any value. It declares a member whose setter is not public; without bounds, such a
  /// member counts as computed.
  public static let any = Self()

  /// Any JSON object.
  public static let object = any.with { $0.isObject = true }

  /// Any whole number, including negative ones.
  public static let signed = any.with { $0.isSigned = true }

  /// A string of a limited length.
  ///
  /// - Parameters:
  ///   - length: the smallest and the largest number of characters.
  ///   - pattern: a regular expression that must match a part of the string.
  public static func text(_ length: ClosedRange<Int>, pattern: String? = nil) -> Self {
    any.with {
      $0.minLength = length.lowerBound == 0 ? nil : length.lowerBound
      $0.maxLength = length.upperBound
      $0.pattern = pattern
    }
  }

  /// A string without control characters, of a limited number of bytes in UTF-8, and not empty.
  ///
  /// - Parameters:
  ///   - maxBytes: the largest number of bytes.
  ///   - isVisible: true if it must contain a character other than white space.
  ///   - excluded: other characters that it must not contain, in the syntax of a class of ECMA 262.
  public static func line(
    _ maxBytes: Int, isVisible: Bool = false, without excluded: String = ""
  ) -> Self {
    let rest = excluded + #"\u0000-\u001f\u007f-\u009f]"#
    let pattern = isVisible ? "^[^\(rest)*[^\\s\(rest)[^\(rest)*$" : "^[^\(rest)+$"
    return text(1...maxBytes, pattern: pattern).with { $0.maxBytes = maxBytes }
  }

  /// A string that is not empty.
  public static let notEmpty = any.with { $0.minLength = 1 }

  /// A string of which a part matches a regular expression.
  public static func matching(_ pattern: String) -> Self { any.with { $0.pattern = pattern } }

  /// A string that equals one of the given values.
  public static func oneOf(_ values: [String]) -> Self { any.with { $0.values = values } }

  /// A Boolean that is written only with this value, and is absent otherwise.
  public static func only(_ value: Bool) -> Self { any.with { $0.only = value } }

  /// A UUID; services write it in lower case and accept either.
  public static let uuid = matching(
    "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
  ).with { $0.format = "uuid" }

  /// The same string, or an empty one.
  public var orEmpty: Self {
    with {
      $0.pattern = $0.pattern.map { "^$|" + $0 }; $0.format = nil
    }
  }

  /// An array of a limited number of elements.
  public static func count(_ count: ClosedRange<Int>) -> Self {
    any.with {
      $0.minItems = count.lowerBound == 0 ? nil : count.lowerBound
      $0.maxItems = count.upperBound
    }
  }

  /// An array that is not empty.
  public static let some = any.with { $0.minItems = 1 }

  /// An array or an object whose elements have these bounds.
  public static func each(_ bounds: Bounds) -> Self { any.each(bounds) }

  /// Returns the same bounds, with these bounds for each element.
  public func each(_ bounds: Bounds) -> Self { with { $0.each = [bounds] } }

  /// Returns the same bounds, as a schema that several messages share.
  public func named(_ name: String) -> Self { with { $0.name = name } }
}

/// The bounds of the members of a type, written as a dictionary literal of key paths.
public struct MemberBounds<Root>: ExpressibleByDictionaryLiteral, Sendable {
  /// Key path of a member.
  public typealias Member = any PartialKeyPath<Root> & Sendable

  /// The members that have bounds, with their bounds.
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

/// A type that is encoded as an object, and whose members may have bounds.
public protocol Bounded {
  /// The bounds of the members.
  static var bounds: MemberBounds<Self> { get }
}

extension Bounded {
  /// Default: no member has bounds.
  public static var bounds: MemberBounds<Self> { [:] }
}

/// A type that is encoded as a string or a number, with bounds for its values.
public protocol BoundedScalar {
  /// The bounds that apply to every value.
  static var valueBounds: Bounds { get }
}

/// A type with the same encoded form as another type.
public protocol WrittenAs {
  /// The type that defines the encoded members.
  associatedtype Written
}
