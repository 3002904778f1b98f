package import Foundation

/// The id of a message as two integers, which are read, compared and hashed at a fraction of the
/// cost of Foundation's UUID.
package struct MessageID: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  package static let none = MessageID(high: 0, low: 0)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(_ uuid: UUID) {
    let words = withUnsafeBytes(of: uuid) { $0.loadUnaligned(as: (UInt64, UInt64).self) }
    self.init(high: words.0, low: words.1)
  }

  package var uuid: UUID {
    withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Parses the form with 36 characters, in either case.
  @inline(__always)
  init?(_ text: UnsafeRawBufferPointer) {
    guard text.count == Self.textBytes, text[8] == UInt8(ascii: "-"), text[13] == UInt8(ascii: "-"),
      text[18] == UInt8(ascii: "-"), text[23] == UInt8(ascii: "-")
    else { return nil }
    @inline(__always) func digits(_ first: Int, _ second: Int) -> EightDigits {
      EightDigits(
        UInt64(text.loadUnaligned(fromByteOffset: first, as: UInt32.self).littleEndian)
          | UInt64(text.loadUnaligned(fromByteOffset: second, as: UInt32.self).littleEndian) << 32)
    }
    let (a, b, c, d) = (digits(0, 4), digits(9, 14), digits(19, 24), digits(28, 32))
    guard a.areValid && b.areValid && c.areValid && d.areValid else { return nil }
    self.init(
      high: UInt64(littleEndian: a.bytes | b.bytes << 32),
      low: UInt64(littleEndian: c.bytes | d.bytes << 32))
  }

  /// Length of the string form, in bytes.
  static let textBytes = 36
}

/// Eight hexadecimal digits, the first one in the lowest byte. They are parsed together and without
/// branches, because branches on the digits of a random id cannot be predicted.
private struct EightDigits {
  private let text: UInt64
  private let letters: UInt64
  let areValid: Bool

  @inline(__always)
  init(_ text: UInt64) {
    self.text = text
    let ascii = text & 0x7F7F_7F7F_7F7F_7F7F
    letters = Self.within(ascii | 0x2020_2020_2020_2020, "a", "f")
    let decimals = Self.within(ascii, "0", "9")
    areValid = text == ascii && letters | decimals == 0x8080_8080_8080_8080
  }

  /// Sets the high bit of each byte that is within a range; no input byte may have it set.
  @inline(__always)
  private static func within(
    _ bytes: UInt64, _ first: Unicode.Scalar, _ last: Unicode.Scalar
  ) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let isAtLeast = bytes + ones * (0x80 - UInt64(UInt8(ascii: first)))
    let isAbove = bytes + ones * (0x7F - UInt64(UInt8(ascii: last)))
    return isAtLeast & ~isAbove & 0x8080_8080_8080_8080
  }

  /// The value as four bytes, the first one lowest.
  var bytes: UInt64 {
    let values = text & 0x0F0F_0F0F_0F0F_0F0F + (letters >> 7) * 9
    let pairs = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
    let words = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
    return (words | words >> 16) & 0xFFFF_FFFF
  }
}
