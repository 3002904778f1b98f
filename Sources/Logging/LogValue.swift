public import Foundation

/// The value of a field in a line of the log.
public enum LogValue: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case number(Double)
  case bool(Bool)
}

extension LogValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// A text that stands in the code, interpolations included.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number that stands in the code.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number with a fraction; in JSON `null` if it is not finite.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// `true` or `false`, as it stands in the code.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A number of things.
  public init(_ value: some BinaryInteger) { self = .integer(Int64(clamping: value)) }
  /// A text, such as an id or a code.
  public init(_ value: String) { self = .string(value) }
  /// An id, in lower case as everywhere.
  public init(_ value: UUID) { self = .string(value.uuidString.lowercased()) }
}
