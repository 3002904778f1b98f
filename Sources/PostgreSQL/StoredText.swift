/// Strings as the database stores them: PostgreSQL accepts every character except U+0000.
///
/// U+0000 is written as U+0001 U+0001, and U+0001 as U+0001 U+0002. Different strings therefore
/// stay different, and their order by code points, which is that of the collation "C", is
/// preserved.
package enum StoredText {
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { utf8 in
      guard utf8.contains(where: { $0 < 2 }) else { return bytes.append(contentsOf: utf8) }
      for byte in utf8 {
        guard byte < 2 else {
          bytes.append(byte)
          continue
        }
        bytes.append(1)
        bytes.append(byte + 1)
      }
    }
  }

  package static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.contains(1) else { return String(decoding: bytes, as: UTF8.self) }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        plain.append(byte &- 1)
        isEscaped = false
      } else if byte == 1 {
        isEscaped = true
      } else {
        plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
