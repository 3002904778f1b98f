import Bus
import Documents
import RouterAPI
import WebServer

/// A page of the journal, ready to send.
struct JournalPage: Sendable {
  var epoch: String
  var frames: [WebFrame]
  /// Sequence up to which the stream has all events.
  var end: Int64

  /// Maximum number of events per page; it bounds the backlog of a stream.
  private static let limit = 100

  /// Reads the page after a sequence.
  ///
  /// - Throws: `BusError`, `compacted` if the events have been removed.
  static func read(
    _ bus: any TargetCaller, after: Int64, epoch: String, options: CallOptions
  ) async throws -> JournalPage {
    let page = try await bus.send(
      EventReplay(JournalQuery(after: after, epoch: epoch, limit: limit)),
      options: options)
    let end = max(after, page.resume ?? page.head)
    var (frames, last): ([WebFrame], Int64) = ([], after)
    // A page of a person's events leaves out those of other teams.
    for event in page.events {
      let sequence = event.number ?? last + 1
      if sequence > last + 1 { frames.append(try ServerMessage.passed(page.epoch, sequence - 1)) }
      frames.append(try ServerMessage.event(event).frame)
      last = sequence
    }
    if end > last { frames.append(try ServerMessage.passed(page.epoch, end)) }
    return JournalPage(epoch: page.epoch, frames: frames, end: end)
  }
}
