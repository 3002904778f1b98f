public import Foundation

/// One of the 1,024 parts into which all standups are divided. Cells own and exchange whole slots.
///
/// A slot is the last ten bits of an id, which are random in every generated id. A program can
/// therefore compute the slot of an id without a query. The id of a meeting is generated in the
/// slot of its standup.
///
/// ```swift
/// Slot(of: standup.id.rawValue)        // 731
/// ```
public struct Slot: Hashable, Sendable {
  /// Number of slots in every installation.
  public static let count = 1024
  /// Number of the slot, from 0 to 1,023.
  public let number: Int

  /// Creates a slot from its number.
  ///
  /// - Returns: nil for a number outside of 0 to 1,023.
  public init?(_ number: Int) {
    guard (0..<Self.count).contains(number) else { return nil }
    self.number = number
  }

  /// Creates the slot of an id.
  public init(of id: UUID) {
    let bytes = id.uuid
    number = Int(bytes.14 & 0b11) << 8 | Int(bytes.15)
  }

  /// All slots, in order.
  public static var all: [Slot] { (0..<count).compactMap(Slot.init) }
}

extension Slot: Comparable, CustomStringConvertible {
  /// Orders slots by their numbers.
  public static func < (one: Slot, other: Slot) -> Bool { one.number < other.number }
  /// The number of the slot.
  public var description: String { "\(number)" }
}

extension UUID {
  /// Returns this id with another slot; all other bits are unchanged.
  public func inSlot(_ slot: Slot) -> UUID {
    var bytes = uuid
    bytes.14 = bytes.14 & ~0b11 | UInt8(slot.number >> 8)
    bytes.15 = UInt8(slot.number & 0xff)
    return UUID(uuid: bytes)
  }
}
