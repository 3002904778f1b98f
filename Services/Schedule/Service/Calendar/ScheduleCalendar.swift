import CIcal
import Foundation
import ScheduleAPI

/// Calendar of schedules, to which other programs subscribe (iCalendar, RFC 5545).
enum ScheduleCalendar {
  /// Period for which skipped days are included, in milliseconds. One year is enough, because
  /// programs reload the calendar daily.
  private static let exceptionsMs: Int64 = 366 * 86_400_000
  /// Maximum size of a calendar in bytes, so that it fits in a message.
  static let maxBytes = 900_000

  /// Interval at which programs should read the calendar again.
  private static let refresh = "PT1H"

  /// An entry with its schedule, if it has one.
  struct Item: Hashable, Sendable {
    var entry: ScheduleEntry
    var saved: SavedSchedule?
  }

  /// Creates the calendar, with as many entries as fit in a message. It stays the same until a
  /// schedule or an entry changes, or a day passes.
  static func reply(_ items: [Item], at ms: Int64) -> MakeScheduleCalendar.Reply {
    guard let calendar = icalcomponent_new(ICAL_VCALENDAR_COMPONENT) else {
      return MakeScheduleCalendar.Reply(ics: "", entries: 0)
    }
    defer { icalcomponent_free(calendar) }
    add(icalproperty_new_version("2.0"), calendar)
    add(icalproperty_new_prodid("-//Standups//Schedules//EN"), calendar)
    add(icalproperty_new_calscale("GREGORIAN"), calendar)
    add(icalproperty_new_method(ICAL_METHOD_PUBLISH), calendar)
    // The first of each pair is from RFC 7986; older programs read the other one.
    for name in ["NAME", "X-WR-CALNAME"] { add(cical_new_property(name, "Standups"), calendar) }
    let interval = cical_new_property("REFRESH-INTERVAL", refresh)
    if let interval {
      icalproperty_add_parameter(interval, icalparameter_new_value(ICAL_VALUE_DURATION))
    }
    add(interval, calendar)
    add(cical_new_property("X-PUBLISHED-TTL", refresh), calendar)
    var (bytes, entries) = (text(calendar).utf8.count, 0)
    var zones: [String: Zone] = [:]
    var events: [OpaquePointer] = []
    for item in items {
      if let saved = item.saved {
        let name = saved.rule.zone
        if zones[name] == nil, let zone = Zone(name) {
          zones[name] = zone
          bytes += addZone(zone, called: name, from: Int(ms / 1000), calendar)
        }
        if let zone = zones[name] {
          let new = saved.rule.weekly.enumerated().compactMap { index, time in
            event(item.entry, saved, time, index, zone, ms)
          }
          bytes += new.reduce(0) { $0 + text($1).utf8.count }
          guard bytes <= maxBytes || entries == 0 else {
            for event in new { icalcomponent_free(event) }
            break
          }
          events += new
        }
      }
      entries += 1
    }
    // Time zones come before events.
    for event in events { icalcomponent_add_component(calendar, event) }
    return MakeScheduleCalendar.Reply(ics: text(calendar), entries: entries)
  }

  private static func text(_ component: OpaquePointer) -> String {
    guard let text = icalcomponent_as_ical_string_r(component) else { return "" }
    defer { icalmemory_free_buffer(text) }
    return String(cString: text)
  }

  private static func add(_ property: OpaquePointer?, _ component: OpaquePointer) {
    if let property { icalcomponent_add_property(component, property) }
  }

  /// Adds the definition of a time zone, starting one year ago.
  ///
  /// - Returns: its size in bytes.
  private static func addZone(
    _ zone: Zone, called name: String, from seconds: Int, _ calendar: OpaquePointer
  ) -> Int {
    guard let component = icalcomponent_new_clone(icaltimezone_get_component(zone.handle)) else {
      return 0
    }
    // Replaces libical's own name of the zone.
    if let id = icalcomponent_get_first_property(component, ICAL_TZID_PROPERTY) {
      icalproperty_set_tzid(id, name)
    }
    var start = icaltime_from_timet_with_zone(
      seconds - 366 * 86_400, 0, icaltimezone_get_utc_timezone())
    (start.month, start.day, start.hour, start.minute, start.second) = (1, 1, 0, 0, 0)
    icaltimezone_truncate_vtimezone(component, start, icaltime_null_time(), 0)
    icalcomponent_add_component(calendar, component)
    return text(component).utf8.count
  }

