import Bus
import Metrics

/// Measures the commands of one target; found once for each service that declares it.
final class CommandMeter: Sendable {
  let target: String
  private let done: Counter
  private let duration: Histogram
  private let commands: MetricFamily<Counter>

  init(_ target: String, _ metrics: RouterMetrics) {
    self.target = target
    commands = metrics.commands
    done = metrics.commands.with(target, "ok")
    duration = metrics.durations.with(target)
  }

  /// - Parameter code: of the error; nil if it was done.
  func finished(_ code: BusError.Code?, afterUs microseconds: Int64) {
    duration.observe(Int(microseconds) * 1000)
    if let code { refused(code) } else { done.add() }
  }

  /// It was answered without having been looked at.
  func refused(_ code: BusError.Code) {
    commands.with(target, code.rawValue).add()
  }
}
