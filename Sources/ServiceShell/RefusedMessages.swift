import Bus
import Foundation

/// The latest rejections of messages, by message id.
///
/// A client without a reply sends its message again via another router, while the first one may
/// still be on its way. Both are one message: if one was rejected, the other one must not be
/// executed.
struct RefusedMessages: Hashable, Sendable {
  /// Maximum number of rejections: more than the messages that can be on their way.
  static let capacity = 1000

  private var refusals: [UUID: BusError] = [:]
  /// The message ids; the one at `oldest` is forgotten next.
  private var ids: [UUID] = []
  private var oldest = 0

  /// Creates an empty collection.
  init() {}

  /// The error of a rejected message; nil if it was not rejected, or too long ago.
  subscript(id: UUID) -> BusError? { refusals.isEmpty ? nil : refusals[id] }

  /// Records a rejection, in place of the oldest one if necessary.
  mutating func keep(_ refusal: BusError, of id: UUID) {
    guard refusals.updateValue(refusal, forKey: id) == nil else { return }
    guard ids.count == Self.capacity else { return ids.append(id) }
    refusals[ids[oldest]] = nil
    ids[oldest] = id
    oldest = (oldest + 1) % Self.capacity
  }
}
