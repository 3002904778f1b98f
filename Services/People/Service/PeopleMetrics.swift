import StandupsMetrics

/// Metrics of the people service: counters, and gauges that are set on each scrape. No label
/// contains the name or id of a person.
struct PeopleMetrics: Sendable {
  private let changes: Counter
  private let persons: Gauge
  private let teams: Gauge
  private let waiting: Gauge

  init(_ registry: MetricRegistry) {
    changes = registry.counter(
      "standups_people_changes_total", "Changes of persons, teams and memberships.")
    persons = registry.gauge("standups_people_persons", "Persons stored.")
    teams = registry.gauge("standups_people_teams", "Teams, without removed ones.")
    waiting = registry.gauge(
      "standups_people_commands_waiting",
      "Commands waiting for another command on the same person or team.")
  }

  func countChange() { changes.add() }

  func show(_ state: PeopleState) {
    persons.set(state.saved.persons.count)
    teams.set(state.saved.teamIDs.count)
    waiting.set(state.commands.lanes.waiting)
  }
}
