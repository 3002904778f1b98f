import Bus
import CIcal
import ScheduleAPI

/// A checked rule: days of the week, a time of day and a time zone.
struct Rule: Codable, Hashable, Sendable {
  /// Time of day, in minutes since midnight.
  var minute: Int
  /// Days in the order of the week, each once.
  var days: [ScheduleDay]
  var zone: String

  /// Checks a rule.
  ///
  /// - Throws: `invalid`, with the field.
  init(_ rule: ScheduleRule) throws(BusError) {
    let parts = rule.at.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else {
      throw BusError(
        .invalid,
        "Invalid time of day “\(rule.at.prefix(16))”; expected 00:00 to 23:59, such as 09:30.",
        detail: ["field": "rule.at"])
    }
    guard !rule.on.isEmpty else {
      throw BusError(
        .invalid, "A schedule needs at least one day of the week.", detail: ["field": "rule.on"])
    }
    try Zone.check(rule.zone)
    self.minute = hour * 60 + minute
    days = ScheduleDay.allCases.filter(rule.on.contains)
    zone = rule.zone
  }

  /// The rule in the form of the API.
  var written: ScheduleRule {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return ScheduleRule(at: "\(two(minute / 60)):\(two(minute % 60))", on: days, zone: zone)
  }

  /// The rule as iCalendar text (RFC 5545, 3.3.10).
  var recurrence: String {
    "FREQ=WEEKLY;BYDAY=" + days.map { $0.rawValue.prefix(2).uppercased() }.joined(separator: ",")
  }
}

extension Rule {
  /// Period in which times are searched for, in years; holidays are known for the same period.
  static let yearsAhead = 10

  /// True if the zone is still in the database.
  var isKnown: Bool { Zone(zone) != nil }

  /// Returns the next times, without those on `holidays` and those in `told`.
  ///
  /// - Parameters:
  ///   - ms: the times are after this moment, in milliseconds since 1970-01-01 UTC.
  ///   - last: latest time; nil for ten years later.
  ///   - limit: maximum number of times.
  /// - Returns: the times in order; none if the zone is unknown.
  func times(
    after ms: Int64, until last: Int64? = nil, except holidays: DaysOff = DaysOff(),
    told: Set<Int64> = [], limit: Int
  ) -> [Int64] {
    guard let zone = Zone(zone) else { return [] }
    var start = zone.local(Int(ms / 1000) - 2 * 86_400)
    let lastYear = start.year + Int32(Self.yearsAhead)
    (start.hour, start.minute, start.second) = (Int32(minute / 60), Int32(minute % 60), 0)
    // Times without a zone, which is applied once their day is known.
    start.zone = nil
    guard let iterator = cical_times(recurrence, start) else { return [] }
    defer { icalrecur_iterator_free(iterator) }
    var times: [Int64] = []
    while times.count < limit {
      let next = icalrecur_iterator_next(iterator)
      guard icaltime_is_null_time(next) == 0, next.year <= lastYear else { break }
      guard !holidays.contains(Day(next)) else { continue }
      let time = Int64(zone.seconds(of: next)) * 1000
      if let last, time > last { break }
      if time > ms, !told.contains(time) { times.append(time) }
    }
    return times
  }

  /// True if the weekday of a date is one of the rule's days.
  func meets(on day: Day) -> Bool { days.contains(ScheduleDay.allCases[day.weekday]) }
}
