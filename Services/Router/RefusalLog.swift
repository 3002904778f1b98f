import Bus
import BusRouter
import Logging
import Threads
import ZeroMQ

/// Writes down who was refused: the same thing once in ten seconds, so that whoever knocks again and again
/// does not fill the log.
final class RefusalLog: Sendable {
  private struct Heard {
    var at: MonotonicInstant
    var silent = 0
  }

  private let log: Log
  private let heard = Locked([String: Heard]())
  private static let pause = Duration.seconds(10)
  private static let most = 1000

  init(_ log: Log) { self.log = log }

  func note(_ refusal: AccessControl.Refusal) {
    var fields: [String: LogValue] = [
      "socket": LogValue(refusal.door.rawValue), "refused": LogValue(refusal.kind.rawValue),
    ]
    if let fingerprint = refusal.fingerprint { fields["key"] = LogValue(fingerprint) }
    if let address = refusal.address, !address.isEmpty { fields["address"] = LogValue(address) }
    note(refusal.reason, fields)
  }

  /// A message that a key does not allow.
  func note(fingerprint: String, reason: String) {
    note(reason, ["refused": "message", "key": LogValue(fingerprint)])
  }

  private func note(_ reason: String, _ fields: [String: LogValue]) {
    let what = "\(fields["key"].map { "\($0)" } ?? "") \(reason)"
    let now = MonotonicInstant.now
    let silent: Int? = heard.withLock { heard in
      if let last = heard[what], last.at.duration(to: now) < Self.pause {
        heard[what]?.silent += 1
        return nil
      }
      if heard.count >= Self.most { heard = [:] }
      defer { heard[what] = Heard(at: now) }
      return heard[what]?.silent ?? 0
    }
    guard let silent else { return }
    var fields = fields
    if silent > 0 { fields["before"] = LogValue(silent) }
    log.warning("Refused: \(reason)", fields)
  }
}
