import Bus
import Foundation

/// A part of what a router remembers.
public struct FlightPage: Sendable {
  /// In the order that was asked for.
  public var flights: [(number: FlightNumber, flight: Flight)] = []
  /// How many the router remembers now.
  public var remembered = 0
  /// How many the router can remember; 0 if it takes none down.
  public var capacity = 0
  /// When it got the oldest one that it remembers, in milliseconds since 1970; nil if it has forgotten
  /// none.
  public var forgetsBeforeMs: Int64?

  /// An empty one.
  public init() {}
}

extension Router {
  /// How many are looked at in one go; others have their turn in between.
  private static let slice = 4096

  /// Searches what the router remembers.
  ///
  /// - Parameters:
  ///   - after: only those with a higher number.
  ///   - limit: the most to give.
  ///   - newestFirst: backwards, from the newest one.
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
