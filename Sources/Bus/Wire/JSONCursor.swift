/// A position in a JSON text, for readers that give up on anything unusual.
struct JSONCursor {
  let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return at == bytes.count
    }
  }

  @inline(__always)
  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] <= 0x20, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) {
      at += 1
    }
  }

  @inline(__always)
  mutating func peek() -> UInt8? {
    skipSpace()
    return at < bytes.count ? bytes[at] : nil
  }

  @inline(__always)
  mutating func take(_ character: UInt8) -> Bool {
    guard peek() == character else { return false }
    at += 1
    return true
  }

  /// Reads the content of a string; nil if it has escapes, or anything except printable ASCII.
  @inline(__always)
  mutating func string() -> UnsafeRawBufferPointer? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        defer { at += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<at])
      }
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") { return nil }
      at += 1
    }
    return nil
  }

  /// Skips a string or an integer; returns false for anything else.
  mutating func skip() -> Bool {
    peek() == UInt8(ascii: "\"") ? string() != nil : integer() != nil
  }

  /// Reads a string that is an id.
  @inline(__always)
  mutating func id() -> MessageID? {
    skipSpace()
    let (start, end) = (at + 1, at + 1 + MessageID.textBytes)
    guard end < bytes.count, bytes[at] == UInt8(ascii: "\""), bytes[end] == UInt8(ascii: "\""),
      let id = MessageID(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    else { return nil }
    at = end + 1
    return id
  }

  /// Reads an integer of at most 18 digits, which fits in 64 bits.
  mutating func integer() -> Int64? {
    skipSpace()
    let isNegative = take(UInt8(ascii: "-"))
    let start = at
    var value: Int64 = 0
    while at < bytes.count, (0x30...0x39).contains(bytes[at]), at - start < 18 {
      value = value * 10 + Int64(bytes[at] - 0x30)
      at += 1
    }
    let digits = at - start
    guard digits > 0, digits == 1 || bytes[start] != 0x30 else { return nil }
    return isNegative ? -value : value
  }
}
