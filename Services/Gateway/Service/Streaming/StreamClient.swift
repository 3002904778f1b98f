import WebServer

/// The stream of one browser or program.
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
  /// The transport.
  let outlet: StreamOutlet
  /// The sender, with the current role.
  var visitor: Visitor
  /// The teams whose standups the stream has shown; empty for a visitor who sees all.
  var teams: Set<String> = []
  /// Address of the browser, from the headers if a trusted proxy set them.
  let address: String
  /// Browser and system, such as `Firefox on Linux`; nil if they are unknown.
  let device: String?
  /// When the stream was opened, in milliseconds of the machine's uptime.
  let openedMs: Int64
  var step = Step.silent
  /// Ids of the watched meetings.
  var meetings: Set<String> = []
  /// True while a page is being read.
  var isReading = false
  /// The last request to open each microphone of a meeting, by a number, until it is known whether
  /// the person may record the meeting.
  var openings: [MeetingMicrophone: Int] = [:]
  private var lastOpening = 0
  /// Number of audio messages without a reply from the speech recognition.
  var audioInFlight = 0

  /// Records a request to open a microphone of a meeting, which replaces an earlier one.
  func beginOpening(_ microphone: MeetingMicrophone) -> Int {
    lastOpening += 1
    openings[microphone] = lastOpening
    return lastOpening
  }

  /// Returns true if the request was neither replaced nor withdrawn.
  func endOpening(_ microphone: MeetingMicrophone, _ opening: Int) -> Bool {
    guard openings[microphone] == opening else { return false }
    openings[microphone] = nil
    return true
  }

  init(
    _ number: Int, _ outlet: StreamOutlet, _ visitor: Visitor, from address: String,
    device: String? = nil, at openedMs: Int64
  ) {
    self.device = device
    self.address = address
    self.openedMs = openedMs
    self.number = number
    self.outlet = outlet
    self.visitor = visitor
  }
}

/// Transport of a stream.
enum StreamOutlet {
  /// The page's protocol, with a snapshot, microphones and messages from the browser.
  case socket(WebSocket)
  /// Server-Sent Events.
  case events(EventStream)

  /// Name of the kind, as in the metrics.
  var kind: StreamKind {
    switch self {
    case .socket: .websocket
    case .events: .events
    }
  }
}

/// Kinds of streams, as in the metrics.
enum StreamKind: String, CaseIterable {
  case websocket, events
}

extension StreamClient {
  /// The WebSocket; nil for a stream of another kind, which has none of the page's messages.
  var socket: WebSocket? {
    if case .socket(let socket) = outlet { socket } else { nil }
  }

  /// The Server-Sent Events; nil for a stream of another kind.
  var events: EventStream? {
    if case .events(let events) = outlet { events } else { nil }
  }

  /// Number of bytes that are waiting to be sent.
  var backlog: Int {
    switch outlet {
    case .socket(let socket): socket.backlog
    case .events(let events): events.body.backlog
    }
  }

  /// Calls `action` once, when no more data waits to be sent.
  func onDrained(_ action: @escaping () -> Void) {
    switch outlet {
    case .socket(let socket): socket.onDrained = action
    case .events(let events): events.body.onDrained = action
    }
  }

  /// Closes the stream with a code and a reason.
  func close(_ code: UInt16, _ reason: String) {
    switch outlet {
    case .socket(let socket): socket.close(code, reason)
    case .events(let events): events.close(code, reason)
    }
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
