import WebServer

/// One browser's stream.
final class StreamClient {
  /// How far it is.
  enum Step {
    /// It has yet to say from where on it wants to hear.
    case silent
    /// It waits until the gateway itself knows the journal.
    case waiting(ClientMessage.Follow?)
    /// It is sent the state; then it goes on after the first page's sequence.
    case snapshot(Snapshot)
    /// It is sent what it missed, of which it has what is up to here.
    case catchingUp(Int64)
    /// It is sent what happens.
    case live
  }

  struct Snapshot {
    /// Of the first page.
    var place: (epoch: String, sequence: Int64)?
    /// The next page; nil for the first.
    var after: String?
  }

  let number: Int
  let socket: WebSocket
  let visitor: Visitor
  /// From where it came, as far as a proxy can be believed.
  let address: String
  var step = Step.silent
  /// What it watches.
  var meetings: Set<String> = []
  /// Whether a page is on its way.
  var isReading = false
  /// How many messages of sound the recognition has yet to answer.
  var soundUnderWay = 0

  init(_ number: Int, _ socket: WebSocket, _ visitor: Visitor, from address: String) {
    self.address = address
    self.number = number
    self.socket = socket
    self.visitor = visitor
  }
}
