import Bus
import Documents
import RouterAPI

/// A page of the journal, encoded.
struct JournalPage: Sendable {
  var epoch: String
  /// Events in the order of the journal, each with its sequence.
  var events: [(sequence: Int64, event: StreamEvent)]
  /// Sequence up to which the stream has all events.
  var end: Int64

  /// Maximum number of events per page; it bounds the backlog of a stream.
  private static let limit = 100

  /// Reads the page after a sequence.
  ///
  /// - Parameter filter: selects the events by type and by standup.
  /// - Throws: `BusError`, `compacted` if the events have been removed.
  static func read(
    _ bus: any TargetCaller, after: Int64, epoch: String, filter: EventFilter,
    options: CallOptions
  ) async throws -> JournalPage {
    let page = try await bus.send(
      EventReplay(
        JournalQuery(
          after: after, epoch: epoch, types: filter.types.isEmpty ? nil : filter.types.sorted(),
          standup: filter.standup, limit: limit)),
      options: options)
    let end = max(after, page.resume ?? page.head)
    var (events, last): ([(sequence: Int64, event: StreamEvent)], Int64) = ([], after)
    for event in page.events {
      last = event.number ?? last + 1
      events.append((last, try StreamEvent(event, last, epoch: page.epoch)))
    }
    return JournalPage(epoch: page.epoch, events: events, end: end)
  }
}
