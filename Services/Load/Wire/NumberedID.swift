import Bus

/// Ids whose names are UUIDs with a number in their last twelve digits, so that the meeting or
/// request of an id is known without a table. The other digits are the same for a whole run.
struct NumberedID: Hashable, Sendable {
  /// Prefix of each name, `tool/` or empty.
  private let owner: String
  /// First 24 characters of each name.
  let prefix: String
  /// Number of characters in a name.
  static let length = 36
  private static let digits = 12

  /// Creates the ids of one kind.
  ///
  /// - Parameters:
  ///   - run: number that is part of each id, so that ids of different runs differ.
  ///   - owner: owner of the entities with these ids; nil for plain UUIDs.
  init(kind: UInt16, run: UInt32, owner: String? = nil) {
    func hex(_ value: some BinaryInteger, _ width: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    self.owner = owner.map { OwnedID($0, "").description } ?? ""
    prefix = "\(hex(run, 8))-\(hex(kind, 4))-4000-8000-"
  }

  /// Returns the id with a number.
  func text(_ number: Int) -> String { owner + name(number) }

  /// Returns the id with a number, without the owner.
  func name(_ number: Int) -> String {
    let hex = String(number, radix: 16)
    return prefix + String(repeating: "0", count: max(0, Self.digits - hex.count)) + hex
  }

  /// Returns the number of an id; nil for an id that is not from this run.
  func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard bytes.starts(with: owner.utf8) else { return nil }
    return number(ofName: bytes.dropFirst(owner.utf8.count))
  }

  /// Returns the number of a name; nil for a name that is not from this run.
  func number(ofName bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard bytes.count == Self.length,
      bytes.prefix(prefix.utf8.count).elementsEqual(prefix.utf8)
    else { return nil }
    return ByteScan.hex(bytes.suffix(Self.digits)).flatMap { Int(exactly: $0) }
  }

  /// Returns the number of the id after a string, such as `"cause":"`.
  func number(after text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let place = ByteScan.find(text, in: bytes) else { return nil }
    let first = place + text.utf8CodeUnitCount
    let end = first + owner.utf8.count + Self.length
    guard end <= bytes.count else { return nil }
    return number(bytes[first..<end])
  }
}
