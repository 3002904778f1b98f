/// Bytes that are sent again and again with another number in one place.
struct ByteMessage {
  private(set) var bytes: [UInt8]
  private let place: Int

  /// - Parameter text: with `000000000000` once, where the number goes.
  init(_ text: String) {
    let all = Array(text.utf8)
    let zeros = Array("000000000000".utf8)
    bytes = all
    place =
      (0...(all.count - zeros.count)).first { all[$0..<($0 + zeros.count)].elementsEqual(zeros) }
      ?? 0
  }

  /// Writes a number as twelve hexadecimal digits.
  mutating func set(_ number: Int) { set(number, at: place) }

  mutating func set(_ number: Int, at place: Int) {
    var rest = number
    for index in stride(from: place + 11, through: place, by: -1) {
      let digit = UInt8(rest & 15)
      bytes[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
      rest >>= 4
    }
  }

  /// Copies bytes to a place.
  mutating func put(_ source: Slice<UnsafeRawBufferPointer>, at place: Int) {
    for (index, byte) in source.enumerated() { bytes[place + index] = byte }
  }

  /// Where a text begins.
  func place(of text: String) -> Int? {
    let text = Array(text.utf8)
    guard bytes.count >= text.count else { return nil }
    return (0...(bytes.count - text.count)).first {
      bytes[$0..<($0 + text.count)].elementsEqual(text)
    }
  }
}
