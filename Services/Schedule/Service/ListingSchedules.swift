import Bus
import Foundation
import ScheduleAPI
import WebClient

/// Schedules as commands return them.
extension ScheduleReduction {
  /// Returns true if a subject has a schedule, possibly an unreadable one, that a command may read
  /// or change. The team of an unreadable schedule is unknown, so the scope must include all teams.
  func isVisible(_ subject: Subject, _ operation: Operation) -> Bool {
    let scope = operation.scope
    guard let saved = state.saved[subject] else {
      return scope == .all && state.saved.unreadable.contains(subject)
    }
    return scope.contains(saved.teamID)
  }

  /// Returns the schedule of a subject.
  ///
  /// - Throws: `not_found` without a schedule in the scope of the command, or `internal` for an
  ///   unreadable one.
  func saved(_ subject: Subject, _ operation: Operation) throws(BusError) -> SavedSchedule {
    guard isVisible(subject, operation) else { throw Self.missing(subject) }
    if state.saved.unreadable.contains(subject) {
      throw BusError(
        .internal,
        "The schedule of “\(subject)” cannot be read; see the log of the schedule service. Setting or removing"
          + " the schedule discards it."
      )
    }
    guard let saved = state.saved[subject] else { throw Self.missing(subject) }
    return saved
  }

  static func missing(_ subject: Subject) -> BusError {
    BusError(
      .notFound, "“\(subject)” has no schedule; list all schedules with “standups schedule”.",
      detail: ["subject": subject.name])
  }

  /// A page of the list of the schedules in the scope of the command, in the order of their
  /// subjects.
  func page(_ after: Subject?, _ limit: Int, _ operation: Operation) -> ListSchedules.Reply {
    let subjects = state.saved.subjects
    let page = subjects.page(after: after, limit: limit) { isVisible($0, operation) }
    let total =
      operation.scope == .all
      ? subjects.count : subjects.count { isVisible($0, operation) }
    return ListSchedules.Reply(
      schedules: page.ids.compactMap {
        state.saved[$0]?.schedule(of: $0, at: operation.at, times: 1)
      },
      next: page.next?.name, total: total)
  }
}

extension SavedSchedule {
  /// Maximum number of days off that are shown with their names.
  private static let maxShownDays = 10

  /// The schedule in the form of the API. If several times are requested, it includes the days off.
  func schedule(of subject: Subject, at now: Int64, times limit: Int) -> Schedule {
    func shown(_ days: DaysOff, except others: DaysOff = DaysOff()) -> [ScheduleDayOff] {
      guard limit > 1 else { return [] }
      return days.from(
        Day(days: Int(now / 86_400_000)), where: { rule.meets(on: $0) && !others.contains($0) },
        limit: Self.maxShownDays
      )
      .map { ScheduleDayOff(day: $0.day.text, name: $0.name) }
    }
    /// The names of a choice, which a list omits.
    func shown(_ names: [String]) -> [String]? { limit > 1 && !names.isEmpty ? names : nil }
    return Schedule(
      subject: subject.name, rule: rule.written, mode: mode, remindMs: remindMs,
      closesAfterMs: closesAfterMs, asksLocally: asksLocally,
      holidays: holidays.map {
        ScheduleHolidays(
          host: $0.url.map(HTTPAddress.receiver), days: $0.days.days.count,
          readAt: Date(ms: $0.readMs),
          problem: $0.problem, skipped: shown($0.days),
          observances: shown($0.observances, except: $0.days),
          observe: shown($0.choice.observe), ignore: shown($0.choice.ignore))
      },
      breaks: breaks?.current(at: now, in: rule).map { current in
        current.prefix(limit > 1 ? current.count : 1).map(\.written)
      },
      next: times(after: max(now, settledMs), limit: limit).map { Date(ms: $0) },
      problem: rule.isKnown ? nil : Self.unknown(rule.zone))
  }

  /// The problem of a schedule whose time zone was removed from the database.
  static func unknown(_ zone: String) -> String {
    "The time zone \(zone) is no longer in this system’s database; set the schedule again in another zone."
  }
}
