/// A reader's position in the router's trace ring. The reader receives each message once, with its
/// reply. A value type.
///
/// Only the ring buffers messages: nothing else is stored for a slow reader, and entries that were
/// overwritten before they were read are counted.
public struct FlightCursor: Sendable {
  /// The next entry to check.
  private var next: FlightNumber = 0
  /// Selected entries that have no reply yet, in order.
  private var open: [FlightNumber] = []
  /// Number of entries that were overwritten before they were checked or answered.
  public private(set) var forgotten = 0

  /// Creates a cursor at the beginning.
  public init() {}

  /// Number of entries that were not checked yet.
  func unread(in recorder: FlightRecorder) -> Int { recorder.next - next }

  /// Returns the entries that were answered since the last call: first those that had no reply
  /// then, followed by new ones.
  ///
  /// - Parameters:
  ///   - limit: maximum number of entries to return.
  ///   - looks: maximum number of new entries to check.
  ///   - isWanted: called once for each entry.
  mutating func take(
    from recorder: FlightRecorder, limit: Int, looks: Int, where isWanted: (Flight) -> Bool
  ) -> [Flight] {
    var taken: [Flight] = []
    skip(to: recorder.oldest)
    open.removeAll { number in
      guard taken.count < limit, let flight = recorder[number], flight.answer != nil else {
        return false
      }
      taken.append(flight)
      return true
    }
    let end = min(recorder.next, next + looks)
    while next < end, taken.count < limit {
      if let flight = recorder[next], isWanted(flight) {
        if flight.answer != nil { taken.append(flight) } else { open.append(next) }
      }
      next += 1
    }
    return taken
  }

  /// Skips the entries that were overwritten.
  private mutating func skip(to oldest: FlightNumber) {
    let gone = open.prefix { $0 < oldest }.count
    open.removeFirst(gone)
    forgotten += gone + max(0, oldest - next)
    next = max(next, oldest)
  }
}

extension Router {
  /// Number of entries checked in a row before other work gets a turn.
  private static let looks = 2048

  /// Returns the messages that were answered since the last call, up to a limit.
  ///
  /// - Parameters:
  ///   - cursor: the position after the last call.
  ///   - limit: maximum number of messages to return.
  ///   - isWanted: selects the messages.
  /// - Returns: the messages in the order of their arrival, except that those without a reply at
  ///   the last call come first; and the new position.
  public func flights(
    from cursor: FlightCursor, limit: Int, where isWanted: @Sendable (Flight) -> Bool
  ) async -> (flights: [Flight], cursor: FlightCursor) {
    var (cursor, taken) = (cursor, [Flight]())
    // Entries that arrive from now on are left for the next call.
    var left = cursor.unread(in: core.recorder)
    repeat {
      taken += cursor.take(
        from: core.recorder, limit: limit - taken.count, looks: Self.looks, where: isWanted)
      left -= Self.looks
      if left > 0 { await Task.yield() }
    } while left > 0 && taken.count < limit
    return (taken, cursor)
  }
}
