import CNATS
import Threads

/// What libnats calls on its threads when something becomes of the connection.
final class NATSEar: Sendable {
  /// A value of its own: a bare function is wrapped once more by each access through the lock.
  private struct Hearer {
    var tell: @Sendable (NATSNotice) -> Void
  }

  private let hearer: Locked<Hearer?>
  /// The last few: libnats may be in a call of one that is over.
  private let rounds = Locked<[RoundEar]>([])

  init(_ notice: @escaping @Sendable (NATSNotice) -> Void) {
    hearer = Locked(Hearer(tell: notice))
  }

  /// From now on nothing is told.
  func close() { hearer.withLock { $0 = nil } }

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
    of(closure)?.tellConnected(connection)
  }

  static let disconnected: natsConnectionHandler = { connection, closure in
    var words: UnsafePointer<CChar>?
    _ = natsConnection_GetLastError(connection, &words)
    let text = words.map { String(cString: $0) } ?? ""
    of(closure)?.tell(
      .disconnected(
        reason: text.isEmpty ? "The connection to NATS is gone." : "NATS is away: \(text)."))
  }

  /// Such as that the user is not let in.
  static let failed: natsErrHandler = { _, _, status, closure in
    guard status == NATS_CONNECTION_AUTH_FAILED || status == NATS_NOT_PERMITTED else { return }
    of(closure)?.tell(.disconnected(reason: "NATS refuses the user: \(NATSFailure(status))."))
  }

  private static func of(_ closure: UnsafeMutableRawPointer?) -> NATSEar? {
    closure.map { Unmanaged<NATSEar>.fromOpaque($0).takeUnretainedValue() }
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
