import Bus
import CIcal
import Foundation

/// Reads the days that are left out from a calendar (iCalendar, RFC 5545).
///
/// A whole day of an event counts, also one that comes again; what has a time of the day or is cancelled does not.
enum HolidayCalendar {
  /// The most bytes of a calendar.
  static let mostBytes = 262_144
  /// The most events of a calendar.
  static let mostEvents = 2000
  /// The most days that one event lasts.
  private static let mostDays = 366

  /// The days from one day before a moment until ten years after it.
  ///
  /// - Throws: `invalid`, with what is wrong with the calendar.
  static func days(in text: String, from ms: Int64) throws(BusError) -> [Day] {
    guard text.utf8.count <= mostBytes else { throw tooLong }
    guard text.contains("BEGIN:VCALENDAR") else {
      throw wrong("is no iCalendar (it has no BEGIN:VCALENDAR)")
    }
    let result: Result<[Day], BusError> = ICal.locked {
      do throws(BusError) {
        return .success(try read(text, Int(ms / 1000) - 86_400))
      } catch {
        return .failure(error)
      }
    }
    let days = try result.get()
    guard !days.isEmpty else {
      throw wrong("has no event of a whole day in the next \(Rule.yearsAhead) years")
    }
    return days
  }

  static var tooLong: BusError {
    wrong("is longer than \(mostBytes) bytes; use a shorter one, of a few years")
  }

  private static func wrong(_ what: String) -> BusError {
    BusError(.invalid, "The calendar of holidays \(what).", detail: ["field": "holidays"])
  }

  private static func read(_ text: String, _ from: Int) throws(BusError) -> [Day] {
    guard let calendar = icalparser_parse_string(text) else { throw wrong("cannot be read") }
    defer { icalcomponent_free(calendar) }
    let utc = icaltimezone_get_utc_timezone()
    let start = icaltime_from_timet_with_zone(from, 0, utc)
    let end = icaltime_from_timet_with_zone(from + Rule.yearsAhead * 366 * 86_400, 0, utc)
    var found = Found()
    try visit(calendar, depth: 0) { (event) throws(BusError) in
      found.events += 1
      guard found.events <= mostEvents else { throw wrong("has more than \(mostEvents) events") }
      guard isHoliday(event) else { return }
      withUnsafeMutablePointer(to: &found) { found in
        icalcomponent_foreach_recurrence(
          event, start, end,
          { _, span, context in
            guard let span, let found = context?.assumingMemoryBound(to: Found.self) else { return }
            found.pointee.take(span.pointee)
          }, found)
      }
    }
    return found.days.sorted()
  }

  private struct Found {
    var events = 0
    var days: Set<Day> = []

    /// Whole days are counted in UTC, wherever they are meant. libical ends them with the day after the last one.
    mutating func take(_ span: icaltime_span) {
      let first = Int(span.start).dividedDown(by: 86_400)
      let last = max(first, Int(span.end).dividedDown(by: 86_400) - 1)
      for day in first...min(last, first + mostDays) {
        days.insert(Day(icaltime_from_timet_with_zone(day * 86_400, 1, nil)))
      }
    }
  }

  /// Whether an event takes whole days, and does not come more often than daily.
  private static func isHoliday(_ event: OpaquePointer) -> Bool {
    guard icaltime_is_date(icalcomponent_get_dtstart(event)) != 0,
      icalcomponent_get_status(event) != ICAL_STATUS_CANCELLED
    else { return false }
    var rule = icalcomponent_get_first_property(event, ICAL_RRULE_PROPERTY)
    while let property = rule {
      switch cical_frequency(property) {
      case ICAL_DAILY_RECURRENCE, ICAL_WEEKLY_RECURRENCE, ICAL_MONTHLY_RECURRENCE,
        ICAL_YEARLY_RECURRENCE:
        break
      default: return false
      }
      rule = icalcomponent_get_next_property(event, ICAL_RRULE_PROPERTY)
    }
    return true
  }

  /// The events of a calendar, or of several in one file.
  private static func visit(
    _ component: OpaquePointer, depth: Int, _ body: (OpaquePointer) throws(BusError) -> Void
  ) throws(BusError) {
    if icalcomponent_isa(component) == ICAL_VEVENT_COMPONENT { return try body(component) }
    guard depth < 3 else { return }
    var inner = icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
    while let next = inner {
      try visit(next, depth: depth + 1, body)
      inner = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
    }
  }
}

extension Int {
  /// The greatest whole number of times that the divisor goes into this, also below zero.
  fileprivate func dividedDown(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}
