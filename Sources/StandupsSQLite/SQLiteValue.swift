/// A value of a statement's parameter.
package enum SQLiteValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case text(String)
  /// UTF-8 bytes, lent to SQLite while the statement runs instead of being copied.
  case utf8([UInt8])

  /// Returns a text value, or NULL for `nil`.
  package static func optional(_ text: String?) -> SQLiteValue {
    text.map(SQLiteValue.text) ?? .null
  }

  /// Returns an integer value, or NULL for `nil`.
  package static func optional(_ integer: Int64?) -> SQLiteValue {
    integer.map(SQLiteValue.integer) ?? .null
  }
}

extension SQLiteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
}