  /// Creates the event of one of the times of a schedule.
  ///
  /// - Parameter index: index of the time in its rule.
  private static func event(
    _ entry: ScheduleEntry, _ saved: SavedSchedule, _ weekly: WeeklyTime, _ index: Int,
    _ zone: Zone, _ ms: Int64
  ) -> OpaquePointer? {
    guard let event = icalcomponent_new(ICAL_VEVENT_COMPONENT) else { return nil }
    let number = index == 0 ? "" : "-\(index + 1)"
    add(icalproperty_new_uid("schedule-\(entry.subject)\(number)@standups"), event)
    let utc = icaltimezone_get_utc_timezone()
    let made = Int(saved.setMs / 1000)
    add(icalproperty_new_dtstamp(icaltime_from_timet_with_zone(made, 0, utc)), event)
    // The first day may be a skipped day, which is then among the exceptions.
    let first = first(of: weekly, saved.rule, zone, after: made)
    addTime(icalproperty_new_dtstart(first), saved.rule, event)
    add(
      icalproperty_new_duration(
        icaldurationtype_from_int(Int32(clamping: entry.durationMs / 1000))), event)
    // As text, because libical would leave out that weeks begin on Monday.
    add(
      cical_new_property("RRULE", weekly.recurrence(everyWeeks: saved.rule.everyWeeks)), event)
    for day in exceptions(saved, weekly, zone, from: max(ms - 86_400_000, saved.setMs)) {
      var time = first
      (time.year, time.month, time.day) = (
        Int32(day / 10_000), Int32(day / 100 % 100), Int32(day % 100)
      )
      addTime(icalproperty_new_exdate(time), saved.rule, event)
    }
    add(icalproperty_new_summary(plain(entry.title)), event)
    if let link = entry.link { add(icalproperty_new_url(plain(link)), event) }
    guard let remindMs = saved.remindMs, let alarm = icalcomponent_new(ICAL_VALARM_COMPONENT) else {
      return event
    }
    icalcomponent_add_component(event, alarm)
    add(icalproperty_new_action(ICAL_ACTION_DISPLAY), alarm)
    add(icalproperty_new_description(plain(entry.title)), alarm)
    add(cical_new_trigger(Int32(clamping: remindMs / 1000)), alarm)
    return event
  }

  private static func addTime(_ property: OpaquePointer?, _ rule: Rule, _ event: OpaquePointer) {
    guard let property else { return }
    icalproperty_add_parameter(property, icalparameter_new_tzid(rule.zone))
    icalcomponent_add_property(event, property)
  }

  /// The first local time after the schedule was set, in one of the weeks of the rule: other programs
  /// count the weeks from it.
  private static func first(
    of weekly: WeeklyTime, _ rule: Rule, _ zone: Zone, after seconds: Int
  ) -> icaltimetype {
    let start = weekly.set(in: zone.local(seconds))
    guard let iterator = cical_times(weekly.recurrence, start) else { return start }
    defer { icalrecur_iterator_free(iterator) }
    var next = icalrecur_iterator_next(iterator)
    if zone.seconds(of: next) <= seconds { next = icalrecur_iterator_next(iterator) }
    while icaltime_is_null_time(next) == 0, !rule.isInWeeks(Day(next)) {
      next = icalrecur_iterator_next(iterator)
    }
    return icaltime_is_null_time(next) == 0 ? next : start
  }

  /// The days off and the days of breaks of a time, in the period for which they are written.
  private static func exceptions(
    _ saved: SavedSchedule, _ weekly: WeeklyTime, _ zone: Zone, from ms: Int64
  ) -> [Day] {
    let first = Day(zone.local(Int(ms / 1000)))
    let last = Day(zone.local(Int((ms + exceptionsMs) / 1000)))
    let holidays = saved.holidays?.days.days.filter { (first...last).contains($0) } ?? []
    return (saved.breaks ?? []).days(from: first, to: last).union(holidays).sorted()
      .filter { weekly.meets(on: $0) && saved.rule.isInWeeks($0) }
  }

  /// Removes control characters, which a calendar cannot contain; libical escapes the rest.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f || $0 == "\n" }))
  }
}
