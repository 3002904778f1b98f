/// Writes JSON (RFC 8259) into one growing buffer.
///
/// It writes values in the order of the calls: the caller must write the members of an object
/// sorted by name, so that the output is that of a sorting encoder.
///
/// ```swift
/// let speaker = 1
/// var writer = JSONWriter()
/// writer.open()
/// writer.member(#""name":"#, "Ada")
/// writer.member(#""speaker":"#, speaker)
/// writer.close()
/// let text = writer.withBytes { String(decoding: $0, as: UTF8.self) }
/// // {"name":"Ada","speaker":1}
/// ```
public struct JSONWriter: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Number of bytes written.
  public private(set) var count = 0
  /// The last byte written; 0 before the first.
  public var last: UInt8 { count > 0 ? memory[count - 1] : 0 }
  /// True if a value was not supported by the fast path; then the text must not be used.
  public private(set) var isUnusual = false

  /// Creates an empty text; the memory grows on demand.
  ///
  /// - Parameter capacity: initial capacity, in bytes.
  public init(capacity: Int = 512) {
    self.capacity = max(capacity, 64)
    memory = .allocate(capacity: self.capacity)
  }

  deinit { memory.deallocate() }

  /// Passes the text to `body`; the bytes are valid only during the call.
  public borrowing func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: memory, count: count))
  }

  /// Clears the text and keeps the memory.
  public mutating func removeAll() {
    count = 0
    isUnusual = false
  }

  /// Reorders parts of the text, with commas between them; everything outside of them is dropped.
  ///
  /// - Parameters:
  ///   - parts: their current positions, none before `start`.
  ///   - start: the new position of the first part; the text ends with the last one.
  public mutating func rearrange(_ parts: [Range<Int>], from start: Int) {
    let length = parts.reduce(max(0, parts.count - 1)) { $0 + $1.count }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, length))
    defer { copy.deallocate() }
    var end = 0
    for part in parts {
      if end > 0 {
        copy[end] = UInt8(ascii: ",")
        end += 1
      }
      (copy + end).update(from: memory + part.lowerBound, count: part.count)
      end += part.count
    }
    count = start
    reserve(end)
    (memory + start).update(from: copy, count: end)
    count += end
  }

  /// Records that the fast path does not support a value.
  public mutating func refuse() { isUnusual = true }

  // MARK: Parts

  /// Writes a text unchanged: names, colons and commas.
  @inline(__always)
  public mutating func raw(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    (memory + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  /// Writes bytes that are already JSON.
  public mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    UnsafeMutableRawPointer(memory + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  /// Writes one byte unchanged, such as a bracket or a comma.
  @inline(__always)
  public mutating func byte(_ byte: UInt8) {
    reserve(1)
    memory[count] = byte
    count += 1
  }

  /// Writes an integer in decimal.
  public mutating func integer(_ value: some FixedWidthInteger) {
    reserve(24)
    count += JSONDigits.write(value, to: memory + count)
  }

  /// Writes 16 bytes as a UUID in lower case, with quotes (RFC 9562).
  public mutating func uuid(_ bytes: UnsafeRawBufferPointer) {
    reserve(38)
    memory[count] = Self.quote
    JSONDigits.write(uuid: bytes, to: memory + count + 1)
    memory[count + 37] = Self.quote
    count += 38
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    if value { raw("true") } else { raw("false") }
  }

  /// Writes a number with a fraction in the same form as Foundation: the shortest text that is read
  /// as the same number.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return refuse() }
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    plain(text)
  }

  /// Writes a string with its quotes, with the same escapes as Foundation, which leaves slashes
  /// unescaped here.
  public mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { quoted(UnsafeRawBufferPointer($0)) }
  }

  /// Writes UTF-8 bytes as a string, with quotes and escapes.
  public mutating func quoted(_ bytes: UnsafeRawBufferPointer) {
    // An escaped control character has up to six bytes.
    reserve(6 * bytes.count + 2)
    let start = memory + count
    var out = start
    out.pointee = Self.quote
    out += 1
    for byte in bytes {
      if byte >= 0x20, byte != Self.quote, byte != Self.backslash {
        out.pointee = byte
        out += 1
      } else {
        out += Self.escape(byte, to: out)
      }
    }
    out.pointee = Self.quote
    count += out + 1 - start
  }

  /// Writes a text that needs no escapes, without quotes.
  private mutating func plain(_ text: String) {
    var text = text
    text.withUTF8 { raw(UnsafeRawBufferPointer($0)) }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func escape(_ byte: UInt8, to out: UnsafeMutablePointer<UInt8>) -> Int {
    out[0] = backslash
    switch byte {
    case quote, backslash: out[1] = byte
    case 0x08: out[1] = UInt8(ascii: "b")
    case 0x09: out[1] = UInt8(ascii: "t")
    case 0x0A: out[1] = UInt8(ascii: "n")
    case 0x0C: out[1] = UInt8(ascii: "f")
    case 0x0D: out[1] = UInt8(ascii: "r")
    default:
      out[1] = UInt8(ascii: "u")
      out[2] = UInt8(ascii: "0")
      out[3] = UInt8(ascii: "0")
      out[4] = JSONDigits.hex(byte >> 4)
      out[5] = JSONDigits.hex(byte & 15)
      return 6
    }
    return 2
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(more) }
  }

  private mutating func grow(_ more: Int) {
    let larger = max(2 * capacity, count + more)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    copy.update(from: memory, count: count)
    memory.deallocate()
    memory = copy
    capacity = larger
  }
}
