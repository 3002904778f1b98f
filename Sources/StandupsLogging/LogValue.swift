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
  /// A string literal, including its interpolations.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a value from an integer literal.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A floating-point literal; `null` in JSON if it is not finite.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a value from a Boolean literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// An integer, clamped to 64 bits.
  public init(_ value: some BinaryInteger) { self = .integer(Int64(clamping: value)) }
  /// A string, such as an id or a code.
  public init(_ value: String) { self = .string(value) }
  /// A UUID, in lower case.
  public init(_ value: UUID) { self = .string(value.uuidString.lowercased()) }
}
