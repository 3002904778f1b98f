import Glibc

/// Finds members in JSON of a known form without parsing all of it, because 100,000 events arrive
/// per second.
enum ByteScan {
  /// Returns the position of a string; nil if it does not occur.
  static func find(_ text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
    let length = text.utf8CodeUnitCount
    guard let start = bytes.baseAddress, length > 0, bytes.count >= length else { return nil }
    let first = Int32(text.utf8Start.pointee)
    var from = 0
    while from <= bytes.count - length,
      let place = memchr(start + from, first, bytes.count - length - from + 1)
    {
      if memcmp(place, text.utf8Start, length) == 0 { return UnsafeRawPointer(place) - start }
      from = UnsafeRawPointer(place) - start + 1
    }
    return nil
  }

  /// Returns the integer after a string, such as `"elapsedMs":`.
  static func integer(after text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int64? {
    guard let place = find(text, in: bytes) else { return nil }
    var index = place + text.utf8CodeUnitCount
    let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = index
    var value: Int64 = 0
    while index < bytes.count, let digit = digit(bytes[index]), index - first < 18 {
      value = value * 10 + Int64(digit)
      index += 1
    }
    return index > first ? (isNegative ? -value : value) : nil
  }

  /// Returns the quoted string after a string, such as `"code":`; escapes are not supported.
  static func string(after text: StaticString, in bytes: UnsafeRawBufferPointer) -> String? {
    guard let place = find(text, in: bytes) else { return nil }
    let first = place + text.utf8CodeUnitCount
    guard first < bytes.count, bytes[first] == UInt8(ascii: "\""),
      let end = bytes[(first + 1)...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return String(decoding: bytes[(first + 1)..<end], as: UTF8.self)
  }

  /// Parses up to 16 hexadecimal digits, in lower or upper case.
  static func hex(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64? {
    guard !bytes.isEmpty, bytes.count <= 16 else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - 0x57)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt64(byte - 0x37)
      default: return nil
      }
    }
    return value
  }

  static func digit(_ byte: UInt8) -> UInt8? {
    (0x30...0x39).contains(byte) ? byte - 0x30 : nil
  }
}
