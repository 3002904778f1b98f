import Bus
import Documents
import RouterAPI
import WebServer

/// A page of the journal as a stream has it.
struct JournalPage: Sendable {
  var epoch: String
  var frames: [WebFrame]
  /// The stream has all up to here.
  var end: Int64

  /// So many at once: what waits for a stream is bounded.
  private static let limit = 100

  /// - Throws: `BusError`, `compacted` if the events are gone.
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
