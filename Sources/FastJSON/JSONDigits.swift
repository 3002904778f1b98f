/// Conversions between numbers and digits.
public enum JSONDigits {
  /// Writes a number in decimal.
  ///
  /// - Parameter out: memory for at least 24 bytes.
  /// - Returns: the number of bytes written.
  @inlinable
  public static func write(
    _ value: some FixedWidthInteger, to out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var rest = UInt64(value.magnitude)
    var at = out
    if value < 0 {
      at.pointee = UInt8(ascii: "-")
      at += 1
    }
    let digits = count(of: rest)
    var place = at + digits
    while rest >= 10 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      place -= 1
      place.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
    at.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
    return at + digits - out
  }

  /// Writes the last `digits` digits of a number, with leading zeros.
  @inlinable
  public static func write(
    _ value: Int, digits: Int, to out: UnsafeMutablePointer<UInt8>
  ) {
    var rest = value
    for place in stride(from: digits - 1, through: 0, by: -1) {
      out[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Number of decimal digits of a value.
  @inlinable
  public static func count(of value: UInt64) -> Int {
    var digits = 1
    var bound: UInt64 = 10
    while value >= bound {
      digits += 1
      if digits == 20 { return digits }
      bound *= 10
    }
    return digits
  }

  /// One hexadecimal digit in lower case.
  @inlinable
  public static func hex(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
  }

  /// Writes a UUID in lower case: 36 characters (RFC 9562).
  ///
  /// - Parameter bytes: the 16 bytes of the UUID.
  static func write(uuid bytes: UnsafeRawBufferPointer, to out: UnsafeMutablePointer<UInt8>) {
    var place = out
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 {
        place.pointee = UInt8(ascii: "-")
        place += 1
      }
      place[0] = hex(bytes[index] >> 4)
      place[1] = hex(bytes[index] & 15)
      place += 2
    }
  }

  /// Reads a UUID in either case, 36 characters including four hyphens (RFC 9562). On Linux,
  /// Foundation also accepts signs, spaces and “0x” instead of digits.
  ///
  /// - Parameters:
  ///   - text: the bytes of the text.
  ///   - uuid: receives the 16 bytes.
  /// - Returns: false if the text is not a UUID, in which case the bytes must not be used.
  public static func read(
    _ text: UnsafeRawBufferPointer, uuid: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard text.count == 36 else { return false }
    var place = 0
    for index in 0..<16 {
      if index == 4 || index == 6 || index == 8 || index == 10 {
        guard text[place] == UInt8(ascii: "-") else { return false }
        place += 1
      }
      guard let high = JSONReader.hex(text[place]), let low = JSONReader.hex(text[place + 1]) else {
        return false
      }
      uuid[index] = high << 4 | low
      place += 2
    }
    return true
  }

  /// Reads a UUID from a string.
  public static func read(_ text: String, uuid: UnsafeMutableRawBufferPointer) -> Bool {
    var text = text
    return text.withUTF8 { read(UnsafeRawBufferPointer($0), uuid: uuid) }
  }

  /// A UUID in lower case.
  ///
  /// - Parameter bytes: the 16 bytes of the UUID.
  public static func uuid(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: 36) { text in
      if let start = text.baseAddress { write(uuid: bytes, to: start) }
      return 36
    }
  }
}
