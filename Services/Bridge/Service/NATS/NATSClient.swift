import CNATS
import Threads

/// A connection to NATS through libnats, whose own threads report to `notice`.
///
/// Calls block, so they run on the actor's own thread, one after the other.
actor NATSClient {
  /// Timeout of a call to NATS, in milliseconds.
  static let timeoutMs: Int64 = 5000
  /// Maximum number of streams that are checked.
  static let maxStreams = 64

  private nonisolated let executor: BlockingExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let address: NATSAddress
  let settings: StreamSettings
  let callbacks: NATSCallbacks
  /// Callback context for libnats. It is never released, because libnats reports the end of a
  /// connection after its destruction.
  private let closure: UnsafeMutableRawPointer
  var connection: OpaquePointer?
  private var context: OpaquePointer?
  /// JetStream context for publishing; its acknowledgements belong to one round.
  var round: (id: Int, context: OpaquePointer)?

  /// Creates the client without connecting.
  ///
  /// - Parameter notice: receives notices, on threads of libnats.
  /// - Throws: `NoThreadError`.
  init(
    _ address: NATSAddress, _ settings: StreamSettings,
    notice: @escaping @Sendable (NATSNotice) -> Void
  ) throws {
    self.address = address
    self.settings = settings
    executor = try BlockingExecutor(label: "nats")
    let callbacks = NATSCallbacks(notice)
    self.callbacks = callbacks
    closure = Unmanaged.passRetained(callbacks).toOpaque()
  }

  /// Connects, and closes the previous connection. The files are read again, so corrected files
  /// take effect.
  ///
  /// - Throws: `NATSFailure` that says what to check.
  func connect() throws(NATSFailure) {
    disconnect()
    let made = try address.connect(named: "standups-bridge/\(settings.cell)") {
      (options) throws(NATSFailure) in
      try NATSFailure.check(
        natsOptions_SetDisconnectedCB(options, NATSCallbacks.disconnected, closure))
      try NATSFailure.check(natsOptions_SetReconnectedCB(options, NATSCallbacks.connected, closure))
      try NATSFailure.check(natsOptions_SetClosedCB(options, NATSCallbacks.closed, closure))
      try NATSFailure.check(natsOptions_SetErrorHandler(options, NATSCallbacks.failed, closure))
      // Messages that were in flight when the connection was lost are read again from the journal.
      try NATSFailure.check(natsOptions_SetFailRequestsOnDisconnect(options, true))
    }
    connection = made
    callbacks.watch(made)
    // Changes of the connection before `watch` were not reported, so check its status.
    guard natsConnection_Status(made) == NATS_CONN_STATUS_CONNECTED else {
      throw NATSFailure(.unreachable, "\(address.display) closed the connection immediately.")
    }
    callbacks.notifyConnected(made)
  }

  /// Closes the connection; no further notices are sent.
  func close() {
    callbacks.close()
    disconnect()
  }

  private func disconnect() {
    callbacks.watch(nil)
    endRound()
    if let context { jsCtx_Destroy(context) }
    context = nil
    if let connection {
      natsConnection_Close(connection)
      natsConnection_Destroy(connection)
    }
    connection = nil
  }

  func management() throws(NATSFailure) -> OpaquePointer {
    if let context { return context }
    var options = jsOptions()
    try NATSFailure.check(jsOptions_Init(&options))
    options.Wait = Self.timeoutMs
    let made = try makeContext(&options)
    context = made
    return made
  }

  func makeContext(_ options: inout jsOptions) throws(NATSFailure) -> OpaquePointer {
    guard let connection else { throw NATSFailure(.unreachable, "Not connected yet.") }
    var made: OpaquePointer?
    try NATSFailure.check(natsConnection_JetStream(&made, connection, &options))
    guard let made else {
      throw NATSFailure(.other, "libnats could not create a context; check the available memory.")
    }
    return made
  }
}
