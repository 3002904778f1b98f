import Bus
import BusRouter
import StandupsMetrics

/// Metrics of the router's state, read from its report on each scrape.
struct RouterGauges: Sendable {
  private let services: MetricFamily<Gauge>
  private let inFlight: MetricFamily<Gauge>
  private let parked: MetricFamily<Gauge>
  private let parkedBytes: Gauge
  private let pending: Gauge
  private let delegating: Gauge
  private let unbound: Gauge
  private let malformed: Counter
  private let unboundCalls: Counter
  private let lost: Counter
  private let orphans: Counter
  private let handshakes: Counter
  private let denied: Counter

  init(_ registry: MetricRegistry) {
    services = registry.gauges(
      "standups_services", "Connected service instances.",
      labels: ["peer", "state"])
    inFlight = registry.gauges(
      "standups_commands_in_flight", "Commands that services are processing.", labels: ["peer"])
    parked = registry.gauges(
      "standups_commands_parked", "Commands waiting for an unavailable service.",
      labels: ["peer"])
    parkedBytes = registry.gauge(
      "standups_commands_parked_bytes", "Size of the waiting commands, in bytes.")
    pending = registry.gauge(
      "standups_commands_pending", "Commands that have no reply yet, in progress or waiting.")
    delegating = registry.gauge(
      "standups_delegate_calls_in_flight", "Delegate calls that bindings are processing.")
    unbound = registry.gauge(
      "standups_bindings_unbound",
      "Delegate messages that connected services declare but no binding handles.")
    malformed = registry.counter(
      "standups_messages_malformed_total", "Malformed messages.")
    unboundCalls = registry.counter(
      "standups_delegate_calls_unbound_total", "Delegate calls without a binding.")
    lost = registry.counter(
      "standups_services_lost_total", "Service instances lost without a goodbye.")
    orphans = registry.counter(
      "standups_replies_orphaned_total", "Replies without a waiting caller.")
    handshakes = registry.counter(
      "standups_connections_refused_total", "Connections rejected because their key is unknown.")
    denied = registry.counter(
      "standups_messages_denied_total",
      "Messages and subscriptions rejected because the key does not allow them.")
  }

  /// Updates the metrics.
  ///
  /// - Parameters:
  ///   - report: the current report of the router.
  ///   - refusals: numbers of refused handshakes and of denied messages.
  ///   - names: the expected services, which are shown even if they are not connected.
  func show(
    _ report: RouterReport, refusals: (handshakes: Int, denied: Int),
    expecting names: some Sequence<String>
  ) {
    var counts: [[String]: Int] = [:]
    var work: [String: Int] = [:]
    for name in names {
      counts[[name, "up"]] = 0
      work[name] = 0
    }
    for service in report.services {
      let state = service.isStandby ? "standby" : service.isDraining ? "draining" : "up"
      counts[[service.manifest.service, state], default: 0] += 1
      work[service.manifest.service, default: 0] += service.inFlight
    }
    services.keepOnly(Set(counts.keys))
    for (labels, count) in counts { services.with(labels).set(count) }
    for (name, count) in work {
      inFlight.with(name).set(count)
      parked.with(name).set(report.parked[name] ?? 0)
    }
    parkedBytes.set(report.parkedBytes)
    pending.set(report.pending)
    delegating.set(report.delegating)
    unbound.set(report.unbound.count)
    malformed.show(report.counters.malformed)
    unboundCalls.show(report.counters.unbound)
    lost.show(report.counters.lost)
    orphans.show(report.counters.orphans)
    handshakes.show(refusals.handshakes)
    denied.show(refusals.denied)
  }
}
