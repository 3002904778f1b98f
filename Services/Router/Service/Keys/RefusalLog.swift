import Bus
import AccessRights
import StandupsLogging

/// Logs refused connections and messages; the same one at most once in ten seconds.
final class RefusalLog: Sendable {
  private let log: Log
  private let throttle = LogThrottle()

  init(_ log: Log) { self.log = log }

  func note(_ refusal: AccessControl.Refusal) {
    var fields: [String: LogValue] = [
      "socket": LogValue(refusal.door.rawValue), "refused": LogValue(refusal.kind.rawValue),
    ]
    if let fingerprint = refusal.fingerprint { fields["key"] = LogValue(fingerprint) }
    if let address = refusal.address, !address.isEmpty { fields["address"] = LogValue(address) }
    note(refusal.reason, fields)
  }

  /// Logs a message that the sender's key does not allow.
  func note(fingerprint: String, reason: String) {
    note(reason, ["refused": "message", "key": LogValue(fingerprint)])
  }

  /// Logs that a connection was closed.
  func note(_ reason: String) {
    guard let fields = throttle.fields(reason) else { return }
    log.warning(reason, fields)
  }

  private func note(_ reason: String, _ fields: [String: LogValue]) {
    let key = fields["key"].map { "\($0)" } ?? ""
    guard let before = throttle.fields("\(key) \(reason)") else { return }
    log.warning("Refused: \(reason)", fields.merging(before) { $1 })
  }
}
