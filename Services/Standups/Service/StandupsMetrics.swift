import StandupsMetrics
import Standups
import StandupsAPI

/// Metrics of the standups service: counters, and gauges that are set when they are read.
struct StandupsMetrics: Sendable {
  /// The outcome of a meeting.
  enum Outcome: String, CaseIterable {
    case finished, discarded
    /// Cancelled before its clock ever ran.
    case cancelled
  }

  private let meetings: MetricFamily<Counter>
  private let started: Counter
  private let live: Gauge
  private let alerts: MetricFamily<Gauge>
  private let standups: Gauge
  private let underWay: Gauge
  private let waiting: Gauge
  private let unreadable: Gauge

  init(_ registry: MetricRegistry) {
    meetings = registry.counters(
      "standups_meetings_ended_total", "Meetings that ended, by outcome.", labels: ["outcome"])
    for outcome in Outcome.allCases { _ = meetings.with(outcome.rawValue) }
    started = registry.counter("standups_meetings_started_total", "Meetings started.")
    live = registry.gauge("standups_meetings_live", "Meetings in progress.")
    alerts = registry.gauges(
      "standups_alerts_open",
      "Alerts waiting for an answer; the meeting's clock is paused until then.",
      labels: ["alert"])
    standups = registry.gauge("standups_standups", "Standups stored.")
    underWay = registry.gauge(
      "standups_operations_in_flight", "Commands being processed by the standups service.")
    waiting = registry.gauge(
      "standups_operations_waiting", "Commands waiting for another command on the same standup.")
    unreadable = registry.gauge(
      "standups_documents_unreadable",
      "Stored documents that cannot be read and are left unchanged.")
  }

  /// The expected result of an action. It has only ids: with a second reference to the saved state,
  /// the next change would copy all of it.
  struct Expectation {
    fileprivate var isStart: Bool
    fileprivate var outcome: Outcome
    /// Live meetings that the decision ends.
    fileprivate var ending: [Meeting.ID]
  }

  func expectation(of decision: Decision, _ saved: Saved) -> Expectation {
    let ending = decision.changes.compactMap { change -> Meeting.ID? in
      switch change {
      case .removeSession(let id), .endSession(_, let id):
        saved.sessions.contains(id: id) ? id : nil
      default: nil
      }
    }
    return Expectation(
      isStart: decision.events.contains { $0.labels.type == MeetingStarted.type },
      outcome: Self.outcome(decision, ending, saved), ending: ending)
  }

  /// Counts the expected results that occurred.
  func count(_ expected: Expectation, _ saved: Saved) {
    if expected.isStart { started.add() }
    for id in expected.ending where !saved.sessions.contains(id: id) {
      meetings.with(expected.outcome.rawValue).add()
    }
  }

  private static func outcome(
    _ decision: Decision, _ ending: [Meeting.ID], _ saved: Saved
  ) -> Outcome {
    let isSaved = decision.changes.contains {
      if case .putMeeting = $0 { true } else { false }
    }
    if isSaved { return .finished }
    let hasStarted = ending.contains { saved.sessions[id: $0]?.startedAt != nil }
    return hasStarted ? .discarded : .cancelled
  }

  private static func name(_ destination: MeetingSession.Destination) -> String {
    switch destination {
    case .alert(.speechAuthorization): "speech_authorization"
    case .alert(.speechDenied): "speech_denied"
    case .alert(.speechRestricted): "speech_restricted"
    case .alert(.endMeeting): "end_meeting"
    case .alert(.paused): "paused"
    case .alert(.speechFailed): "speech_failed"
    }
  }

  func show(_ state: StandupsState) {
    live.set(state.saved.sessions.count)
    var open: [String: Int] = [:]
    for session in state.saved.sessions {
      if let alert = session.destination { open[Self.name(alert), default: 0] += 1 }
    }
    for (alert, count) in open { alerts.with(alert).set(count) }
    alerts.keepOnly(Set(open.keys.map { [$0] }))
    standups.set(state.saved.count)
    underWay.set(state.operations.count)
    waiting.set(state.waiting.count)
    unreadable.set(state.saved.unreadable.count)
  }
}
