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
    _ bus: any TargetCaller, after: Int64, epoch: String, timeoutMs: Int
  ) async throws -> JournalPage {
    let page = try await bus.send(
      EventReplay(JournalQuery(after: after, epoch: epoch, limit: limit)),
      options: CallOptions(timeoutMs: timeoutMs))
    let frames = try page.events.map { try ServerMessage.event($0).frame }
    return JournalPage(
      epoch: page.epoch, frames: frames, end: max(after, page.resume ?? page.head))
  }
}
