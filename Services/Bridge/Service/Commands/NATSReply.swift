import Bus

/// Reply over NATS: the reply of the bus, or an error in the form of NATS services (ADR-32).
struct NATSReply: Hashable, Sendable {
  var body: [UInt8]
  /// Nil for a success.
  var error: BusError?

  /// Creates the reply to a successful command.
  init(_ body: [UInt8]) { self.body = body }

  init(_ error: BusError) {
    self.error = error
    body = error.json
  }

  /// Headers by name.
  var headers: [(name: String, value: String)] {
    guard let error else { return [("Content-Type", "application/json")] }
    // The value of a header is a single line.
    let line = String(error.message.map { $0.isNewline || $0 == "\r\n" ? " " : $0 })
    return [
      ("Content-Type", "application/json"), ("Nats-Service-Error", line),
      ("Nats-Service-Error-Code", "\(error.code.httpStatus)"),
    ]
  }
}
