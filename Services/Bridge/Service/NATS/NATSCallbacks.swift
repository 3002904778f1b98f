import CNATS
import Threads

/// Notice about the connection or about published messages.
enum NATSNotice: Hashable, Sendable {
  /// The connection is established, for the first time or again.
  case connected(server: String, maxPayload: Int)
  /// The connection is lost, and libnats tries to restore it.
  case disconnected(reason: String)
  /// The connection has ended and must be replaced.
  case ended(reason: String)
  /// The stream contains all messages of a round, up to this sequence of the stream.
  case acknowledged(round: Int, through: Int64)
  /// A message of a round was rejected.
  case refused(round: Int, NATSFailure)
}

/// Callbacks of libnats for the connection, called on its threads.
final class NATSCallbacks: Sendable {
  /// A struct, because a bare closure would be wrapped again on each access through the lock.
  private struct Receiver {
    var notify: @Sendable (NATSNotice) -> Void
  }

  private let receiver: Locked<Receiver?>
  /// Address of the current connection in memory. An earlier connection may still call back, and
  /// keeps its own address until it is destroyed.
  private let current = Locked<UInt?>(nil)
  /// The last few rounds. Rounds that have ended are included, because libnats may still be in one
  /// of their callbacks.
  private let rounds = Locked<[RoundCallbacks]>([])

  init(_ notice: @escaping @Sendable (NATSNotice) -> Void) {
    receiver = Locked(Receiver(notify: notice))
  }

  /// Stops all notices.
  func close() { receiver.withLock { $0 = nil } }

  /// Reports only this connection from now on.
  func watch(_ connection: OpaquePointer?) {
    current.withLock { $0 = connection.map { UInt(bitPattern: $0) } }
  }

  /// Creates the callbacks for the messages of one round.
  func begin(round: Int) -> RoundCallbacks {
    let one = RoundCallbacks(round, self)
    rounds.withLock { rounds in
      rounds.append(one)
      if rounds.count > 64 { rounds.removeFirst(32) }
    }
    return one
  }

  /// Stops the notices of all rounds so far.
  func endRounds() { for round in rounds.withLock({ $0 }) { round.close() } }

  func notify(_ notice: NATSNotice) { receiver.withLock { $0 }?.notify(notice) }

  func notifyConnected(_ connection: OpaquePointer?) {
    var url = [CChar](repeating: 0, count: 1100)
    let status = natsConnection_GetConnectedUrl(connection, &url, url.count)
    let text = url.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let server = status == NATS_OK ? String(decoding: text, as: UTF8.self) : "NATS"
    notify(
      .connected(
        server: NATSAddress.display(server),
        maxPayload: Int(clamping: natsConnection_GetMaxPayload(connection))))
  }

  /// libnats has restored the connection.
  static let connected: natsConnectionHandler = { connection, closure in
    of(closure, connection)?.notifyConnected(connection)
  }

  /// The connection is lost.
  static let disconnected: natsConnectionHandler = { connection, closure in
    of(closure, connection)?.notify(.disconnected(reason: reason(connection)))
  }

  /// libnats has given up, for example because a server rejected the user repeatedly.
  static let closed: natsConnectionHandler = { connection, closure in
    of(closure, connection)?.notify(.ended(reason: reason(connection)))
  }

  /// Reports refusals, for example that the user is no longer accepted.
  static let failed: natsErrHandler = { connection, _, status, closure in
    guard status == NATS_CONNECTION_AUTH_FAILED || status == NATS_NOT_PERMITTED else { return }
    of(closure, connection)?.notify(
      .disconnected(
        reason:
          "NATS denied access (\(NATSFailure.words(of: connection) ?? "\(NATSFailure(status))"))."
      ))
  }

  private static func reason(_ connection: OpaquePointer?) -> String {
    NATSFailure.words(of: connection).map { "NATS is unavailable: \($0)." }
      ?? "The connection to NATS was lost."
  }

  private static func of(
    _ closure: UnsafeMutableRawPointer?, _ connection: OpaquePointer?
  ) -> NATSCallbacks? {
    guard let closure else { return nil }
    let callbacks = Unmanaged<NATSCallbacks>.fromOpaque(closure).takeUnretainedValue()
    let place = connection.map { UInt(bitPattern: $0) }
    return callbacks.current.withLock { $0 == place } ? callbacks : nil
  }
}

/// Callbacks of libnats for the messages of one round.
final class RoundCallbacks: Sendable {
  private let round: Int
  /// Unowned, because `NATSCallbacks` has this object in its list and outlives it.
  private unowned let callbacks: NATSCallbacks
  private let isOpen = Locked(true)

  init(_ round: Int, _ callbacks: NATSCallbacks) {
    self.round = round
    self.callbacks = callbacks
  }

  func close() { isOpen.withLock { $0 = false } }

  static let answered: jsPubAckHandler = { _, message, acknowledgement, failure, closure in
    defer { natsMsg_Destroy(message) }
    guard let closure else { return }
    Unmanaged<RoundCallbacks>.fromOpaque(closure).takeUnretainedValue()
      .answered(acknowledgement?.pointee, failure?.pointee)
  }

  private func answered(_ acknowledgement: jsPubAck?, _ failure: jsPubAckErr?) {
    guard isOpen.withLock({ $0 }) else { return }
    if let failure {
      let text = failure.ErrText.map { String(cString: $0) }
      callbacks.notify(
        .refused(round: round, NATSFailure(failure.Err, failure.ErrCode, text: text)))
    } else if let acknowledgement {
      callbacks.notify(
        .acknowledged(round: round, through: Int64(clamping: acknowledgement.Sequence)))
    }
  }
}
