/// Some of the slots: what a cell has.
///
/// As text, and in JSON, it is a list of ranges: `0-511,700`; the empty text for none.
public struct SlotSet: Hashable, Sendable {
  private static let words = Slot.count / 64
  private var bits = [UInt64](repeating: 0, count: words)

  /// None.
  public init() {}

  /// Some.
  public init(_ slots: some Sequence<Slot>) {
    for slot in slots { insert(slot) }
  }

  /// All of them.
  public static let all = SlotSet(Slot.all)

  /// Whether there are none.
  public var isEmpty: Bool { bits.allSatisfy { $0 == 0 } }
  /// Whether there are all.
  public var isAll: Bool { count == Slot.count }
  /// How many there are.
  public var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether a slot is one of them.
  public func contains(_ slot: Slot) -> Bool {
    bits[slot.number / 64] & (1 << UInt64(slot.number % 64)) != 0
  }

  /// Adds one; one that is there stays.
  public mutating func insert(_ slot: Slot) {
    bits[slot.number / 64] |= 1 << UInt64(slot.number % 64)
  }

  /// Takes one away; one that is not there is no failure.
  public mutating func remove(_ slot: Slot) {
    bits[slot.number / 64] &= ~(1 << UInt64(slot.number % 64))
  }

  /// Those of both.
  public func intersection(_ other: SlotSet) -> SlotSet { combined(other, &) }
  /// Those of either.
  public func union(_ other: SlotSet) -> SlotSet { combined(other, |) }
  /// Those that are not of the other.
  public func subtracting(_ other: SlotSet) -> SlotSet { combined(other) { $0 & ~$1 } }

  private func combined(_ other: SlotSet, _ combine: (UInt64, UInt64) -> UInt64) -> SlotSet {
    var result = self
    for index in bits.indices { result.bits[index] = combine(bits[index], other.bits[index]) }
    return result
  }
}

extension SlotSet: Sequence {
  /// All of them, in order.
  public struct Iterator: IteratorProtocol {
    fileprivate var bits: [UInt64]
    private var word = 0

    fileprivate init(bits: [UInt64]) { self.bits = bits }

    /// The next one.
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

  /// Gives all of them, in order.
  public func makeIterator() -> Iterator { Iterator(bits: bits) }
}

extension SlotSet: LosslessStringConvertible {
  /// The most characters of its text: every second slot.
  private static let maxCharacters = 4096

  /// Reads numbers and ranges, with commas between.
  ///
  /// - Returns: nil if the text is something else, or names a slot that there is not.
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

  /// Numbers and ranges, with commas between: `0-511,700`.
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
  /// Reads the text.
  ///
  /// - Throws: `DecodingError` if it is not one.
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

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
