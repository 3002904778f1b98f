import BridgeAPI
import Foundation
import StandupsMetrics

/// Metrics of the bridge, updated from its status on each scrape.
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
      "1 if events reach NATS, 0 if they cannot, -1 if NATS is not configured.")
    behind = registry.gauge(
      "standups_bridge_behind_events",
      "Number of events in the journal that the stream does not have yet.")
    published = registry.gauge(
      "standups_bridge_published_events", "Events acknowledged by NATS since startup.")
    omitted = registry.gauge(
      "standups_bridge_omitted_events",
      "Events too large for NATS, published without their data since startup."
    )
    erased = registry.gauge(
      "standups_bridge_erased_messages",
      "Messages erased from the stream since startup.")
    rebuilt = registry.gauge(
      "standups_bridge_rebuilds", "Rebuilds of the stream since startup.")
    left = registry.gauge(
      "standups_bridge_left_streams", "Streams of earlier journals that have not been removed.")
    lag = registry.histogram(
      "standups_bridge_lag_seconds",
      "Time from an event to its acknowledgment by NATS, in seconds; excludes events from before the connection.",
      .latency)
  }

  func observe(ms: Int) { lag.observe(ms * 1_000_000) }

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
