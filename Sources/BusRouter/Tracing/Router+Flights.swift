import Bus
import Foundation

/// A page of the router's trace ring.
public struct FlightPage: Sendable {
  /// The entries in the requested order.
  public var flights: [(number: FlightNumber, flight: Flight)] = []
  /// Number of entries in the ring now.
  public var remembered = 0
  /// Maximum number of entries in the ring; 0 if it is off.
  public var capacity = 0
  /// Arrival time of the oldest entry in the ring, in milliseconds since 1970; nil if none was
  /// overwritten.
  public var forgetsBeforeMs: Int64?

  /// Creates an empty page.
  public init() {}
}

extension Router {
  /// Number of entries checked in a row before other work gets a turn.
  private static let slice = 4096

  /// Searches the trace ring.
  ///
  /// - Parameters:
  ///   - after: only entries with a higher number.
  ///   - limit: maximum number of entries to return.
  ///   - newestFirst: true to search backwards from the newest entry.
  ///   - isWanted: selects the entries.
  public func flights(
    after: FlightNumber? = nil, limit: Int, newestFirst: Bool = false,
    where isWanted: @Sendable (Flight) -> Bool
  ) async -> FlightPage {
    var page = FlightPage()
    let end = core.recorder.next
    var left = end - max(core.recorder.oldest, after.map { min($0, end - 1) + 1 } ?? 0)
    var number = newestFirst ? end - 1 : end - left
    while left > 0, page.flights.count < limit {
      for _ in 0..<min(left, Self.slice) where page.flights.count < limit {
        if let flight = core.recorder[number], isWanted(flight) {
          page.flights.append((number, flight))
        }
        number += newestFirst ? -1 : 1
        left -= 1
      }
      await Task.yield()
    }
    let recorder = core.recorder
    page.remembered = recorder.next - recorder.oldest
    page.capacity = recorder.capacity
    if recorder.oldest > 0 { page.forgetsBeforeMs = recorder[recorder.oldest]?.wallMs }
    return page
  }
}
