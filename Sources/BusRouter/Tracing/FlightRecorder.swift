import Bus
import Foundation

/// The last messages that went through a router, in a ring of fixed size. A value.
///
/// Taking one down is a copy of what was parsed anyway into a place that is there already: no
/// allocation, no search. Whoever asks searches all of it.
public struct FlightRecorder: Sendable {
  /// How many it remembers; 0 for none.
  public let capacity: Int
  private var flights: [Flight] = []
  /// The number of the next one.
  public private(set) var next: FlightNumber = 0

  /// An empty recorder; its memory is taken with the first message.
  ///
  /// - Parameter capacity: how many it remembers; less than 0 counts as 0.
  public init(capacity: Int) {
    self.capacity = max(0, capacity)
  }

  /// The number of the oldest one that is remembered.
  public var oldest: FlightNumber { next - flights.count }

  /// What was taken down under a number.
  ///
  /// - Returns: nil for one that is forgotten, or not there yet.
  public subscript(number: FlightNumber) -> Flight? {
    number >= oldest && number < next ? flights[number % capacity] : nil
  }

  /// - Returns: its number; nil if nothing is remembered.
  mutating func note(_ flight: @autoclosure () -> Flight) -> FlightNumber? {
    guard capacity > 0 else { return nil }
    if flights.count < capacity {
      // Room for all at once: memory that is not used yet costs nothing, moving it would.
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

  /// - Parameter code: of an `ERR`; nil for a `FIN`.
  mutating func answered(
    _ number: FlightNumber?, by id: UUID, _ code: BusError.Code?, atUs us: Int64
  ) {
    change(number) { $0.answer = Flight.Answer(id: id, code: code, steadyUs: us) }
  }

  /// One that is forgotten is not changed.
  private mutating func change(_ number: FlightNumber?, _ body: (inout Flight) -> Void) {
    guard let number, number >= oldest, number < next else { return }
    body(&flights[number % capacity])
  }
}
