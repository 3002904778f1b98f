/// Message that is sent repeatedly, each time with another number at fixed positions.
struct ByteMessage {
  private(set) var bytes: [UInt8]
  private let places: [Int]

  /// Creates a message from a template.
  ///
  /// - Parameter text: contains `000000000000` at each position of the number.
  init(_ text: String) {
    let all = Array(text.utf8)
    let zeros = Array("000000000000".utf8)
    var places: [Int] = []
    var at = 0
    while at + zeros.count <= all.count {
      let isPlace = all[at..<(at + zeros.count)].elementsEqual(zeros)
      if isPlace { places.append(at) }
      at += isPlace ? zeros.count : 1
    }
    bytes = all
    self.places = places
  }

  /// Writes a number as twelve hexadecimal digits.
  mutating func set(_ number: Int) {
    for place in places { set(number, at: place) }
  }

  mutating func set(_ number: Int, at place: Int) {
    var rest = number
    for index in stride(from: place + 11, through: place, by: -1) {
      let digit = UInt8(rest & 15)
      bytes[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
      rest >>= 4
    }
  }

  /// Copies bytes to a position.
  mutating func put(_ source: Slice<UnsafeRawBufferPointer>, at place: Int) {
    for (index, byte) in source.enumerated() { bytes[place + index] = byte }
  }

  /// Returns the position of a string; nil if it does not occur.
  func place(of text: String) -> Int? {
    let text = Array(text.utf8)
    guard bytes.count >= text.count else { return nil }
    return (0...(bytes.count - text.count)).first {
      bytes[$0..<($0 + text.count)].elementsEqual(text)
    }
  }
}
