import Bus
public import StandupsMetrics

/// Metrics that the router records while it works. Values that it knows at any time are read on
/// request instead.
public final class RouterMetrics: Sendable {
  /// Number of commands by target and outcome: `ok`, or the code of the error.
  let commands: MetricFamily<Counter>
  let durations: MetricFamily<Histogram>
  let delegateCalls: MetricFamily<Counter>
  let published: MetricFamily<Counter>
  let forwarded: Counter
  let dropped: Counter

  /// Stands for all targets that no service declared.
  static let unknownTarget = "unknown"

  /// Registers the router's metrics, such as `standups_commands_total`, in a registry.
  public init(_ registry: MetricRegistry) {
    commands = registry.counters(
      "standups_commands_total",
      "Commands with a reply, by outcome: ok or the error code. Counts every attempt.",
      labels: ["target", "outcome"])
    durations = registry.histograms(
      "standups_command_duration_seconds",
      "Time from receiving a command to its reply, including the time it waited, in seconds.",
      labels: ["target"], .latency)
    delegateCalls = registry.counters(
      "standups_delegate_calls_total", "Delegate calls handled by a binding, by outcome.",
      labels: ["message", "outcome"])
    published = registry.counters(
      "standups_events_published_total", "Durable events published.", labels: ["type"])
    forwarded = registry.counter(
      "standups_events_forwarded_total",
      "Ephemeral events forwarded, such as ticks, counted per topic.")
    dropped = registry.counter(
      "standups_messages_dropped_total",
      "Commands and replies dropped because their receiver reads too slowly.")
  }
}

extension BusError.Code {
  /// The code as a label. Codes that a peer invented share one label.
  var label: BusError.Code {
    Self.own.contains(self) ? self : BusError.Code(rawValue: "other")
  }

  private static let own: Set<BusError.Code> = [
    .unroutable, .busy, .expired, .invalid, .denied, .tooLarge, .version, .unbound, .draining,
    .compacted, .conflict, .notFound, .moved, .unavailable, .internal,
  ]
}
