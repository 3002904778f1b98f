import Bus
import Documents

/// A page of a replay as it grows, row by row.
struct ReplayPage {
  private let query: JournalQuery
  private let range: JournalRange
  private let maximumBytes: Int
  private var events: [CloudEvent] = []
  private var resume: Int64
  private var bytes = 0
  private var scanned = 0

  init(_ query: JournalQuery, in range: JournalRange, maximumBytes: Int) {
    self.query = query
    self.range = range
    self.maximumBytes = maximumBytes
    resume = range.head
  }

  /// Takes the next row.
  /// - Returns: whether there is room for more.
  mutating func take(_ sequence: Int64, _ labels: EventLabels, _ event: () -> JournalEvent) -> Bool
  {
    // What is not given ends the page; all before it was given or is not wanted.
    let before = sequence - 1
    guard scanned < StoreLimits.scan else {
      resume = before
      return false
    }
    scanned += 1
    guard query.passes(labels) else { return true }
    let event = event()
    bytes += event.event.estimatedBytes
    guard events.isEmpty || events.count < query.limit ?? 100 && bytes <= maximumBytes else {
      resume = before
      return false
    }
    events.append(event.cloudEvent)
    return true
  }

  var page: EventPage {
    EventPage(
      events: events, epoch: range.epoch, head: range.head, hasMore: resume < range.head,
      resume: resume)
  }
}
