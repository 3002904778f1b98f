import Bus
import Foundation

/// The trace ring: the latest messages that passed the router, in a ring of fixed size. A value
/// type.
///
/// Recording a message copies its parsed head into existing memory: no allocation, no search. A
/// query searches the whole ring.
public struct FlightRecorder: Sendable {
  /// Maximum number of entries; 0 for none.
  public let capacity: Int
  private var flights: [Flight] = []
  /// The number of the next entry.
  public private(set) var next: FlightNumber = 0

  /// Creates an empty ring; its memory is allocated at the first message.
  ///
  /// - Parameter capacity: maximum number of entries; a negative value counts as 0.
  public init(capacity: Int) {
    self.capacity = max(0, capacity)
  }

  /// The number of the oldest entry in the ring.
  public var oldest: FlightNumber { next - flights.count }

  /// The entry with a number.
  ///
  /// - Returns: nil for an entry that was overwritten or does not exist yet.
  public subscript(number: FlightNumber) -> Flight? {
    number >= oldest && number < next ? flights[number % capacity] : nil
  }

  /// - Returns: the number of the entry; nil if the capacity is 0.
  mutating func note(_ flight: @autoclosure () -> Flight) -> FlightNumber? {
    guard capacity > 0 else { return nil }
    if flights.count < capacity {
      // Reserved for all entries at once: unused memory costs nothing, but moving the entries
      // would.
      if flights.isEmpty { flights.reserveCapacity(capacity) }
      flights.append(flight())
    } else {
      flights[next % capacity] = flight()
    }
    next += 1
    return next - 1
  }

  mutating func passed(_ number: FlightNumber?, to service: String) {
    change(number) { $0.to = service }
  }

  /// - Parameter code: the code of an `ERR`; nil for a `FIN`.
  mutating func answered(
    _ number: FlightNumber?, by id: UUID, _ code: BusError.Code?, atUs us: Int64
  ) {
    change(number) { $0.answer = Flight.Answer(id: id, code: code, steadyUs: us) }
  }

  /// Changes an entry, unless it was overwritten.
  private mutating func change(_ number: FlightNumber?, _ body: (inout Flight) -> Void) {
    guard let number, number >= oldest, number < next else { return }
    body(&flights[number % capacity])
  }
}
