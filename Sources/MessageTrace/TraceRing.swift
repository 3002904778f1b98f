public import Bus
public import Foundation

/// The trace ring: the latest messages that passed the router, in a ring of fixed size. A value
/// type.
///
/// Recording a message copies its parsed head into existing memory: no allocation, no search. A
/// query searches the whole ring. The members that the router uses for every message can be inlined.
public struct TraceRing: Sendable {
  /// Maximum number of entries; 0 for none.
  public let capacity: Int
  @usableFromInline package var entries: [TraceEntry] = []
  /// The number of the next entry.
  @usableFromInline package var following: TraceNumber = 0

  /// Creates an empty ring; its memory is allocated at the first message.
  ///
  /// - Parameter capacity: maximum number of entries; a negative value counts as 0.
  public init(capacity: Int) {
    self.capacity = max(0, capacity)
  }

  /// The number of the next entry.
  @inlinable public var next: TraceNumber { following }

  /// The number of the oldest entry in the ring.
  @inlinable public var oldest: TraceNumber { following - entries.count }

  /// The entry with a number.
  ///
  /// - Returns: nil for an entry that was overwritten or does not exist yet.
  public subscript(number: TraceNumber) -> TraceEntry? { place(of: number).map { entries[$0] } }

  /// Records a message.
  ///
  /// - Returns: the number of the entry; nil if the capacity is 0.
  @inlinable package mutating func note(_ entry: @autoclosure () -> TraceEntry) -> TraceNumber? {
    guard capacity > 0 else { return nil }
    if entries.count < capacity {
      // Reserved for all entries at once: unused memory costs nothing, but moving the entries
      // would.
      if entries.isEmpty { entries.reserveCapacity(capacity) }
      entries.append(entry())
    } else {
      entries[following % capacity] = entry()
    }
    following += 1
    return following - 1
  }

  /// Records the service that received a message, unless its entry was overwritten.
  package mutating func passed(_ number: TraceNumber?, to service: String) {
    guard let place = place(of: number) else { return }
    entries[place].to = service
  }

  /// Records the reply to a message, unless its entry was overwritten.
  ///
  /// - Parameter code: the code of an `ERR`; nil for a `FIN`.
  @inlinable package mutating func answered(
    _ number: TraceNumber?, by id: UUID, _ code: BusError.Code?, atUs us: Int64
  ) {
    guard let place = place(of: number) else { return }
    entries[place].answer = TraceEntry.Answer(id: id, code: code, steadyUs: us)
  }

  /// The index of an entry; nil if it was not recorded or was overwritten.
  @inlinable package func place(of number: TraceNumber?) -> Int? {
    guard let number, number >= oldest, number < following else { return nil }
    return number % capacity
  }
}
