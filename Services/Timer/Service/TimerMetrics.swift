import StandupsMetrics

/// Metrics of the timer. Ticks are counted once per wake-up.
struct TimerMetrics: Sendable {
  let ticks: Counter
  let lateness: Histogram
  let speakerChanges: Counter
  let finished: Counter
  let countdowns: MetricFamily<Gauge>
  let calls: Gauge

  init(_ registry: MetricRegistry) {
    ticks = registry.counter("standups_timer_ticks_total", "Ticks published.")
    lateness = registry.histogram(
      "standups_timer_tick_lateness_seconds",
      "Upper bound of the lateness of ticks: the lateness of the first tick due in the same wake-up.",
      .lateness)
    speakerChanges = registry.counter(
      "standups_timer_speaker_changes_total", "Turns started.")
    finished = registry.counter("standups_timer_finished_total", "Countdowns that ran out.")
    countdowns = registry.gauges(
      "standups_timer_countdowns", "Countdowns, by state.", labels: ["state"])
    calls = registry.gauge(
      "standups_timer_delegate_calls_in_flight", "Calls to the router that are waiting for a reply."
    )
  }

  /// Records the effects of one operation.
  ///
  /// - Parameter lateNs: lateness of the first deadline; nil if the operation does not serve
  ///   deadlines.
  func record(_ sink: ServiceSink, lateNs: Int64?) {
    if sink.ticks > 0 {
      ticks.add(sink.ticks)
      if let lateNs { lateness.observe(Int(lateNs), times: sink.ticks) }
    }
    speakerChanges.add(sink.speakerChanges)
    finished.add(sink.finishes)
  }

  func show(_ service: TimerService) async {
    let now = await service.load
    countdowns.with("running").set(now.running)
    countdowns.with("still").set(now.count - now.running)
    calls.set(now.inFlight)
  }
}

extension TimerService {
  /// Current numbers of countdowns and of delegate calls in progress.
  var load: (count: Int, running: Int, unwatched: Int, inFlight: Int) {
    (engine.count, engine.running, engine.unwatched, outbox.inFlight)
  }

  func observe(_ metrics: TimerMetrics, in registry: MetricRegistry) {
    registry.onRead { await metrics.show(self) }
  }
}
