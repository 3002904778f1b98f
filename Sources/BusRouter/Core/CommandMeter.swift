import Bus
import StandupsMetrics

/// Measures the commands of one target. Services look it up once when they register, not for each
/// command.
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

  /// Records a finished command.
  ///
  /// - Parameters:
  ///   - code: the code of the error; nil for a success.
  ///   - microseconds: time since the command arrived.
  func finished(_ code: BusError.Code?, afterUs microseconds: Int64) {
    duration.observe(Int(microseconds) * 1000)
    if let code { refused(code) } else { done.add() }
  }

  /// Counts a command that was rejected without being executed.
  func refused(_ code: BusError.Code) {
    commands.with(target, code.rawValue).add()
  }
}
