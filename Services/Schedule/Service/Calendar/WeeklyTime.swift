import Bus
import CIcal
import ScheduleAPI

/// A checked time of day on days of the week.
struct WeeklyTime: Codable, Hashable, Sendable {
  /// Time of day, in minutes since midnight.
  var minute: Int
  /// Days in the order of the week, each once.
  var days: [ScheduleDay]

  init(minute: Int, days: [ScheduleDay]) {
    self.minute = minute
    self.days = days
  }

  /// Checks a time.
  ///
  /// - Parameters:
  ///   - timeField: the field of the command that has the time, for an error.
  ///   - daysField: the field that has the days.
  /// - Throws: `invalid`, with the field.
  init(
    at: String, on: [ScheduleDay], _ timeField: String, _ daysField: String
  ) throws(BusError) {
    let parts = at.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else {
      throw BusError(
        .invalid,
        "Invalid time of day “\(at.prefix(16))”; expected 00:00 to 23:59, such as 09:30.",
        detail: ["field": timeField])
    }
    guard !on.isEmpty else {
      throw BusError(
        .invalid, "A schedule needs at least one day of the week for each time.",
        detail: ["field": daysField])
    }
    self.init(minute: hour * 60 + minute, days: ScheduleDay.allCases.filter(on.contains))
  }

  /// True if a saved time has a valid minute and distinct days.
  var isValid: Bool {
    (0..<1440).contains(minute) && !days.isEmpty && Set(days).count == days.count
  }

  /// The time of day in the form of the API.
  var at: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }

  /// The days as iCalendar text (RFC 5545, 3.3.10), in every week.
  var recurrence: String { recurrence(everyWeeks: nil) }

  /// The days as iCalendar text, in every n-th week from the one of the first time on; nil for every week.
  func recurrence(everyWeeks: Int?) -> String {
    // The first day of a week decides which days belong together. Monday is the default, but not every
    // program follows it.
    let weeks = everyWeeks.map { "INTERVAL=\($0);WKST=MO;" } ?? ""
    return "FREQ=WEEKLY;\(weeks)BYDAY="
      + days.map { $0.rawValue.prefix(2).uppercased() }.joined(separator: ",")
  }

  /// Returns the time of day on the day of a local time, without a zone.
  func set(in local: icaltimetype) -> icaltimetype {
    var local = local
    (local.hour, local.minute, local.second) = (Int32(minute / 60), Int32(minute % 60), 0)
    // The zone is applied once the day is known.
    local.zone = nil
    return local
  }

  /// Returns the next times in order; see `Rule.times`.
  ///
  /// - Parameter isMet: returns whether a date has a time.
  func times(
    in zone: Zone, after ms: Int64, until last: Int64?, yearsAhead: Int,
    told: Set<Int64>, limit: Int, where isMet: (Day) -> Bool
  ) -> [Int64] {
    let start = set(in: zone.local(Int(ms / 1000) - 2 * 86_400))
    let lastYear = start.year + Int32(yearsAhead)
    guard let iterator = cical_times(recurrence, start) else { return [] }
    defer { icalrecur_iterator_free(iterator) }
    var times: [Int64] = []
    while times.count < limit {
      let next = icalrecur_iterator_next(iterator)
      guard icaltime_is_null_time(next) == 0, next.year <= lastYear else { break }
      guard isMet(Day(next)) else { continue }
      let time = Int64(zone.seconds(of: next)) * 1000
      if let last, time > last { break }
      if time > ms, !told.contains(time) { times.append(time) }
    }
    return times
  }

  /// True if the weekday of a date is one of the days.
  func meets(on day: Day) -> Bool { days.contains(ScheduleDay.allCases[day.weekday]) }
}
