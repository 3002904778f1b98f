import Bus
import CIcal

/// Reads holidays from a calendar (iCalendar, RFC 5545).
///
/// All-day events count, including recurring events. Cancelled events, and events with a time of
/// day, do not. If another event with the same UID moves or cancels a day (`RECURRENCE-ID`), that
/// event determines the day.
enum HolidayCalendar {
  /// Maximum size of a calendar, in bytes.
  static let maxBytes = 262_144
  /// Maximum number of events of a calendar.
  static let maxEvents = 2000

  /// The all-day events of a calendar, by day.
  struct Contents: Hashable, Sendable {
    /// Days off.
    var off: DaysOff
    /// Observances, which are working days unless another event on the day is a holiday.
    var observances: DaysOff
    /// Requested names that the calendar does not contain.
    var missing: [String] = []
  }

  /// Reads the days from one day before a moment until ten years after it.
  ///
  /// - Parameters:
  ///   - choice: holidays that count, in addition to the rules of the calendar.
  ///   - budget: limit of the work; a calendar that exceeds it is rejected.
  /// - Throws: `invalid`, with the problem of the calendar.
  static func contents(
    of text: String, from ms: Int64, _ choice: HolidayChoice = HolidayChoice(),
    budget: ExpansionBudget = ExpansionBudget()
  ) throws(BusError) -> Contents {
    guard text.utf8.count <= maxBytes else { throw tooLong }
    // Some programs begin a file with a byte order mark.
    let text =
      text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    guard text.contains("BEGIN:VCALENDAR") else {
      throw wrong("is not an iCalendar file (it has no BEGIN:VCALENDAR)")
    }
    guard let calendar = icalparser_parse_string(text) else { throw wrong("cannot be read") }
    defer { icalcomponent_free(calendar) }
    let first = Int(ms / 86_400_000) - 1
    var reading = HolidayReading(
      window: first...first + Rule.yearsAhead * 366, choice: choice, budget: budget)
    do {
      try visit(calendar, depth: 0) { event in try reading.take(event) }
      let contents = try reading.contents()
      guard !contents.off.days.isEmpty else { throw nothing(contents.observances) }
      return contents
    } catch is BudgetExceeded {
      throw wrong(
        "takes too long to read: its rules produce too many dates, or none. Use a calendar that covers a few years"
      )
    } catch let error as BusError {
      throw error
    } catch {
      throw wrong("cannot be read: \(error)")
    }
  }

  private static func nothing(_ observances: DaysOff) -> BusError {
    let period = "in the next \(Rule.yearsAhead) years"
    guard let name = observances.named.first?.name else {
      return wrong("has no all-day event \(period)")
    }
    return wrong(
      "has only observances \(period), such as “\(name)”; list those that are days off in “observe”"
    )
  }

  /// The error for a calendar that is longer than `maxBytes`.
  static var tooLong: BusError {
    wrong("is longer than \(maxBytes) bytes; use one that covers fewer years")
  }

  /// The error for an unusable calendar; `what` continues the sentence.
  static func wrong(_ what: String) -> BusError {
    BusError(.invalid, "The holiday calendar \(what).", detail: ["field": "holidays"])
  }

  /// Visits the events of a calendar, or of several calendars in one file.
  private static func visit(
    _ component: OpaquePointer, depth: Int, _ body: (OpaquePointer) throws -> Void
  ) throws {
    if icalcomponent_isa(component) == ICAL_VEVENT_COMPONENT { return try body(component) }
    guard depth < 3 else { return }
    var inner = icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
    while let next = inner {
      try visit(next, depth: depth + 1, body)
      inner = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
    }
  }
}
