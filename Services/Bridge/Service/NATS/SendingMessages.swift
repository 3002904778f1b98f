import CNATS

/// Sends messages to a stream, which reports their outcomes, and messages outside of streams.
extension NATSClient {
  /// Publishes messages to a stream, in order. Their outcomes are reported with the number of the
  /// round.
  func publish(_ round: Int, to stream: String, _ messages: [Outgoing]) throws(NATSFailure) {
    let context = try publishing(round)
    for message in messages {
      // Set this header directly, because the options of libnats treat 0 as unset.
      var made = try NATSMessage.make(
        message.subject, message.body,
        headers: [
          ("Nats-Expected-Last-Sequence", String(message.after)),
          ("Nats-Expected-Stream", stream), ("Content-Type", "application/cloudevents+json"),
        ])
      defer { natsMsg_Destroy(made) }
      try NATSFailure.check(js_PublishMsgAsync(context, &made, nil))
    }
  }

  /// Publishes a message outside of any stream. Without a connection, the message is lost.
  func publishEphemeral(_ subject: String, _ body: [UInt8]) {
    guard let connection, natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED else {
      return
    }
    _ = body.withUnsafeBytes { bytes in
      natsConnection_Publish(connection, subject, bytes.baseAddress, Int32(bytes.count))
    }
  }

  private func publishing(_ id: Int) throws(NATSFailure) -> OpaquePointer {
    if let round, round.id == id { return round.context }
    endRound()
    let callbacks = callbacks.begin(round: id)
    var options = jsOptions()
    try NATSFailure.check(jsOptions_Init(&options))
    options.PublishAsync.AckHandler = RoundCallbacks.answered
    options.PublishAsync.AckHandlerClosure = Unmanaged.passUnretained(callbacks).toOpaque()
    let context = try makeContext(&options)
    round = (id, context)
    return context
  }

  func endRound() {
    guard let round else { return }
    callbacks.endRounds()
    jsCtx_Destroy(round.context)
    self.round = nil
  }
}
