import Bus
import Metrics

/// What is counted of commands that come over NATS.
struct CommandMetrics: Sendable {
  private let commands: MetricFamily<Counter>
  private let isUp: Gauge

  init(_ registry: MetricRegistry) {
    commands = registry.counters(
      "standups_bridge_commands_total",
      "Commands that came over NATS, by what became of them; dropped are those without a reply subject.",
      labels: ["result"])
    for result in ["ok", "error", "dropped"] { _ = commands.with(result) }
    isUp = registry.gauge(
      "standups_bridge_commands_up",
      "1 while commands are taken from NATS, 0 while they cannot, -1 where none is allowed.")
    isUp.set(-1)
  }

  func answered(_ error: BusError?) { commands.with(error == nil ? "ok" : "error").add() }
  func dropped() { commands.with("dropped").add() }
  func show(isUp up: Bool) { isUp.set(up ? 1 : 0) }
}
