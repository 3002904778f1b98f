import Bus
import Foundation

/// Message received on a command subject.
struct NATSRequest: Hashable, Sendable {
  /// Headers that the bridge reads.
  enum Field: String, CaseIterable, Sendable {
    /// Idempotency key, a UUID. Repeating a command with the same key returns the first reply.
    case idempotencyKey = "Nats-Msg-Id"
    /// Id of the work that the command is about, if the contract requires one.
    case key = "Standups-Key"
    /// Timeout, in milliseconds.
    case timeout = "Standups-Timeout-Ms"
    /// Trace of the command (W3C Trace Context).
    case traceparent
  }

  var subject: String
  /// Subject for the reply; nil if the sender expects none.
  var reply: String?
  var headers: [Field: String] = [:]
  var body: [UInt8] = []
}

/// A command as the bus accepts it.
struct NATSCommand: Sendable {
  /// Default timeout of a command, in milliseconds.
  static let defaultTimeoutMs = 10_000
  /// Maximum timeout of a command, in milliseconds.
  static let maxTimeoutMs = 60_000

  var target: String
  var body: Data
  var key: String?
  var options: CallOptions

  /// Subject wildcard for all commands of a cell.
  static func subjects(_ cell: String) -> String { "\(cell).cmd.>" }

  /// Converts a request.
  ///
  /// - Throws: `BusError` that describes the problem of the message.
  init(_ request: NATSRequest, cell: String) throws(BusError) {
    target = String(request.subject.dropFirst("\(cell).cmd.".count))
    guard DottedName.isValid(target) else {
      throw BusError(
        .invalid,
        "Invalid subject; expected \(cell).cmd. followed by a command, such as standups.list.")
    }
    let maxBytes = ForeignCommand.maxBody
    guard request.body.count <= maxBytes else {
      throw BusError(
        .tooLarge, "The body has \(request.body.count) bytes; expected at most \(maxBytes).")
    }
    // The NATS tools send an empty body by default.
    body = request.body.isEmpty ? Data("{}".utf8) : Data(request.body)
    options = CallOptions(
      timeoutMs: try Self.timeout(request.headers[.timeout]), via: "bridge")
    options.idempotencyKey = try ForeignCommand.idempotencyKey(
      request.headers[.idempotencyKey], named: "Nats-Msg-Id")
    key = try ForeignCommand.key(request.headers[.key], named: "Standups-Key")
    // An invalid header is ignored, so that the command is still executed, but without a trace.
    options.traceparent = request.headers[.traceparent].flatMap { TraceParent($0) }
  }

  private static func timeout(_ text: String?) throws(BusError) -> Int {
    guard let text else { return defaultTimeoutMs }
    guard let ms = Int(text), (1...maxTimeoutMs).contains(ms) else {
      throw BusError(
        .invalid,
        "Invalid header Standups-Timeout-Ms; expected a whole number from 1 to \(maxTimeoutMs).")
    }
    return ms
  }
}
