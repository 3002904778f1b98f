import Bus
import Foundation

/// A message on a subject of commands, as it came.
struct NATSRequest: Hashable, Sendable {
  /// The headers that mean something.
  enum Field: String, CaseIterable, Sendable {
    /// A second command with the same UUID gets the first one's reply.
    case idempotencyKey = "Nats-Msg-Id"
    /// The id of the work that it is about, where the contract wants one.
    case key = "Standups-Key"
    /// How long it may take, in milliseconds.
    case timeout = "Standups-Timeout-Ms"
    /// The trace that it belongs to (W3C Trace Context).
    case traceparent
  }

  var subject: String
  /// The subject of the answer; nil if nobody waits for one.
  var reply: String?
  var headers: [Field: String] = [:]
  var body: [UInt8] = []
}

/// A command as the bus takes it.
struct NATSCommand: Sendable {
  /// How long a command may take unless it says so, and at most, in milliseconds.
  static let usualMs = 10_000
  static let longestMs = 60_000

  var target: String
  var body: Data
  var key: String?
  var options: CallOptions

  /// The subjects of all commands of a cell.
  static func subjects(_ cell: String) -> String { "\(cell).cmd.>" }

  /// - Throws: `BusError` with what is wrong with the message.
  init(_ request: NATSRequest, cell: String) throws(BusError) {
    target = String(request.subject.dropFirst("\(cell).cmd.".count))
    guard DottedName.isOne(target) else {
      throw BusError(
        .invalid, "Invalid subject; expected \(cell).cmd. and a command, such as standups.list.")
    }
    let most = ForeignCommand.maxBody
    guard request.body.count <= most else {
      throw BusError(
        .tooLarge, "The body has \(request.body.count) bytes; expected at most \(most).")
    }
    // As a request of NATS' own tools is empty where nothing is said.
    body = request.body.isEmpty ? Data("{}".utf8) : Data(request.body)
    options = CallOptions(
      timeoutMs: try Self.timeout(request.headers[.timeout]), via: "bridge")
    options.idempotencyKey = try ForeignCommand.idempotencyKey(
      request.headers[.idempotencyKey], named: "Nats-Msg-Id")
    key = try ForeignCommand.key(request.headers[.key], named: "Standups-Key")
    // One that is wrong begins no trace, and is no reason to refuse a command.
    options.traceparent = request.headers[.traceparent].flatMap { TraceParent($0) }
  }

  private static func timeout(_ text: String?) throws(BusError) -> Int {
    guard let text else { return usualMs }
    guard let ms = Int(text), (1...longestMs).contains(ms) else {
      throw BusError(
        .invalid,
        "Invalid header Standups-Timeout-Ms; expected a whole number from 1 to \(longestMs).")
    }
    return ms
  }
}
