import Foundation

/// The id of a message as two numbers, which are read, compared and hashed at a fraction of what
/// Foundation's UUID costs.
struct MessageID: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  static let none = MessageID(high: 0, low: 0)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  init(_ uuid: UUID) {
    let words = withUnsafeBytes(of: uuid) { $0.loadUnaligned(as: (UInt64, UInt64).self) }
    self.init(high: words.0, low: words.1)
  }

  var uuid: UUID {
    withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Reads the form with 36 characters, in either case.
  init?(_ text: UnsafeRawBufferPointer) {
    guard text.count == 36 else { return nil }
    // All digits are looked up, and it is asked once at the end whether they were digits.
    var wrong: UInt8 = 0
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { out in
      var at = 0
      for index in 0..<16 {
        if at == 8 || at == 13 || at == 18 || at == 23 {
          wrong |= text[at] ^ UInt8(ascii: "-")
          at += 1
        }
        let digits = (Self.digit(text[at]), Self.digit(text[at + 1]))
        wrong |= (digits.0 | digits.1) & 0xF0
        out[index] = digits.0 << 4 | digits.1
        at += 2
      }
    }
    guard wrong == 0 else { return nil }
    self.init(high: words.0, low: words.1)
  }

  /// The value of a hexadecimal digit; 0xFF for anything else.
  private static func digit(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: 0xFF
    }
  }
}
