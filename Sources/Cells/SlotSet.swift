/// A set of slots, such as those of a cell. The slot of an id is its last ten bits.
///
/// As text, and in JSON, it is a list of slot numbers and ranges in ascending order, such as
/// `0-511,700`; an empty string for an empty set.
public struct SlotSet: Hashable, Sendable {
  private static let words = Slot.count / 64
  private var bits = [UInt64](repeating: 0, count: words)

  /// Creates an empty set.
  public init() {}

  /// Creates a set of slots.
  public init(_ slots: some Sequence<Slot>) {
    for slot in slots { insert(slot) }
  }

  /// The set of all slots.
  public static let all = SlotSet(Slot.all)

  /// True if the set is empty.
  public var isEmpty: Bool { bits.allSatisfy { $0 == 0 } }
  /// True if the set has all slots.
  public var isAll: Bool { count == Slot.count }
  /// Number of slots in the set.
  public var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Returns whether the set has a slot.
  public func contains(_ slot: Slot) -> Bool {
    bits[slot.number / 64] & (1 << UInt64(slot.number % 64)) != 0
  }

  /// Adds a slot, if it is not in the set.
  public mutating func insert(_ slot: Slot) {
    bits[slot.number / 64] |= 1 << UInt64(slot.number % 64)
  }

  /// Removes a slot, if it is in the set.
  public mutating func remove(_ slot: Slot) {
    bits[slot.number / 64] &= ~(1 << UInt64(slot.number % 64))
  }

  /// Returns the slots that are in both sets.
  public func intersection(_ other: SlotSet) -> SlotSet { combined(other, &) }
  /// Returns the slots that are in at least one of the sets.
  public func union(_ other: SlotSet) -> SlotSet { combined(other, |) }
  /// Returns the slots that are not in the other set.
  public func subtracting(_ other: SlotSet) -> SlotSet { combined(other) { $0 & ~$1 } }

  private func combined(_ other: SlotSet, _ combine: (UInt64, UInt64) -> UInt64) -> SlotSet {
    var result = self
    for index in bits.indices { result.bits[index] = combine(bits[index], other.bits[index]) }
    return result
  }
}

extension SlotSet: Sequence {
  /// Iterates over the slots, in order.
  public struct Iterator: IteratorProtocol {
    fileprivate var bits: [UInt64]
    private var word = 0

    fileprivate init(bits: [UInt64]) { self.bits = bits }

    /// Returns the next slot; nil at the end.
    public mutating func next() -> Slot? {
      while word < bits.count {
        let rest = bits[word]
        if rest != 0 {
          bits[word] = rest & (rest - 1)
          return Slot(64 * word + rest.trailingZeroBitCount)
        }
        word += 1
      }
      return nil
    }
  }

  /// Returns an iterator over the slots, in order.
  public func makeIterator() -> Iterator { Iterator(bits: bits) }
}

extension SlotSet: LosslessStringConvertible {
  /// Maximum length of the string form, in bytes; a set of every second slot is the longest.
  private static let maxCharacters = 4096

  /// Parses numbers and ranges, separated by commas.
  ///
  /// - Returns: nil if the string has another form, or contains an invalid slot.
  public init?(_ text: String) {
    self.init()
    guard text.utf8.count <= Self.maxCharacters else { return nil }
    guard !text.isEmpty else { return }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
        first <= last
      else { return nil }
      for number in first.number...last.number { Slot(number).map { insert($0) } }
    }
  }

  private static func number(_ text: Substring) -> Slot? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text).flatMap(Slot.init)
  }

  /// The set as numbers and ranges, separated by commas: `0-511,700`.
  public var description: String {
    var ranges: [ClosedRange<Int>] = []
    for slot in self {
      if let last = ranges.last, last.upperBound + 1 == slot.number {
        ranges[ranges.count - 1] = last.lowerBound...slot.number
      } else {
        ranges.append(slot.number...slot.number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }
}

extension SlotSet: Codable {
  /// Decodes the string form.
  ///
  /// - Throws: `DecodingError` if it is invalid.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let slots = SlotSet(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "invalid slots; expected numbers and ranges such as 0-511,700")
    }
    self = slots
  }

  /// Encodes the set as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
