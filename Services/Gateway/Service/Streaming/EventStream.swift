import Bus
import WebServer

/// A stream of Server-Sent Events: a response that stays open.
final class EventStream {
  /// Silence after which a comment is sent, in milliseconds, so that proxies keep the connection and
  /// a lost client is noticed.
  static let silenceMs: Int64 = 15_000

  let body: OpenBody
  let filter: EventFilter
  /// Last event that the client had when it connected; nil to begin with the events from now on.
  let start: EventID?
  /// Members of the standup in the filter; nil without a standup.
  var members: StandupMembers?
  /// The event whose membership is being read from the journal.
  var unresolved: (subject: String, sequence: Int64)?
  /// Last id that was sent.
  private(set) var lastID: EventID?
  /// Code of the reason why the gateway closed the stream.
  private(set) var closeCode: UInt16?
  private var lastSentMs: Int64

  init(_ query: EventQuery, for request: WebRequest, at nowMs: Int64) {
    body = OpenBody(for: request)
    filter = query.filter
    start = query.start
    members = filter.standup.map { StandupMembers($0) }
    lastSentMs = nowMs
  }

  /// Sends a block.
  ///
  /// - Parameters:
  ///   - id: the id in the block; nil if it has none.
  ///   - nowMs: milliseconds of a monotonic clock.
  func send(_ block: WebChunk, _ id: EventID?, at nowMs: Int64, isDroppable: Bool = false) {
    body.send(block, isDroppable: isDroppable)
    lastID = id ?? lastID
    lastSentMs = nowMs
  }

  /// Sends a comment if the stream was silent for a while, with the id of the last event that was
  /// left out, so that the client does not request it again.
  func keepAlive(_ position: EventID?, _ comments: inout EventComments, at nowMs: Int64) {
    guard nowMs - lastSentMs >= Self.silenceMs else { return }
    let news = position == lastID ? nil : position
    send(comments[news], news, at: nowMs)
  }

  /// Reports the reason, and ends the response.
  ///
  /// - Parameters:
  ///   - code: a code of `StreamCode`, or of `WebSocket.Code`.
  ///   - reason: a few words without quotation marks.
  func close(_ code: UInt16, _ reason: String) {
    guard closeCode == nil else { return }
    closeCode = code
    let data = #"{"code":\#(code),"reason":"\#(reason)"}"#
    body.send(WebChunk(EventBlock.event(nil, type: EventBlock.closed, data: Array(data.utf8))))
    body.finish()
  }
}

/// The comments that silent streams receive, each encoded once for all streams.
struct EventComments {
  private var encoded: [EventID?: WebChunk] = [:]

  /// The comment with an id, or without one.
  subscript(id: EventID?) -> WebChunk {
    mutating get {
      let chunk = encoded[id] ?? WebChunk(EventBlock.heartbeat(id))
      encoded[id] = chunk
      return chunk
    }
  }
}

/// Report of events that a stream cannot send.
struct EventGap: Encodable {
  enum Reason: String, Encodable {
    /// The journal no longer retains the events.
    case compacted
    /// The events were in another journal.
    case replaced
    /// The journal ends before the event that the client has.
    case ahead
  }

  var reason: Reason
  /// Id of the last event that the client has.
  var after: String
  /// Id after which the stream continues.
  var resume: String
  /// Number of missing events, including those that the client would not have received; nil if it is
  /// unknown.
  var missing: Int64?
  /// The reason as a sentence.
  var message: String

  init(_ reason: Reason, after: EventID, resume: EventID) {
    self.reason = reason
    self.after = after.description
    self.resume = resume.description
    switch reason {
    case .compacted:
      missing = resume.sequence - after.sequence
      message = "The journal no longer has the events after \(after)."
    case .replaced:
      message = "The journal was replaced; events of the earlier one may be missing."
    case .ahead: message = "The journal ends before \(after)."
    }
  }
}
