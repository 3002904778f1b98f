/// How far somebody has read what a router takes down, who wants each message once, with its answer. A value.
///
/// The recorder's ring is all that waits: nothing is kept for a reader that is slow, and what is overwritten before it
/// was read is counted.
public struct FlightCursor: Sendable {
  /// The next one to be looked at.
  private var next: FlightNumber = 0
  /// Wanted ones that had no answer yet, in order.
  private var open: [FlightNumber] = []
  /// How many were forgotten before they were looked at, or answered.
  public private(set) var forgotten = 0

  /// One that has read nothing.
  public init() {}

  /// How many have not been looked at.
  func unread(in recorder: FlightRecorder) -> Int { recorder.next - next }

  /// Takes what was answered meanwhile: first what was waited for, then what is new.
  ///
  /// - Parameters:
  ///   - limit: the most to take.
  ///   - looks: the most new ones to look at.
  ///   - isWanted: asked once for each.
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

  /// What is older is forgotten.
  private mutating func skip(to oldest: FlightNumber) {
    let gone = open.prefix { $0 < oldest }.count
    open.removeFirst(gone)
    forgotten += gone + max(0, oldest - next)
    next = max(next, oldest)
  }
}

extension Router {
  /// How many are looked at in one go; others have their turn in between.
  private static let looks = 2048

  /// Takes messages that were answered since, as many as there are up to a limit.
  ///
  /// - Parameters:
  ///   - cursor: how far they were taken before.
  ///   - limit: the most to take.
  /// - Returns: the messages in the order of their arrival, but for those that were waited for, which come first; and how
  ///   far they are taken now.
  public func flights(
    from cursor: FlightCursor, limit: Int, where isWanted: @Sendable (Flight) -> Bool
  ) async -> (flights: [Flight], cursor: FlightCursor) {
    var (cursor, taken) = (cursor, [Flight]())
    // What comes meanwhile is for the next time.
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
