import Bus
import Foundation
import ZeroMQ

extension RouterCore {
  /// A command that a service declares, as the router looks it up once for each message.
  struct Declared: Sendable {
    var access: CommandTable.Access
    var isKeyed: Bool
    var isDeferrable: Bool
    var isForObservers: Bool
    var meter: CommandMeter?
  }

  mutating func declared(_ manifest: Manifest) -> [String: Declared] {
    Dictionary(
      manifest.commands.map { command in
        let isKeyed = manifest.isSharded && command.isKeyed == true
        return (
          command.target,
          Declared(
            access: command.access, isKeyed: isKeyed, isDeferrable: command.isDeferrable ?? false,
            isForObservers: command.isForObservers ?? false, meter: meter(command.target))
        )
      },
      uniquingKeysWith: { $1 })
  }

  /// An error that is longer counts as an internal one.
  private static let maxErrorBytes = 16 << 10

  /// How many targets are measured one by one.
  static let maxMeters = 1000

  /// The meter of a target that somebody declared; nil where nothing is measured.
  private mutating func meter(_ target: String) -> CommandMeter? {
    guard let metrics = configuration.metrics else { return nil }
    // Targets stay when their service is gone; whoever declares more shares the unknown one's.
    guard meters[target] != nil || meters.count < Self.maxMeters else {
      return CommandMeter(RouterMetrics.unknownTarget, metrics)
    }
    let meter = meters[target] ?? CommandMeter(target, metrics)
    meters[target] = meter
    return meter
  }

  /// Measures also what no service has to declare.
  mutating func measure(_ targets: some Sequence<String>) {
    for target in targets { _ = meter(target) }
  }

  /// A command that was answered with an error before it was anybody's.
  func countRefusal(_ target: String, _ code: BusError.Code) {
    guard let metrics = configuration.metrics else { return }
    if let meter = meters[target] {
      meter.refused(code.label)
    } else {
      metrics.commands.with(RouterMetrics.unknownTarget, code.label.rawValue).add()
    }
  }

  /// Answers a command that was taken, with an error.
  mutating func fail(_ entry: Pending, _ error: BusError) -> [RouterEffect] {
    if configuration.metrics != nil { count(entry, error.code) }
    return refuse(error, entry.header, to: entry.requester, entry.flight)
  }

  /// A command of the router's own was answered.
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

  /// A command was answered by its service.
  func count(_ entry: Pending, _ message: Message, _ kind: Kind) {
    guard configuration.metrics != nil else { return }
    // Errors only, and no long ones: everything else passes unread.
    guard kind == .error else { return count(entry, nil) }
    let isRead = message.byteCount <= Self.maxErrorBytes
    count(entry, (isRead ? try? Envelope(message) : nil)?.busError.code ?? .internal)
  }

  /// - Parameter code: of the error; nil if it was done.
  func count(_ entry: Pending, _ code: BusError.Code?) {
    (entry.meter ?? meters[entry.target])?
      .finished(code?.label, afterUs: nowUs - entry.sinceUs)
  }
}
