/// Saved form of the holidays of a schedule.
struct SavedHolidays: Codable, Hashable, Sendable {
  /// URL of the calendar; nil for a file.
  var url: String?
  var days: DaysOff
  /// Observances of the calendar, which are working days unless they are days off as well, for another
  /// event.
  var observances = DaysOff()
  /// Holidays that count, in addition to the rules of the calendar.
  var choice = HolidayChoice()
  /// Time at which they were last read.
  var readMs: Int64
  /// Time of the last attempt to read them, which may have failed.
  var triedMs: Int64
  /// The reason for the failure; nil after success.
  var problem: String?
  /// True if the user of this machine specified the URL; nil otherwise, and for a file.
  var isLocal: Bool?
}

extension SavedHolidays {
  /// Interval between two reads of a URL, in milliseconds: one day.
  static let everyMs: Int64 = 86_400_000
  /// Pause after a failure, in milliseconds: one hour.
  static let afterFailureMs: Int64 = 3_600_000

  /// The calendar that is read again each day; nil for a file.
  var source: HolidaySource? {
    url.map { HolidaySource(place: .url($0), choice: choice, isLocal: isLocal ?? false) }
  }

  /// Time at which they are read again; nil for a file.
  var dueMs: Int64? {
    url == nil ? nil : triedMs + (problem == nil ? Self.everyMs : Self.afterFailureMs)
  }
}
