import CNATS
import Threads

/// What libnats calls on its threads when something becomes of the connection.
final class NATSEar: Sendable {
  /// A value of its own: a bare function is wrapped once more by each access through the lock.
  private struct Hearer {
    var tell: @Sendable (NATSNotice) -> Void
  }

  private let hearer: Locked<Hearer?>
  /// The connection that is listened to, by its place in memory: one before it may have something to tell still, and
  /// has its place as long.
  private let heard = Locked<UInt?>(nil)
  /// The last few: libnats may be in a call of one that is over.
  private let rounds = Locked<[RoundEar]>([])

  init(_ notice: @escaping @Sendable (NATSNotice) -> Void) {
    hearer = Locked(Hearer(tell: notice))
  }

  /// From now on nothing is told.
  func close() { hearer.withLock { $0 = nil } }

  /// From now on this connection is listened to, and no other one.
  func hear(_ connection: OpaquePointer?) {
    heard.withLock { $0 = connection.map { UInt(bitPattern: $0) } }
  }

  /// What hears of the messages of a round.
  func hear(round: Int) -> RoundEar {
    let one = RoundEar(round, self)
    rounds.withLock { rounds in
      rounds.append(one)
      if rounds.count > 64 { rounds.removeFirst(32) }
    }
    return one
  }

  /// From now on nothing is told of the rounds that there were.
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

  /// libnats has given it up, as when a server refused the user again.
  static let closed: natsConnectionHandler = { connection, closure in
    of(closure, connection)?.tell(.ended(reason: reason(connection)))
  }

  /// Such as that the user is not let in any more.
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

/// What libnats calls when something becomes of the messages of one round.
final class RoundEar: Sendable {
  private let round: Int
  /// It outlives this one, which is in its list.
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
