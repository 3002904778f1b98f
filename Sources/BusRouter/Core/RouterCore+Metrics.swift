import Bus
import Foundation
import ZeroMQ

extension RouterCore {
  /// A declared command, in the form that the router needs for each message.
  struct Declared: Sendable {
    var rule: CommandRule
    var isKeyed: Bool
    var isDeferrable: Bool
    var meter: CommandMeter?
  }

  mutating func declared(_ manifest: Manifest) -> [String: Declared] {
    Dictionary(
      manifest.commands.map { command in
        let isKeyed = manifest.isSharded && command.isKeyed == true
        return (
          command.target,
          Declared(
            rule: command.rule, isKeyed: isKeyed, isDeferrable: command.isDeferrable ?? false,
            meter: meter(command.target))
        )
      },
      uniquingKeysWith: { $1 })
  }

  /// Maximum size of an error that is decoded, in bytes; a larger one counts as internal.
  private static let maxErrorBytes = 16 << 10

  /// Maximum number of targets that are measured individually.
  static let maxMeters = 1000

  /// The meter of a declared target; nil if metrics are off.
  private mutating func meter(_ target: String) -> CommandMeter? {
    guard let metrics = configuration.metrics else { return nil }
    // Targets remain when their service is gone; beyond the maximum, further ones share the meter
    // of unknown targets.
    guard meters[target] != nil || meters.count < Self.maxMeters else {
      return CommandMeter(RouterMetrics.unknownTarget, metrics)
    }
    let meter = meters[target] ?? CommandMeter(target, metrics)
    meters[target] = meter
    return meter
  }

  /// Measures targets that no service has to declare.
  mutating func measure(_ targets: some Sequence<String>) {
    for target in targets { _ = meter(target) }
  }

  /// Counts a command that was rejected before it was assigned to a service.
  func countRefusal(_ target: String, _ code: BusError.Code) {
    guard let metrics = configuration.metrics else { return }
    if let meter = meters[target] {
      meter.refused(code.label)
    } else {
      metrics.commands.with(RouterMetrics.unknownTarget, code.label.rawValue).add()
    }
  }

  /// Replies to an accepted command with an error.
  mutating func fail(_ entry: Pending, _ error: BusError) -> [RouterEffect] {
    if configuration.metrics != nil { count(entry, error.code) }
    return refuse(error, entry.header, to: entry.requester, entry.traceNumber)
  }

  /// Counts one of the router's own commands that was answered.
  func count(_ target: String, with result: Result<Data, BusError>, since: Int64, now: BusTime) {
    guard let metrics = configuration.metrics else { return }
    var code: BusError.Code?
    if case .failure(let error) = result { code = error.code.label }
    if let meter = meters[target] {
      meter.finished(code, afterUs: now.steadyUs - since)
    } else if let code {
      metrics.commands.with(RouterMetrics.unknownTarget, code.rawValue).add()
    }
  }

  func countDelegate(_ message: String, with result: Result<Data, BusError>) {
    guard let metrics = configuration.metrics else { return }
    var outcome = "ok"
    if case .failure(let error) = result { outcome = error.code.label.rawValue }
    let name = configuration.bound.contains(message) ? message : RouterMetrics.unknownTarget
    metrics.delegateCalls.with(name, outcome).add()
  }

  /// Counts a command that its service answered.
  func count(_ entry: Pending, _ message: Message, _ kind: Kind) {
    guard configuration.metrics != nil else { return }
    // Only errors are decoded, and only short ones; all other replies pass unread.
    guard kind == .error else { return count(entry, nil) }
    let isRead = message.byteCount <= Self.maxErrorBytes
    count(entry, (isRead ? try? Envelope(message) : nil)?.busError.code ?? .internal)
  }

  /// - Parameter code: the code of the error; nil for a success.
  func count(_ entry: Pending, _ code: BusError.Code?) {
    (entry.meter ?? meters[entry.target])?
      .finished(code?.label, afterUs: nowUs - entry.sinceUs)
  }
}
