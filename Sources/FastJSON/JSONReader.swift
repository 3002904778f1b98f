/// Reads JSON (RFC 8259) of the usual form in one pass over its bytes.
///
/// It returns nil for anything invalid or merely unusual (such as a number with a fraction if an
/// integer is expected). A library then reads the text, and provides the error messages.
///
/// ```swift
/// let text = Array(#"{"speaker": 1, "name": "Ada"}"#.utf8)
/// let found = text.withUnsafeBytes { bytes -> Int? in
///   var reader = JSONReader(bytes)
///   var speaker: Int?
///   let isRead: Void? = reader.object { reader, name in
///     switch name {
///     case "speaker": reader.integer(into: &speaker)
///     default: reader.skip()
///     }
///   }
///   return isRead != nil && reader.isAtEnd ? speaker : nil
/// }
/// // found is 1
/// ```
public struct JSONReader {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0
  /// Maximum nesting depth of a text; all services reject deeper ones.
  public static let depth = 64
  /// Maximum nesting depth of a value that is forwarded unread; the rest of `depth` is for the
  /// pages and messages in which it travels.
  public static let rawDepth = 56
  private var nesting = 0
  /// True if the last simple string was ASCII, so it is valid UTF-8 without another check.
  private var isASCII = true

  /// Creates a reader at the beginning of a text.
  ///
  /// - Parameter bytes: UTF-8, not copied: they must remain valid for as long as the reader is
  ///   used.
  public init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// True if only white space is left.
  public var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return at == bytes.count
    }
  }

  /// The next byte that is not white space; 0 at the end.
  @inline(__always)
  public mutating func peek() -> UInt8 {
    if at < bytes.count, bytes[at] > 0x20 { return bytes[at] }
    skipSpace()
    return at < bytes.count ? bytes[at] : 0
  }

  /// Consumes one byte, if it is the next one that is not white space.
  @inline(__always)
  public mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    at += 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }

  // MARK: Objects and arrays

  /// Reads an object: calls `member` with each name; `member` reads or skips the value.
  ///
  /// - Returns: nil for any other value, or if `member` returns false.
  @inline(__always)
  public mutating func object(
    _ member: (inout JSONReader, JSONName) -> Bool
  ) -> Void? {
    guard take(UInt8(ascii: "{")), enter() else { return nil }
    defer { leave() }
    if take(UInt8(ascii: "}")) { return () }
    repeat {
      // Names of unknown members must also be valid UTF-8.
      guard let name = simpleString(),
        isASCII || String(validating: name, as: UTF8.self) != nil, take(UInt8(ascii: ":")),
        member(&self, JSONName(name))
      else { return nil }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? () : nil
  }

  /// Reads an array: calls `element` for each value.
  @inline(__always)
  public mutating func array(_ element: (inout JSONReader) -> Bool) -> Void? {
    guard take(UInt8(ascii: "[")), enter() else { return nil }
    defer { leave() }
    if take(UInt8(ascii: "]")) { return () }
    repeat {
      guard element(&self) else { return nil }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? () : nil
  }

  mutating func enter() -> Bool {
    nesting += 1
    return nesting <= Self.depth
  }

  mutating func leave() { nesting -= 1 }

  /// Reads an array of values.
  public mutating func values<Value: FastDecodable>(of type: Value.Type) -> [Value]? {
    var values: [Value] = []
    guard
      array({ reader in
        guard let value = Value.read(from: &reader) else { return false }
        values.append(value)
        return true
      }) != nil
    else { return nil }
    return values
  }

  /// Skips a value of any kind, and checks it completely, down to the last escape.
  ///
  /// - Returns: false if it is not JSON or not UTF-8, is nested too deeply, or has a number beyond
  ///   the range of `Double`.
  public mutating func skip() -> Bool {
    switch peek() {
    case UInt8(ascii: "{"): return skipAll(closing: UInt8(ascii: "}"), named: true)
    case UInt8(ascii: "["): return skipAll(closing: UInt8(ascii: "]"), named: false)
    case UInt8(ascii: "\""): return skipString()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return bool() != nil
    case UInt8(ascii: "n"): return null()
    default: return skipNumber()
    }
  }

  /// Skips the content of an object or an array.
  private mutating func skipAll(closing end: UInt8, named: Bool) -> Bool {
    at += 1
    guard enter() else { return false }
    defer { leave() }
    if take(end) { return true }
    repeat {
      if named { guard skipString(), take(UInt8(ascii: ":")) else { return false } }
      guard skip() else { return false }
    } while take(UInt8(ascii: ","))
    return take(end)
  }

  private mutating func skipString() -> Bool {
    _ = peek()
    let start = at
    if let simple = simpleString() {
      return isASCII || String(validating: simple, as: UTF8.self) != nil
    }
    at = start
    return escapedString() != nil
  }

  private mutating func skipNumber() -> Bool {
    let start = at
    if magnitude() != nil { return true }
    at = start
    return double() != nil
  }

  /// Returns the text of the next value, which must be valid, without interpreting it; the bytes
  /// are those of the reader's text.
  ///
  /// - Returns: nil if it is invalid or deeper than `rawDepth`.
  public mutating func raw() -> UnsafeRawBufferPointer? {
    _ = peek()
    let (start, outer) = (at, nesting)
    // The depth is counted from here: that of the surrounding message has a limit of its own.
    nesting = Self.depth - Self.rawDepth
    defer { nesting = outer }
    guard skip() else { return nil }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<at])
  }

  // MARK: Values

  /// Reads `null`; returns false for any other value.
  public mutating func null() -> Bool { literal("null") }

  /// Reads `true` or `false`; nil for any other value.
  public mutating func bool() -> Bool? {
    if literal("true") { return true }
    return literal("false") ? false : nil
  }

  private mutating func literal(_ text: StaticString) -> Bool {
    guard peek() == text.utf8Start.pointee, bytes.count - at >= text.utf8CodeUnitCount else {
      return false
    }
    for index in 0..<text.utf8CodeUnitCount where bytes[at + index] != text.utf8Start[index] {
      return false
    }
    at += text.utf8CodeUnitCount
    return true
  }

  /// Reads an integer without fraction and exponent.
  public mutating func integer() -> Int64? {
    guard let (magnitude, isNegative) = magnitude() else { return nil }
    if isNegative {
      return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int64(exactly: magnitude)
  }

  /// Reads a number of any form (RFC 8259 section 6).
  ///
  /// - Returns: nil for any other value, and for a number beyond the range of `Double`, such as
  ///   `1e999`.
  public mutating func double() -> Double? {
    _ = peek()
    var place = at
    func digits(_ place: inout Int) -> Int {
      let start = place
      while place < bytes.count, bytes[place] &- 0x30 < 10 { place += 1 }
      return place - start
    }
    if place < bytes.count, bytes[place] == UInt8(ascii: "-") { place += 1 }
    let first = place
    let whole = digits(&place)
    guard whole > 0, whole == 1 || bytes[first] != 0x30 else { return nil }
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      guard digits(&place) > 0 else { return nil }
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[place]) {
        place += 1
      }
      guard digits(&place) > 0 else { return nil }
    }
    let text = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[at..<place]), as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    at = place
    return value
  }

  /// Reads an integer of a narrower type.
  public mutating func integer<Number: FixedWidthInteger>(as type: Number.Type) -> Number? {
    integer().flatMap { Number(exactly: $0) }
  }

  /// Reads the digits of an integer.
  public mutating func magnitude() -> (UInt64, isNegative: Bool)? {
    _ = peek()
    var place = at
    let isNegative = place < bytes.count && bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let start = place
    var value: UInt64 = 0
    while place < bytes.count {
      let digit = UInt64(bytes[place] &- 0x30)
      guard digit < 10 else { break }
      if place - start >= 18 {
        let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflowsToo) = tens.addingReportingOverflow(digit)
        if overflows || overflowsToo { return nil }
        value = sum
      } else {
        value = value &* 10 &+ digit
      }
      place += 1
    }
    let digits = place - start
    guard digits > 0, digits == 1 || bytes[start] != 0x30 else { return nil }
    if place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
      default: break
      }
    }
    at = place
    return (value, isNegative)
  }

  /// Reads a string that is a UUID (RFC 9562), in either case.
  ///
  /// - Parameter uuid: receives the 16 bytes.
  /// - Returns: false if it is not a UUID, in which case the bytes must not be used.
  public mutating func uuid(into uuid: UnsafeMutableRawBufferPointer) -> Bool {
    guard let text = simpleString() else { return false }
    return JSONDigits.read(text, uuid: uuid)
  }

  /// Reads a string; nil for any other value.
  public mutating func string() -> String? {
    let start = at
    if let simple = simpleString() { return String(validating: simple, as: UTF8.self) }
    at = start
    return escapedString()
  }

  /// Reads the content of a string without escapes. Returns nil if it has escapes; the reader has
  /// then moved.
  public mutating func simpleString() -> UnsafeRawBufferPointer? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = at
    var place = at
    var all: UInt8 = 0
    while bytes.count - place >= 8 {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if Self.endsOrEscapes(word) { break }
      if word & Self.highBits != 0 { all = 0x80 }
      place += 8
    }
    while place < bytes.count {
      let byte = bytes[place]
      all |= byte
      if byte == UInt8(ascii: "\"") {
        at = place + 1
        isASCII = all < 0x80
        return UnsafeRawBufferPointer(rebasing: bytes[start..<place])
      }
      if byte < 0x20 || byte == UInt8(ascii: "\\") { return nil }
      place += 1
    }
    return nil
  }

  /// Reads the content of an ASCII string without escapes. Returns nil for any other value; the
  /// reader may then have moved.
  @inline(__always)
  public mutating func asciiString() -> UnsafeRawBufferPointer? {
    guard let bytes = simpleString(), isASCII else { return nil }
    return bytes
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Returns true if any of eight bytes is a quote, a backslash or a control character. May be a
  /// false positive if a byte is not ASCII; false is always correct.
  private static func endsOrEscapes(_ word: UInt64) -> Bool {
    func hasZero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    let quotes = hasZero(word ^ ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = hasZero(word ^ ones &* UInt64(UInt8(ascii: "\\")))
    let controls = (word &- ones &* 0x20) & ~word
    return (quotes | backslashes | controls) & highBits != 0
  }

  private mutating func escapedString() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    var text: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"): guard unescape(into: &text) else { return nil }
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func unescape(into text: inout [UInt8]) -> Bool {
    guard at < bytes.count else { return false }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard let unit = hexUnit(), let scalar = scalar(unit) else { return false }
      text.append(
        contentsOf: Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
    default: return false
    }
    return true
  }

  /// Decodes a scalar from its first UTF-16 unit; reads the second one if needed.
  private mutating func scalar(_ unit: UInt32) -> Unicode.Scalar? {
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
    guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
      bytes[at + 1] == UInt8(ascii: "u")
    else { return nil }
    at += 2
    guard let low = hexUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func hexUnit() -> UInt32? {
    guard bytes.count - at >= 4 else { return nil }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Self.hex(bytes[at]) else { return nil }
      unit = unit << 4 | UInt32(digit)
      at += 1
    }
    return unit
  }

  static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Returns true if brackets are nested at most `depth` levels deep; checks nothing else.
  public static func isShallow(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var (nesting, isQuoted, isEscaped) = (0, false, false)
    for byte in bytes {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = isQuoted
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if !isQuoted { nesting += 1 }
        if nesting > depth { return false }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): if !isQuoted { nesting -= 1 }
      default: break
      }
    }
    return true
  }
}
