/// UUIDs that carry a number in their last twelve digits, so that who they belong to is read without
/// a table. The rest is the same for all of one run.
struct NumberedID: Hashable, Sendable {
  /// The first 24 letters.
  let prefix: String
  static let length = 36
  private static let digits = 12

  /// - Parameter run: tells runs apart.
  init(kind: UInt16, run: UInt32) {
    func hex(_ value: some BinaryInteger, _ width: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    prefix = "\(hex(run, 8))-\(hex(kind, 4))-4000-8000-"
  }

  /// The id of a number.
  func text(_ number: Int) -> String {
    let hex = String(number, radix: 16)
    return prefix + String(repeating: "0", count: max(0, Self.digits - hex.count)) + hex
  }

  /// The number of an id; nil for an id of somebody else.
  func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard bytes.count == Self.length,
      bytes.prefix(prefix.utf8.count).elementsEqual(prefix.utf8)
    else { return nil }
    return ByteScan.hex(bytes.suffix(Self.digits)).flatMap { Int(exactly: $0) }
  }

  /// The number of the id that follows a text, such as `"cause":"`.
  func number(after text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let place = ByteScan.find(text, in: bytes) else { return nil }
    let first = place + text.utf8CodeUnitCount
    guard first + Self.length <= bytes.count else { return nil }
    return number(bytes[first..<(first + Self.length)])
  }
}
