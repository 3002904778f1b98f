public import Foundation

/// One of the 1,024 parts of all standups: what a cell has, gives away and takes is counted in slots.
///
/// A slot is the last ten bits of an id, which are random in every id that is drawn. So whoever has an id knows its slot,
/// without asking anybody, and a meeting is in the slot of its standup as its id was drawn to be.
///
/// ```swift
/// Slot(of: standup.id.rawValue)        // 731
/// ```
public struct Slot: Hashable, Sendable {
  /// How many there are.
  public static let count = 1024
  /// From 0 to 1,023.
  public let number: Int

  /// - Returns: nil if there is no slot of that number.
  public init?(_ number: Int) {
    guard (0..<Self.count).contains(number) else { return nil }
    self.number = number
  }

  /// The slot of an id.
  public init(of id: UUID) {
    let bytes = id.uuid
    number = Int(bytes.14 & 0b11) << 8 | Int(bytes.15)
  }

  /// All of them, in order.
  public static var all: [Slot] { (0..<count).compactMap(Slot.init) }
}

extension Slot: Comparable, CustomStringConvertible {
  /// In the order of their numbers.
  public static func < (one: Slot, other: Slot) -> Bool { one.number < other.number }
  /// Its number.
  public var description: String { "\(number)" }
}

extension UUID {
  /// The id that differs from this one in its slot alone.
  public func inSlot(_ slot: Slot) -> UUID {
    var bytes = uuid
    bytes.14 = bytes.14 & ~0b11 | UInt8(slot.number >> 8)
    bytes.15 = UInt8(slot.number & 0xff)
    return UUID(uuid: bytes)
  }
}
