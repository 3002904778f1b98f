import CNATS
import Threads

/// Callbacks of libnats for the connection, called on its threads.
final class NATSEar: Sendable {
  /// Wraps the closure, because a bare one would be wrapped again on each access through the lock.
  private struct Hearer {
    var tell: @Sendable (NATSNotice) -> Void
  }

  private let hearer: Locked<Hearer?>
  /// Address of the current connection in memory. A previous one may still report something, and
  /// keeps its address until then.
  private let heard = Locked<UInt?>(nil)
  /// The last few rounds, because libnats may still be in a callback of one that has ended.
  private let rounds = Locked<[RoundEar]>([])

  init(_ notice: @escaping @Sendable (NATSNotice) -> Void) {
    hearer = Locked(Hearer(tell: notice))
  }

  /// Stops all notices.
  func close() { hearer.withLock { $0 = nil } }

  /// Reports only this connection from now on.
  func hear(_ connection: OpaquePointer?) {
    heard.withLock { $0 = connection.map { UInt(bitPattern: $0) } }
  }

  /// Creates the callback context for the messages of a round.
  func hear(round: Int) -> RoundEar {
    let one = RoundEar(round, self)
    rounds.withLock { rounds in
      rounds.append(one)
      if rounds.count > 64 { rounds.removeFirst(32) }
    }
    return one
  }

  /// Stops the notices of all rounds so far.
  func endRounds() { for round in rounds.withLock({ $0 }) { round.close() } }

  func tell(_ one: NATSNotice) { hearer.withLock { $0 }?.tell(one) }

  func tellConnected(_ connection: OpaquePointer?) {
    var url = [CChar](repeating: 0, count: 1100)
    let status = natsConnection_GetConnectedUrl(connection, &url, url.count)
    let text = url.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let server = status == NATS_OK ? String(decoding: text, as: UTF8.self) : "NATS"
    tell(
      .connected(
        server: NATSAddress.display(server),
        maxPayload: Int(clamping: natsConnection_GetMaxPayload(connection))))
  }

  static let connected: natsConnectionHandler = { connection, closure in
    of(closure, connection)?.tellConnected(connection)
  }

  static let disconnected: natsConnectionHandler = { connection, closure in
    of(closure, connection)?.tell(.disconnected(reason: reason(connection)))
  }

  /// libnats has given up, for example because a server rejected the user repeatedly.
  static let closed: natsConnectionHandler = { connection, closure in
    of(closure, connection)?.tell(.ended(reason: reason(connection)))
  }

  /// Reports refusals, for example that the user is no longer accepted.
  static let failed: natsErrHandler = { connection, _, status, closure in
    guard status == NATS_CONNECTION_AUTH_FAILED || status == NATS_NOT_PERMITTED else { return }
    of(closure, connection)?.tell(
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
  ) -> NATSEar? {
    guard let closure else { return nil }
    let ear = Unmanaged<NATSEar>.fromOpaque(closure).takeUnretainedValue()
    let place = connection.map { UInt(bitPattern: $0) }
    return ear.heard.withLock { $0 == place } ? ear : nil
  }
}

/// Callbacks of libnats for the messages of one round.
final class RoundEar: Sendable {
  private let round: Int
  /// It outlives this object, which is in its list.
  private unowned let ear: NATSEar
  private let isOpen = Locked(true)

  init(_ round: Int, _ ear: NATSEar) {
    self.round = round
    self.ear = ear
  }

  func close() { isOpen.withLock { $0 = false } }

  static let answered: jsPubAckHandler = { _, message, acknowledgement, failure, closure in
    defer { natsMsg_Destroy(message) }
    guard let closure else { return }
    Unmanaged<RoundEar>.fromOpaque(closure).takeUnretainedValue()
      .answered(acknowledgement?.pointee, failure?.pointee)
  }

  private func answered(_ acknowledgement: jsPubAck?, _ failure: jsPubAckErr?) {
    guard isOpen.withLock({ $0 }) else { return }
    if let failure {
      let text = failure.ErrText.map { String(cString: $0) }
      ear.tell(
        .refused(round: round, NATSFailure(failure.Err, failure.ErrCode, text: text)))
    } else if let acknowledgement {
      ear.tell(
        .acknowledged(round: round, through: Int64(clamping: acknowledgement.Sequence)))
    }
  }
}
