import Bus
import StandupsMetrics

/// Metrics of the gateway: counters, and gauges that are updated on each scrape.
struct GatewayMetrics: Sendable {
  private let requests: Counter
  private let logins: MetricFamily<Counter>
  private let events: Counter
  private let closes: MetricFamily<Counter>
  private let streams: MetricFamily<Gauge>
  private let sessions: Gauge
  private let connected: Gauge
  private let presences: Counter

  init(_ registry: MetricRegistry) {
    requests = registry.counter("standups_gateway_requests_total", "HTTP requests.")
    logins = registry.counters(
      "standups_gateway_logins_total", "Login attempts, by result.",
      labels: ["result"])
    for result in ["ok", "denied", "failed"] { _ = logins.with(result) }
    events = registry.counter(
      "standups_gateway_events_total", "Journal events sent to streams.")
    closes = registry.counters(
      "standups_gateway_streams_closed_total", "Streams closed, by kind and reason.",
      labels: ["kind", "reason"])
    streams = registry.gauges(
      "standups_gateway_streams", "Open streams, by kind.", labels: ["kind"])
    for kind in StreamKind.allCases {
      for reason in Self.reasons.values { _ = closes.with(kind.rawValue, reason) }
      _ = closes.with(kind.rawValue, "other")
      _ = streams.with(kind.rawValue)
    }
    sessions = registry.gauge("standups_gateway_sessions", "Logged-in browsers.")
    connected = registry.gauge(
      "standups_gateway_connected", "People connected to meetings, per meeting and device.")
    presences = registry.counter(
      "standups_gateway_presence_total", "Published lists of the people connected to a meeting.")
  }

  private static let reasons: [UInt16: String] = [
    1000: "left", 1001: "left", 1005: "left", 1006: "lost", 4001: "session_ended",
    4010: "role_lost", 4003: "protocol", 4029: "too_many", 4008: "too_slow",
  ]

  func requested() { requests.add() }
  func published() { events.add() }
  func announced() { presences.add() }

  func loggedIn<Success>(_ result: Result<Success, BusError>) {
    switch result {
    case .success: logins.with("ok").add()
    case .failure(let error): logins.with(error.code == .denied ? "denied" : "failed").add()
    }
  }

  func closed(_ kind: StreamKind, _ code: UInt16) {
    closes.with(kind.rawValue, Self.reasons[code] ?? "other").add()
  }

  func show(streams counts: [StreamKind: Int], sessions logged: Int, connected people: Int) {
    for kind in StreamKind.allCases { streams.with(kind.rawValue).set(counts[kind, default: 0]) }
    sessions.set(logged)
    connected.set(people)
  }
}
