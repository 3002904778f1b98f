/// A value bound to a parameter of a statement.
package enum SQLiteValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case text(String)
  /// UTF-8, which is lent to SQLite for as long as the statement runs, not copied.
  case utf8([UInt8])

  /// Text, or NULL for `nil`.
  package static func optional(_ text: String?) -> SQLiteValue {
    text.map(SQLiteValue.text) ?? .null
  }

  /// An integer, or NULL for `nil`.
  package static func optional(_ integer: Int64?) -> SQLiteValue {
    integer.map(SQLiteValue.integer) ?? .null
  }
}

extension SQLiteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
}
