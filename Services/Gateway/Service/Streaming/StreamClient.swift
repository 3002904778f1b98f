import WebServer

/// The stream of one browser.
final class StreamClient {
  /// Progress of a stream.
  enum Step {
    /// The browser has not requested a starting point yet.
    case silent
    /// The gateway does not know the journal's position yet.
    case waiting(ClientMessage.Follow?)
    /// The browser is receiving a snapshot, followed by the events after the sequence of its first
    /// page.
    case snapshot(Snapshot)
    /// The browser is receiving missed events; it has all up to this sequence.
    case catchingUp(Int64)
    /// The browser receives events as they are published.
    case live
  }

  struct Snapshot {
    /// Epoch and sequence of the first page.
    var place: (epoch: String, sequence: Int64)?
    /// Cursor of the next page; nil for the first.
    var after: String?
  }

  let number: Int
  let socket: WebSocket
  /// The sender, with the current role.
  var visitor: Visitor
  /// The teams whose standups the stream has shown; empty for a visitor who sees all.
  var teams: Set<String> = []
  /// Address of the browser, from the headers if a trusted proxy set them.
  let address: String
  var step = Step.silent
  /// Ids of the watched meetings.
  var meetings: Set<String> = []
  /// True while a page is being read.
  var isReading = false
  /// The last request to open the microphone of each meeting, by a number, until it is known whether
  /// the person may record the meeting.
  var openings: [String: Int] = [:]
  private var lastOpening = 0
  /// Number of audio messages without a reply from the speech recognition.
  var audioInFlight = 0

  /// Records a request to open the microphone of a meeting, which replaces an earlier one.
  func beginOpening(_ meeting: String) -> Int {
    lastOpening += 1
    openings[meeting] = lastOpening
    return lastOpening
  }

  /// Returns true if the request was neither replaced nor withdrawn.
  func endOpening(_ meeting: String, _ opening: Int) -> Bool {
    guard openings[meeting] == opening else { return false }
    openings[meeting] = nil
    return true
  }

  init(_ number: Int, _ socket: WebSocket, _ visitor: Visitor, from address: String) {
    self.address = address
    self.number = number
    self.socket = socket
    self.visitor = visitor
  }
}

/// Close codes of streams, in addition to those of `WebSocket.Code`.
enum StreamCode {
  /// The session ended or was revoked; log in again.
  static let sessionEnded: UInt16 = 4001
  /// The person has no role any more; `/api/me` says so.
  static let roleLost: UInt16 = 4010
  /// A received message violates the protocol.
  static let protocolError: UInt16 = 4003
  /// The session or the address has the maximum number of streams.
  static let tooMany: UInt16 = 4029
}
