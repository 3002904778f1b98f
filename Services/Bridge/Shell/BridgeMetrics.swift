import BridgeAPI
import Foundation
import Metrics

/// What the bridge counts, and shows of its state when somebody asks.
struct BridgeMetrics: Sendable {
  private let isUp: Gauge
  private let behind: Gauge
  private let published: Gauge
  private let omitted: Gauge
  private let erased: Gauge
  private let rebuilt: Gauge
  private let left: Gauge
  private let lag: Histogram

  init(_ registry: MetricRegistry) {
    isUp = registry.gauge(
      "standups_bridge_up",
      "1 while events go to NATS, 0 while they cannot, -1 where no NATS is set.")
    behind = registry.gauge(
      "standups_bridge_behind_events", "How far the stream is from the end of the journal.")
    published = registry.gauge(
      "standups_bridge_published_events", "Events that NATS acknowledged since the start.")
    omitted = registry.gauge(
      "standups_bridge_omitted_events",
      "Events that were too large for NATS, of which the stream has only the head, since the start."
    )
    erased = registry.gauge(
      "standups_bridge_erased_messages",
      "Messages that were erased from the stream since the start.")
    rebuilt = registry.gauge(
      "standups_bridge_rebuilds", "How often the stream was made anew since the start.")
    left = registry.gauge(
      "standups_bridge_left_streams", "Streams of earlier journals that nobody has removed.")
    lag = registry.histogram(
      "standups_bridge_lag_seconds",
      "From an event to its acknowledgement by NATS; events of before the connection left out.",
      .latency)
  }

  func took(ms: Int) { lag.observe(ms * 1_000_000) }

  func show(_ status: BridgeStatus) {
    switch status.state {
    case .off: isUp.set(-1)
    case .away: isUp.set(0)
    case .live: isUp.set(1)
    }
    behind.set(Int(status.behind ?? 0))
    published.set(status.published)
    omitted.set(status.omitted)
    erased.set(status.erased)
    rebuilt.set(status.rebuilt)
    left.set(status.left.count)
  }
}
