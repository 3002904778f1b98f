public import MessageTrace

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
  public func trace(
    after: TraceNumber? = nil, limit: Int, newestFirst: Bool = false,
    where isWanted: @Sendable (TraceEntry) -> Bool
  ) async -> TracePage {
    var page = TracePage()
    let end = core.traceRing.next
    var left = end - max(core.traceRing.oldest, after.map { min($0, end - 1) + 1 } ?? 0)
    var number = newestFirst ? end - 1 : end - left
    while left > 0, page.entries.count < limit {
      for _ in 0..<min(left, Self.slice) where page.entries.count < limit {
        if let entry = core.traceRing[number], isWanted(entry) {
          page.entries.append((number, entry))
        }
        number += newestFirst ? -1 : 1
        left -= 1
      }
      await Task.yield()
    }
    let traceRing = core.traceRing
    page.remembered = traceRing.next - traceRing.oldest
    page.capacity = traceRing.capacity
    if traceRing.oldest > 0 { page.forgetsBeforeMs = traceRing[traceRing.oldest]?.wallMs }
    return page
  }

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
  public func trace(
    from cursor: TraceCursor, limit: Int, where isWanted: @Sendable (TraceEntry) -> Bool
  ) async -> (entries: [TraceEntry], cursor: TraceCursor) {
    var (cursor, taken) = (cursor, [TraceEntry]())
    // Entries that arrive from now on are left for the next call.
    var left = cursor.unread(in: core.traceRing)
    repeat {
      taken += cursor.take(
        from: core.traceRing, limit: limit - taken.count, looks: Self.looks, where: isWanted)
      left -= Self.looks
      if left > 0 { await Task.yield() }
    } while left > 0 && taken.count < limit
    return (taken, cursor)
  }
}
