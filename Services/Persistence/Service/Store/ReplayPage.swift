import Bus
import Documents
import FastJSON

/// A page of a replay that is being built, row by row.
struct ReplayPage {
  private let query: JournalQuery
  private let range: JournalRange
  private let maxBytes: Int
  private var events: [CloudEvent] = []
  private var resume: Int64
  private var bytes = 0
  private var scanned = 0

  init(_ query: JournalQuery, in range: JournalRange, maxBytes: Int) {
    self.query = query
    self.range = range
    self.maxBytes = maxBytes
    resume = range.head
  }

  /// Processes the next row.
  ///
  /// - Returns: whether there is room for more.
  mutating func add(
    _ sequence: Int64, _ labels: EventLabels, by actor: @autoclosure () -> String?,
    _ event: () -> JournalEvent
  ) -> Bool {
    // A row that does not fit ends the page. All rows before it were either included or do not
    // match.
    let before = sequence - 1
    guard scanned < StoreLimits.scan else {
      resume = before
      return false
    }
    scanned += 1
    guard query.passes(labels, by: actor()) else { return true }
    let event = event()
    bytes += event.event.estimatedBytes(by: event.by)
    guard events.isEmpty || events.count < query.limit ?? 100 && bytes <= maxBytes else {
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

extension NewEvent {
  /// Approximate size as JSON in a message, in bytes: 550 for member names, ids, numbers and the
  /// position in the journal, plus the size of the strings that a tool may choose, plus the size of
  /// the data and of the actor.
  func estimatedBytes(by actor: String?) -> Int {
    let texts = [
      labels.type, labels.subject, source, labels.standup ?? "", labels.meeting ?? "",
      labels.team ?? "", traceparent ?? "",
    ]
    let actorBytes = actor.map { JSONSize.bytes(of: $0) + 8 } ?? 0
    return texts.reduce(550 + data.count + actorBytes) { $0 + JSONSize.bytes(of: $1) }
  }
}
