import FocusAPI
import StandupsMetrics

/// Decision that the metrics count.
enum Tally: Hashable, Sendable {
  case started
  case stopped(FocusStopped.Cause)
}

/// Metrics of the focus service: counters, and gauges that are set on each scrape.
struct FocusMetrics: Sendable {
  private let started: Counter
  private let stopped: MetricFamily<Counter>
  private let running: Gauge
  private let waiting: Gauge

  init(_ registry: MetricRegistry) {
    started = registry.counter("standups_focus_started_total", "Focus sessions started.")
    stopped = registry.counters(
      "standups_focus_stopped_total", "Focus sessions that ended, by cause.",
      labels: ["cause"])
    for cause in FocusStopped.Cause.allCases { _ = stopped.with(Self.label(cause)) }
    running = registry.gauge("standups_focus_running", "Focus sessions that are running.")
    waiting = registry.gauge(
      "standups_focus_commands_waiting", "Commands waiting for another command of the same person.")
  }

  func count(_ tally: Tally) {
    switch tally {
    case .started: started.add()
    case .stopped(let cause): stopped.with(Self.label(cause)).add()
    }
  }

  func show(_ state: FocusState) {
    running.set(state.saved.running.count)
    waiting.set(state.commands.lanes.waiting)
  }

  private static func label(_ cause: FocusStopped.Cause) -> String {
    switch cause {
    case .asked: "asked"
    case .timeUp: "time_up"
    }
  }
}
