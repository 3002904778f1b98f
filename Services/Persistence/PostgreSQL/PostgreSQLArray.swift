/// An array of one dimension for a parameter, element by element, in the binary form that the server reads
/// without parsing text.
struct PostgreSQLArray {
  /// The types that are used, by their object ids, which are the same in every database.
  enum Element: UInt32 {
    case bytea = 17
    case int8 = 20
    case text = 25
  }

  private static let header = 20
  private var bytes: [UInt8]
  private var count: Int32 = 0
  private var hasNull = false
  private let element: Element

  init(of element: Element) {
    self.element = element
    bytes = [UInt8](repeating: 0, count: Self.header)
  }

  mutating func append(_ text: String?) {
    guard let text else { return appendNull() }
    append { StoredText.append(text, to: &$0) }
  }

  mutating func append(_ data: [UInt8]) {
    append { $0.append(contentsOf: data) }
  }

  mutating func append(_ integer: Int64?) {
    guard let integer else { return appendNull() }
    append { Self.append(integer, to: &$0) }
  }

  private mutating func appendNull() {
    count += 1
    hasNull = true
    Self.append(Int32(-1), to: &bytes)
  }

  private mutating func append(_ write: (inout [UInt8]) -> Void) {
    count += 1
    let start = bytes.count
    Self.append(Int32(0), to: &bytes)
    write(&bytes)
    Self.put(Int32(truncatingIfNeeded: bytes.count - start - 4), at: start, in: &bytes)
  }

  var value: PostgreSQLValue {
    var bytes = bytes
    // Dimensions, whether there are nulls, the type; then the length and the index of the first.
    Self.put(Int32(count == 0 ? 0 : 1), at: 0, in: &bytes)
    Self.put(Int32(hasNull ? 1 : 0), at: 4, in: &bytes)
    Self.put(Int32(bitPattern: element.rawValue), at: 8, in: &bytes)
    guard count > 0 else { return .encoded(Array(bytes[..<12])) }
    Self.put(count, at: 12, in: &bytes)
    Self.put(Int32(1), at: 16, in: &bytes)
    return .encoded(bytes)
  }

  private static func append(_ integer: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private static func put(_ integer: Int32, at place: Int, in bytes: inout [UInt8]) {
    withUnsafeBytes(of: integer.bigEndian) { digits in
      for (offset, digit) in digits.enumerated() { bytes[place + offset] = digit }
    }
  }
}
