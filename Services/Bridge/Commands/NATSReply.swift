import Bus

/// What is answered over NATS: a reply as it is on the bus, or an error as services of NATS tell one (ADR-32).
struct NATSReply: Hashable, Sendable {
  var body: [UInt8]
  /// Nil unless it is an error.
  var error: BusError?

  /// The reply to a command that was done.
  init(_ body: [UInt8]) { self.body = body }

  init(_ error: BusError) {
    self.error = error
    body = error.json
  }

  /// Its headers, by their names.
  var headers: [(name: String, value: String)] {
    guard let error else { return [("Content-Type", "application/json")] }
    // A header is a line.
    let line = String(error.message.map { $0.isNewline || $0 == "\r\n" ? " " : $0 })
    return [
      ("Content-Type", "application/json"), ("Nats-Service-Error", line),
      ("Nats-Service-Error-Code", "\(error.code.httpStatus)"),
    ]
  }
}
