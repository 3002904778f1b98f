/// A one-dimensional array parameter, encoded element by element in the binary format, which the
/// server reads without parsing text.
package struct PostgreSQLArray {
  /// Supported element types, by their object ids, which are the same in every database.
  package enum Element: UInt32 {
    case bytea = 17
    case int8 = 20
    case text = 25
  }

  private static let header = 20
  private var bytes: [UInt8]
  private var count: Int32 = 0

  /// Creates an empty array.
  ///
  /// - Parameter size: approximate size of the array, in bytes.
  package init(of element: Element, size: Int = 0) {
    bytes = []
    bytes.reserveCapacity(Self.header + size)
    // Number of dimensions, null flag and element type; then the length and the lower bound of the
    // dimension.
    for number in [1, 0, Int32(bitPattern: element.rawValue), 0, 1] {
      Self.append(number, to: &bytes)
    }
  }

  package mutating func append(_ text: String?) {
    guard let text else { return appendNull() }
    let start = begin()
    StoredText.append(text, to: &bytes)
    end(start)
  }

  package mutating func append(_ data: [UInt8]) {
    add()
    Self.append(Int32(truncatingIfNeeded: data.count), to: &bytes)
    bytes.append(contentsOf: data)
  }

  package mutating func append(_ integer: Int64?) {
    guard let integer else { return appendNull() }
    add()
    Self.append(Int32(8), to: &bytes)
    Self.append(integer, to: &bytes)
  }

  private mutating func appendNull() {
    add()
    Self.put(1, at: 4, in: &bytes)
    Self.append(Int32(-1), to: &bytes)
  }

  private mutating func add() {
    count += 1
    Self.put(count, at: 12, in: &bytes)
  }

  /// Starts an element whose size is not known yet, and returns its position.
  private mutating func begin() -> Int {
    add()
    Self.append(Int32(0), to: &bytes)
    return bytes.count
  }

  private mutating func end(_ start: Int) {
    Self.put(Int32(truncatingIfNeeded: bytes.count - start), at: start - 4, in: &bytes)
  }

  package var value: PostgreSQLValue {
    guard count == 0 else { return .encoded(bytes) }
    // An empty array has no dimensions, so its encoding ends after the element type.
    var none = Array(bytes[..<12])
    Self.put(0, at: 0, in: &none)
    return .encoded(none)
  }

  private static func append(_ integer: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private static func put(_ integer: Int32, at place: Int, in bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: integer.bigEndian, toByteOffset: place, as: Int32.self)
    }
  }
}
