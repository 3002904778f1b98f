import Bus
import CIcal
import ScheduleAPI

/// A checked rule: times of day on days of the week, in a time zone, in every week or every n-th one.
struct Rule: Codable, Hashable, Sendable {
  /// Time of day, in minutes since midnight.
  var minute: Int
  /// Days in the order of the week, each once.
  var days: [ScheduleDay]
  var zone: String
  /// Further times; nil for none.
  var also: [WeeklyTime]?
  /// Number of weeks from one week with the times to the next one, at least 2; nil for every week.
  var everyWeeks: Int?
  /// Monday of the week from which they are counted; nil for every week, and until it is known.
  var firstWeek: Day?

  /// Checks a rule.
  ///
  /// - Throws: `invalid`, with the field.
  init(_ rule: ScheduleRule) throws(BusError) {
    let also = rule.also ?? []
    guard also.count <= ScheduleRule.maxAlso else {
      throw BusError(
        .invalid, "A schedule can have at most \(ScheduleRule.maxAlso + 1) times.",
        detail: ["field": "rule.also"])
    }
    let first = try WeeklyTime(at: rule.at, on: rule.on, "rule.at", "rule.on")
    (minute, days, zone) = (first.minute, first.days, rule.zone)
    var others: [WeeklyTime] = []
    for each in also {
      others.append(try WeeklyTime(at: each.at, on: each.on, "rule.also", "rule.also"))
    }
    self.also = others.isEmpty ? nil : others
    (everyWeeks, firstWeek) = try Self.weeks(rule)
    try Zone.check(rule.zone)
  }

  /// All times, at least one.
  var weekly: [WeeklyTime] { [WeeklyTime(minute: minute, days: days)] + (also ?? []) }

  /// The rule in the form of the API.
  var written: ScheduleRule {
    ScheduleRule(
      at: WeeklyTime(minute: minute, days: days).at, on: days, zone: zone,
      also: also?.map { ScheduleTimes(at: $0.at, on: $0.days) }, everyWeeks: everyWeeks,
      weekOf: firstWeek?.text)
  }
}

extension Rule {
  /// Period in which times are searched for, in years; holidays are known for the same period.
  static let yearsAhead = 10

  /// True if the zone is still in the database.
  var isKnown: Bool { Zone(zone) != nil }

  /// The problem of a saved rule; nil if it is valid. The zone may have been removed from the
  /// database since.
  var problem: String? {
    guard (1...64).contains(zone.utf8.count), (also ?? []).count <= ScheduleRule.maxAlso,
      weekly.allSatisfy(\.isValid), hasValidWeeks
    else {
      return
        "Invalid rule; expected at most \(ScheduleRule.maxAlso + 1) minutes from 0 to 1439, each with distinct"
        + " days of the week, a time zone, and no weeks or every 2 to"
        + " \(ScheduleRule.weeks.upperBound), counted from a Monday."
    }
    return nil
  }

  /// Returns the next times, without those on `holidays`, those in `breaks` and those in `told`.
  ///
  /// - Parameters:
  ///   - ms: the times are after this moment, in milliseconds since 1970-01-01 UTC.
  ///   - last: latest time; nil for ten years later.
  ///   - limit: maximum number of times.
  /// - Returns: the times in order, each once; none if the zone is unknown.
  func times(
    after ms: Int64, until last: Int64? = nil, except holidays: DaysOff = DaysOff(),
    breaks: [Break] = [], told: Set<Int64> = [], limit: Int
  ) -> [Int64] {
    guard let zone = Zone(zone) else { return [] }
    let all = weekly.map { time in
      time.times(
        in: zone, after: ms, until: last, yearsAhead: Self.yearsAhead, told: told, limit: limit
      ) { isInWeeks($0) && !holidays.contains($0) && !breaks.contains($0) }
    }
    if all.count == 1 { return all[0] }
    return Array(Set(all.joined()).sorted().prefix(limit))
  }

  /// True if a date is in one of the rule's weeks and its weekday is one of the rule's days.
  func meets(on day: Day) -> Bool { isInWeeks(day) && weekly.contains { $0.meets(on: day) } }
}
