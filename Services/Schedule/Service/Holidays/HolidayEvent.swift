import CIcal
import Foundation

/// The relevant properties of an event in a holiday calendar.
struct HolidayEvent {
  /// Maximum number of days that one event lasts.
  static let maxDays = 366
  /// Maximum length of a name, in characters.
  private static let maxName = 80

  let handle: OpaquePointer
  /// Identifier of the event; nil for an event without one.
  let uid: String?
  let name: String
  /// True for an observance, which is a working day. Google's calendars contain both observances
  /// and holidays.
  let isObservance: Bool
  let isCancelled: Bool
  /// First day, counted from 1970-01-01; nil for an event with a time of day.
  let first: Int?
  /// Length in days.
  let length: Int
  /// Day that this event replaces in the event with the same UID.
  let replaces: Int?
  /// True if it also replaces all later days.
  let isForFuture: Bool
  /// Version of the event; the latest one counts.
  let sequence: Int

  init(_ event: OpaquePointer) {
    handle = event
    uid = Self.text(event, ICAL_UID_PROPERTY, icalproperty_get_uid)
    let summary = Self.text(event, ICAL_SUMMARY_PROPERTY, icalproperty_get_summary) ?? ""
    let shown = String(
      String.UnicodeScalarView(
        summary.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
    ).trimmingCharacters(in: .whitespaces)
    name = shown.isEmpty ? "Day off" : String(shown.prefix(Self.maxName))
    let description = Self.text(event, ICAL_DESCRIPTION_PROPERTY, icalproperty_get_description)
    let kind = description?.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    var categories: [String] = []
    Self.each(event, ICAL_CATEGORIES_PROPERTY) { property in
      categories +=
        icalproperty_get_categories(property).map { String(cString: $0) }.map { [$0] } ?? []
    }
    isObservance = ([kind] + categories).contains {
      $0.trimmingCharacters(in: .whitespaces).lowercased() == "observance"
    }
    isCancelled = icalcomponent_get_status(event) == ICAL_STATUS_CANCELLED
    let start = icalcomponent_get_first_property(event, ICAL_DTSTART_PROPERTY)
      .map(icalproperty_get_dtstart)
    first = start.flatMap { $0.is_date != 0 ? Self.day(of: $0) : nil }
    length = Self.length(event, from: first)
    let replaced = icalcomponent_get_first_property(event, ICAL_RECURRENCEID_PROPERTY)
    replaces = replaced.flatMap { Self.day(of: icalproperty_get_recurrenceid($0)) }
    let range = replaced.flatMap {
      icalproperty_get_first_parameter($0, ICAL_RANGE_PARAMETER)
    }
    isForFuture = range.map { icalparameter_get_range($0) == ICAL_RANGE_THISANDFUTURE } ?? false
    sequence = Int(icalcomponent_get_sequence(event))
  }

  /// Calls a closure for each property of a kind.
  static func each(
    _ event: OpaquePointer, _ kind: icalproperty_kind, _ body: (OpaquePointer) throws -> Void
  ) rethrows {
    var next = icalcomponent_get_first_property(event, kind)
    while let property = next {
      try body(property)
      next = icalcomponent_get_next_property(event, kind)
    }
  }

  private static func text(
    _ event: OpaquePointer, _ kind: icalproperty_kind,
    _ value: (OpaquePointer?) -> UnsafePointer<CChar>?
  ) -> String? {
    icalcomponent_get_first_property(event, kind).flatMap { value($0) }.map { String(cString: $0) }
  }

  /// The date as written, counted from 1970-01-01; a time is ignored, because the event lasts whole
  /// days. Nil for an invalid date.
  static func day(of time: icaltimetype) -> Int? {
    guard (1...9999).contains(time.year), (1...12).contains(time.month), (1...31).contains(time.day)
    else { return nil }
    let day = Day(time)
    return day.isReal ? day.days : nil
  }

  private static func length(_ event: OpaquePointer, from first: Int?) -> Int {
    guard let first else { return 0 }
    var days = 1
    if let end = icalcomponent_get_first_property(event, ICAL_DTEND_PROPERTY) {
      // The event ends with the day before this date.
      days = day(of: icalproperty_get_dtend(end)).map { $0 - first } ?? 1
    } else if let property = icalcomponent_get_first_property(event, ICAL_DURATION_PROPERTY) {
      let duration = icalproperty_get_duration(property)
      days = duration.is_neg != 0 ? 1 : Int(duration.weeks) * 7 + Int(duration.days)
    }
    return min(max(1, days), maxDays)
  }
}
