/// A value of a statement's parameter, in the binary format of its type
/// (https://www.postgresql.org/docs/15/protocol-overview.html#PROTOCOL-FORMAT-CODES): integers as
/// `int8`.
package enum PostgreSQLValue: Sendable, Equatable {
  case null
  case encoded([UInt8])

  package static func integer(_ integer: Int64) -> Self {
    .encoded(withUnsafeBytes(of: integer.bigEndian) { Array($0) })
  }

  package static func boolean(_ boolean: Bool) -> Self { .encoded([boolean ? 1 : 0]) }

  /// Encodes a string, escaping the characters that PostgreSQL rejects (`StoredText`).
  package static func text(_ text: String) -> Self {
    var bytes: [UInt8] = []
    StoredText.append(text, to: &bytes)
    return .encoded(bytes)
  }

  package static func optional(_ text: String?) -> Self { text.map(Self.text) ?? .null }

  /// Encodes bytes as `bytea`.
  package static func bytes(_ bytes: [UInt8]) -> Self { .encoded(bytes) }

  package static func texts(_ texts: some Sequence<String>) -> Self {
    var array = PostgreSQLArray(of: .text)
    for text in texts { array.append(text) }
    return array.value
  }
}
