import StandupsMetrics

/// Metrics of the schedule service: counters, and gauges that are set on each scrape.
struct ScheduleMetrics: Sendable {
  private let told: MetricFamily<Counter>
  private let unread: Counter
  private let schedules: Gauge
  private let waiting: Gauge

  init(_ registry: MetricRegistry) {
    told = registry.counters(
      "standups_schedule_told_total",
      "Reports to the router: reminders, due times (also those in people's zones), missed times and complete updates.",
      labels: ["kind"])
    for kind in ["reminded", "due", "missed", "written", "zone"] { _ = told.with(kind) }
    unread = registry.counter(
      "standups_schedule_holidays_unread_total", "Holiday calendars that could not be read.")
    schedules = registry.gauge("standups_schedule_schedules", "Schedules stored.")
    waiting = registry.gauge(
      "standups_schedule_commands_waiting",
      "Commands waiting for another command on the same subject.")
  }

  func count(_ report: DueReport) {
    switch report {
    case .steppedBack, .zones: break
    case .zone: told.with("zone").add()
    case .reminder: told.with("reminded").add()
    case .due: told.with("due").add()
    case .written: told.with("written").add()
    case .missed(_, _, let count): told.with("missed").add(count)
    }
  }

  func couldNotRead() { unread.add() }

  func show(_ state: ScheduleState) {
    schedules.set(state.saved.subjects.count)
    waiting.set(state.commands.lanes.waiting)
  }
}
