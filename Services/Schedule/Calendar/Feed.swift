import CIcal
import Foundation
import ScheduleAPI

/// The schedules as a calendar that other programs subscribe to (iCalendar, RFC 5545).
enum Feed {
  /// The most entries of a calendar.
  static let mostEntries = 500
  /// How far ahead days that are left out are written, in milliseconds: a year. Calendars are read again daily.
  private static let exceptionsMs: Int64 = 366 * 86_400_000
  /// The most bytes of a calendar, so that it fits a message.
  static let mostBytes = 900_000

  /// An entry with its schedule.
  struct Item {
    var entry: ScheduleEntry
    var saved: SavedSchedule
  }

  /// The text of the calendar; the same until a schedule or an entry changes, or a day passes.
  static func text(_ items: [Item], at ms: Int64) -> String {
    ICal.locked {
      guard let calendar = icalcomponent_new(ICAL_VCALENDAR_COMPONENT) else { return "" }
      defer { icalcomponent_free(calendar) }
      add(icalproperty_new_version("2.0"), calendar)
      add(icalproperty_new_prodid("-//Standups//Schedules//EN"), calendar)
      add(icalproperty_new_calscale("GREGORIAN"), calendar)
      add(icalproperty_new_method(ICAL_METHOD_PUBLISH), calendar)
      for name in Set(items.map(\.saved.rule.zone)).sorted() {
        if let zone = Zone(name) { addZone(zone, called: name, from: Int(ms / 1000), calendar) }
      }
      for item in items { addEvent(item, ms, calendar) }
      guard let text = icalcomponent_as_ical_string_r(calendar) else { return "" }
      defer { icalmemory_free_buffer(text) }
      return String(cString: text)
    }
  }

  private static func add(_ property: OpaquePointer?, _ component: OpaquePointer) {
    if let property { icalcomponent_add_property(component, property) }
  }

  /// What holds in the zone from a year ago on.
  private static func addZone(
    _ zone: Zone, called name: String, from seconds: Int, _ calendar: OpaquePointer
  ) {
    guard let component = icalcomponent_new_clone(icaltimezone_get_component(zone.handle)) else {
      return
    }
    // libical has a name of its own for it.
    if let id = icalcomponent_get_first_property(component, ICAL_TZID_PROPERTY) {
      icalproperty_set_tzid(id, name)
    }
    var start = icaltime_from_timet_with_zone(
      seconds - 366 * 86_400, 0, icaltimezone_get_utc_timezone())
    (start.month, start.day, start.hour, start.minute, start.second) = (1, 1, 0, 0, 0)
    icaltimezone_truncate_vtimezone(component, start, icaltime_null_time(), 0)
    icalcomponent_add_component(calendar, component)
  }

  private static func addEvent(_ item: Item, _ ms: Int64, _ calendar: OpaquePointer) {
    let (entry, saved) = (item.entry, item.saved)
    guard let zone = Zone(saved.rule.zone), let event = icalcomponent_new(ICAL_VEVENT_COMPONENT)
    else { return }
    icalcomponent_add_component(calendar, event)
    add(icalproperty_new_uid("schedule-\(entry.subject)@standups"), event)
    let utc = icaltimezone_get_utc_timezone()
    let made = Int(saved.setMs / 1000)
    add(icalproperty_new_dtstamp(icaltime_from_timet_with_zone(made, 0, utc)), event)
    // A day that is left out may be the first one; it is among the exceptions.
    let first = first(of: saved.rule, zone, after: made)
    addTime(icalproperty_new_dtstart(first), saved.rule, event)
    add(
      icalproperty_new_duration(
        icaldurationtype_from_int(Int32(clamping: entry.durationMs / 1000))), event)
    add(cical_new_rule(saved.rule.recurrence), event)
    for day in exceptions(saved, zone, from: max(ms - 86_400_000, saved.setMs)) {
      var time = first
      (time.year, time.month, time.day) = (
        Int32(day / 10_000), Int32(day / 100 % 100), Int32(day % 100)
      )
      addTime(icalproperty_new_exdate(time), saved.rule, event)
    }
    add(icalproperty_new_summary(plain(entry.title)), event)
    if let link = entry.link { add(icalproperty_new_url(plain(link)), event) }
    guard let remindMs = saved.remindMs, let alarm = icalcomponent_new(ICAL_VALARM_COMPONENT) else {
      return
    }
    icalcomponent_add_component(event, alarm)
    add(icalproperty_new_action(ICAL_ACTION_DISPLAY), alarm)
    add(icalproperty_new_description(plain(entry.title)), alarm)
    add(cical_new_trigger(Int32(clamping: remindMs / 1000)), alarm)
  }

  private static func addTime(_ property: OpaquePointer?, _ rule: Rule, _ event: OpaquePointer) {
    guard let property else { return }
    icalproperty_add_parameter(property, icalparameter_new_tzid(rule.zone))
    icalcomponent_add_property(event, property)
  }

  /// The first local time of a rule after it was made.
  private static func first(of rule: Rule, _ zone: Zone, after seconds: Int) -> icaltimetype {
    var start = zone.local(seconds)
    (start.hour, start.minute, start.second) = (Int32(rule.minute / 60), Int32(rule.minute % 60), 0)
    start.zone = nil
    guard let iterator = cical_times(rule.recurrence, start) else { return start }
    defer { icalrecur_iterator_free(iterator) }
    var next = icalrecur_iterator_next(iterator)
    if zone.seconds(of: next) <= seconds { next = icalrecur_iterator_next(iterator) }
    return next
  }

  /// The days of a rule that are left out, in the time for which they are written.
  private static func exceptions(_ saved: SavedSchedule, _ zone: Zone, from ms: Int64) -> [Day] {
    guard let holidays = saved.holidays else { return [] }
    let first = Day(zone.local(Int(ms / 1000)))
    let last = Day(zone.local(Int((ms + exceptionsMs) / 1000)))
    let weekdays = Set(saved.rule.days.compactMap { ScheduleDay.allCases.firstIndex(of: $0) })
    return holidays.days.filter { day in
      guard (first...last).contains(day) else { return false }
      var time = icaltime_null_date()
      (time.year, time.month, time.day) = (
        Int32(day / 10_000), Int32(day / 100 % 100), Int32(day % 100)
      )
      // libical counts from Sunday, which is 1.
      return weekdays.contains((Int(icaltime_day_of_week(time)) + 5) % 7)
    }
  }

  /// Without what a calendar cannot have: libical escapes the rest.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f || $0 == "\n" }))
  }
}
