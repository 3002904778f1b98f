import StandupsMetrics
import WebhooksAPI

/// Metrics of the webhooks service: counters, and gauges that are set on each scrape.
struct WebhooksMetrics: Sendable {
  private let posts: MetricFamily<Counter>
  private let duration: Histogram
  private let webhooks: MetricFamily<Gauge>
  private let behind: Gauge
  private let waiting: Gauge

  init(_ registry: MetricRegistry) {
    posts = registry.counters(
      "standups_webhook_posts_total",
      "Requests to receivers, by outcome: status 2xx to 5xx, or the reason for no response.",
      labels: ["outcome"])
    duration = registry.histogram(
      "standups_webhook_post_seconds", "Time from a request to its response or failure.", .latency)
    webhooks = registry.gauges("standups_webhooks", "Webhooks, by state.", labels: ["state"])
    behind = registry.gauge(
      "standups_webhook_behind_events",
      "Events by which the slowest webhook lags behind the journal; paused webhooks are excluded.")
    waiting = registry.gauge(
      "standups_webhooks_backing_off", "Webhooks waiting for their next attempt.")
    // Create these series at the start, because an increase to 1 is invisible in a series that
    // begins with 1.
    for outcome in ["2xx", "4xx", "5xx"] { _ = posts.with(outcome) }
  }

  func count(_ outcome: PostOutcome, _ duration: Duration) {
    self.duration.observe(Int(duration / .nanoseconds(1)))
    switch outcome {
    case .answered(let response): posts.with("\(response.status / 100)xx").add()
    case .failed(let failure): posts.with(failure.code.rawValue).add()
    }
  }

  func show(_ state: WebhooksState) {
    var counts: [WebhookStatus.State: Int] = [.active: 0, .failing: 0, .paused: 0]
    var furthest = 0
    var backingOff = 0
    for webhook in state.webhooks.values {
      let status = webhook.status(state.journal)
      counts[status.state, default: 0] += 1
      if status.state != .paused { furthest = max(furthest, Int(status.behind ?? 0)) }
      if status.nextAttemptAt != nil { backingOff += 1 }
    }
    for (state, count) in counts { webhooks.with(state.rawValue).set(count) }
    behind.set(furthest)
    waiting.set(backingOff)
  }
}
