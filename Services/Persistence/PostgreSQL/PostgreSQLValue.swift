/// A value bound to a parameter of a statement, in the binary form of its type
/// (https://www.postgresql.org/docs/15/protocol-overview.html#PROTOCOL-FORMAT-CODES): numbers as `int8`.
enum PostgreSQLValue: Sendable, Equatable {
  case null
  case encoded([UInt8])

  static func integer(_ integer: Int64) -> Self {
    .encoded(withUnsafeBytes(of: integer.bigEndian) { Array($0) })
  }

  static func boolean(_ boolean: Bool) -> Self { .encoded([boolean ? 1 : 0]) }

  /// Text, with what PostgreSQL does not take in it escaped.
  static func text(_ text: String) -> Self {
    var bytes: [UInt8] = []
    StoredText.append(text, to: &bytes)
    return .encoded(bytes)
  }

  static func optional(_ text: String?) -> Self { text.map(Self.text) ?? .null }

  /// As `bytea`.
  static func bytes(_ bytes: [UInt8]) -> Self { .encoded(bytes) }

  static func texts(_ texts: some Sequence<String>) -> Self {
    var array = PostgreSQLArray(of: .text)
    for text in texts { array.append(text) }
    return array.value
  }
}
