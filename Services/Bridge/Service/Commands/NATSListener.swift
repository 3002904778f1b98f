import Bus
import CNATS
import Threads

/// Receives the commands of a cell, and sends the replies. It has its own connection to NATS and
/// its own thread, because the thread of the streams may block on JetStream.
///
/// If there are several bridges, each command goes to one of them.
actor NATSListener {
  /// Queue group that shares the commands among the bridges.
  private static let group = "standups-bridge"
  /// Time for which libnats may look for another server before the connection is replaced.
  private static let reconnectTimeout = Duration.seconds(10)
  /// Interval between checks of the connection.
  private static let checkInterval = Duration.seconds(1)

  private nonisolated let executor: BlockingExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let address: NATSAddress
  private let cell: String
  /// Callback context for libnats. It is never released, because a call may be in progress when the
  /// subscription is destroyed.
  private let callbacks: UnsafeMutableRawPointer
  private var connection: OpaquePointer?
  private var subscription: OpaquePointer?
  private var awaySince: ContinuousClock.Instant?
  private var isClosed = false
  /// Reason why no commands are received; nil while they are. It can be read from outside the
  /// actor, whose thread may be waiting for NATS.
  nonisolated let problem = Locked<String?>("Not connected yet.")

  private let changed: @Sendable (String?) -> Void

  /// Creates the listener without connecting.
  ///
  /// - Parameters:
  ///   - take: receives each request, on a thread of libnats; has to return immediately.
  ///   - changed: receives each change of `problem`.
  /// - Throws: `NoThreadError`.
  init(
    _ address: NATSAddress, cell: String, take: @escaping @Sendable (NATSRequest) -> Void,
    changed: @escaping @Sendable (String?) -> Void
  ) throws {
    self.changed = changed
    self.address = address
    self.cell = cell
    executor = try BlockingExecutor(label: "nats-commands")
    callbacks = Unmanaged.passRetained(CommandCallback(take)).toOpaque()
  }

  /// Maintains the connection until the task is cancelled.
  nonisolated func listen() async {
    while !Task.isCancelled {
      await maintain()
      try? await Task.sleep(for: Self.checkInterval)
    }
  }

  private func maintain() {
    guard !isClosed else { return }
    if let connection {
      let status = natsConnection_Status(connection)
      if status == NATS_CONN_STATUS_CONNECTED {
        awaySince = nil
        if refusal(connection) == nil { return show(nil) }
      } else {
        let now = ContinuousClock.now
        let since = awaySince ?? now
        awaySince = since
        if status != NATS_CONN_STATUS_CLOSED, now - since < Self.reconnectTimeout { return }
      }
    }
    do {
      try connect()
      show(nil)
    } catch {
      show(error.message)
    }
  }

  private func show(_ text: String?) {
    let isNew = problem.withLock { old in
      defer { old = text }
      return old != text
    }
    if isNew { changed(text) }
  }

  /// Rejection of the subscription, which a server reports only later; nil if it was not rejected.
  /// Errors about reply subjects concern the sender of the command and are ignored.
  private func refusal(_ connection: OpaquePointer) -> String? {
    guard let words = NATSFailure.words(of: connection), words.contains("for Subscription") else {
      return nil
    }
    return "NATS denied access (\(words))."
  }

  private func connect() throws(NATSFailure) {
    disconnect()
    awaySince = nil
    let made = try address.connect(named: "standups-commands/\(cell)")
    connection = made
    try NATSFailure.check(
      natsConnection_QueueSubscribe(
        &subscription, made, NATSCommand.subjects(cell), Self.group, CommandCallback.received,
        callbacks))
    try NATSFailure.check(natsConnection_FlushTimeout(made, NATSClient.timeoutMs))
    if let refusal = refusal(made) { throw NATSFailure(.refused, refusal) }
  }

  private func disconnect() {
    natsSubscription_Destroy(subscription)
    subscription = nil
    if let connection {
      natsConnection_Close(connection)
      natsConnection_Destroy(connection)
    }
    connection = nil
  }

  /// Sends a reply. Without a connection, the reply is lost, and the sender has to retry.
  func answer(_ reply: NATSReply, to subject: String) {
    guard publish(reply, on: subject) == NATS_MAX_PAYLOAD, reply.error == nil else { return }
    let error = BusError(
      .tooLarge, "The reply has \(reply.body.count) bytes, which is more than NATS accepts.")
    _ = publish(NATSReply(error), on: subject)
  }

  private func publish(_ reply: NATSReply, on subject: String) -> natsStatus {
    guard let connection,
      let message = try? NATSMessage.make(subject, reply.body, headers: reply.headers)
    else { return NATS_CONNECTION_CLOSED }
    defer { natsMsg_Destroy(message) }
    return natsConnection_PublishMsg(connection, message)
  }

  /// Stops receiving commands; replies are still sent.
  func stopListening() {
    isClosed = true
    natsSubscription_Destroy(subscription)
    subscription = nil
    if let connection { natsConnection_FlushTimeout(connection, 500) }
  }

  func close() {
    isClosed = true
    if let connection { natsConnection_FlushTimeout(connection, 500) }
    disconnect()
  }
}

/// Receiver of each command, called by libnats.
private final class CommandCallback: Sendable {
  /// Stored in an object, because a closure alone would be wrapped again on each access.
  private let take: @Sendable (NATSRequest) -> Void

  init(_ take: @escaping @Sendable (NATSRequest) -> Void) { self.take = take }

  static let received: natsMsgHandler = { _, _, message, closure in
    defer { natsMsg_Destroy(message) }
    guard let closure, let message else { return }
    Unmanaged<CommandCallback>.fromOpaque(closure).takeUnretainedValue().take(request(message))
  }

  private static func request(_ message: OpaquePointer) -> NATSRequest {
    var request = NATSRequest(
      subject: natsMsg_GetSubject(message).map { String(cString: $0) } ?? "",
      reply: natsMsg_GetReply(message).map { String(cString: $0) }.flatMap {
        $0.isEmpty ? nil : $0
      },
      body: NATSMessage.body(of: message))
    for field in NATSRequest.Field.allCases {
      var value: UnsafePointer<CChar>?
      if natsMsgHeader_Get(message, field.rawValue, &value) == NATS_OK, let value {
        request.headers[field] = String(cString: value)
      }
    }
    return request
  }
}
