import Bus
import Foundation

/// How messages were refused lately, by their ids.
///
/// A client that has no answer yet sends a message again by way of another router, and the first one may be on its way
/// as well. Whichever is answered, it is one message: what was refused must not be done when it comes again.
struct RefusedMessages: Hashable, Sendable {
  /// How many are remembered: more than are on their way.
  static let capacity = 1000

  private var refusals: [UUID: BusError] = [:]
  /// Their ids, of which the one at `oldest` is forgotten next.
  private var ids: [UUID] = []
  private var oldest = 0

  /// None was refused.
  init() {}

  /// Why a message was refused; nil if it was not, or long ago.
  subscript(id: UUID) -> BusError? { refusals.isEmpty ? nil : refusals[id] }

  /// Remembers a refusal.
  mutating func keep(_ refusal: BusError, of id: UUID) {
    guard refusals.updateValue(refusal, forKey: id) == nil else { return }
    guard ids.count == Self.capacity else { return ids.append(id) }
    refusals[ids[oldest]] = nil
    ids[oldest] = id
    oldest = (oldest + 1) % Self.capacity
  }
}
