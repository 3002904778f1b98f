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
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A number of things.
  public init(_ value: some BinaryInteger) { self = .integer(Int64(clamping: value)) }
  /// A text, such as an id or a code.
  public init(_ value: String) { self = .string(value) }
  /// An id, in lower case as everywhere.
  public init(_ value: UUID) { self = .string(value.uuidString.lowercased()) }
}
