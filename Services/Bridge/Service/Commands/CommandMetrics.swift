import Bus
import StandupsMetrics

/// Metrics of the commands received over NATS.
struct CommandMetrics: Sendable {
  private let commands: MetricFamily<Counter>
  private let isUp: Gauge

  init(_ registry: MetricRegistry) {
    commands = registry.counters(
      "standups_bridge_commands_total",
      "Commands received over NATS, by outcome; those without a reply subject are dropped.",
      labels: ["result"])
    for result in ["ok", "error", "dropped"] { _ = commands.with(result) }
    isUp = registry.gauge(
      "standups_bridge_commands_up",
      "1 if the bridge can receive commands from NATS, 0 if it cannot, -1 if no commands are allowed."
    )
    isUp.set(-1)
  }

  func answered(_ error: BusError?) { commands.with(error == nil ? "ok" : "error").add() }
  func dropped() { commands.with("dropped").add() }
  func show(isUp up: Bool) { isUp.set(up ? 1 : 0) }
}
