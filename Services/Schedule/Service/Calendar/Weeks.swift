import Bus
import ScheduleAPI

/// Weeks of a rule: every one, or every n-th one. A week begins on Monday (ISO 8601).
///
/// Weeks are counted by days, not by their numbers, so that a year with 53 of them does not matter.
extension Rule {
  /// Checks the weeks of a rule.
  ///
  /// - Returns: the number of weeks from one to the next, and the Monday of the week from which they are
  ///   counted; nil for every week, and nil for a week that the rule leaves open.
  /// - Throws: `invalid`, with the field.
  static func weeks(_ rule: ScheduleRule) throws(BusError) -> (every: Int?, monday: Day?) {
    let every = rule.everyWeeks ?? 1
    guard ScheduleRule.weeks.contains(every) else {
      let (first, last) = (ScheduleRule.weeks.lowerBound, ScheduleRule.weeks.upperBound)
      throw BusError(
        .invalid, "Invalid number of weeks \(every); expected \(first) to \(last).",
        detail: ["field": "rule.everyWeeks"])
    }
    guard let date = rule.weekOf else { return (every == 1 ? nil : every, nil) }
    guard every > 1 else {
      throw BusError(
        .invalid,
        "Invalid weekOf; the times are in every week, because everyWeeks is missing or 1.",
        detail: ["field": "rule.weekOf"])
    }
    guard let day = Day(text: date), day.monday.isReal else {
      throw BusError(
        .invalid,
        "Invalid date “\(date.prefix(16))”; expected an existing date such as 2026-11-23.",
        detail: ["field": "rule.weekOf"])
    }
    return (every, day.monday)
  }

  /// True if a command could have written the saved weeks.
  var hasValidWeeks: Bool {
    guard let everyWeeks else { return firstWeek == nil }
    guard everyWeeks > 1, ScheduleRule.weeks.contains(everyWeeks), let firstWeek else {
      return false
    }
    return firstWeek.isReal && firstWeek.weekday == 0
  }

  /// True if the date is in one of the rule's weeks. While these are unknown, every week counts.
  func isInWeeks(_ day: Day) -> Bool {
    guard let everyWeeks, let firstWeek else { return true }
    return (day.monday.days - firstWeek.days) % (7 * everyWeeks) == 0
  }

  /// Returns the rule with its weeks: those that it has or, if it leaves them open, those counted from the
  /// week of a time.
  ///
  /// - Parameter ms: the next time of the rule, in milliseconds since 1970-01-01 UTC; nil for none.
  func counted(from ms: Int64?) -> Rule {
    guard everyWeeks != nil, firstWeek == nil, let ms, let zone = Zone(zone) else { return self }
    var rule = self
    rule.firstWeek = Day(zone.local(Int(ms / 1000))).monday
    return rule
  }
}
