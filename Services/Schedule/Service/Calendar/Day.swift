import CIcal

/// A calendar day in any time zone: year, month and day as one number, such as 20261225.
typealias Day = Int

extension Day {
  /// Creates the day of a local time.
  init(_ time: icaltimetype) {
    self = (Int(time.year) * 100 + Int(time.month)) * 100 + Int(time.day)
  }

  /// Creates the day that is this number of days after 1970-01-01.
  init(days: Int) {
    // The algorithm counts from the first of March of the year 0, in eras of 400 years.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let day = shifted - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let ofYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let isNext = month >= 10
    self =
      ((year + era * 400 + (isNext ? 1 : 0)) * 100 + month + (isNext ? -9 : 3)) * 100
      + ofYear - (153 * month + 2) / 5 + 1
  }

  /// Number of days since 1970-01-01.
  var days: Int {
    let (month, day) = (self / 100 % 100, self % 100)
    let year = self / 10_000 - (month <= 2 ? 1 : 0)
    let era = (year >= 0 ? year : year - 399) / 400
    let ofEra = year - era * 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  /// True for an existing date in the years 1 to 9999.
  var isReal: Bool {
    (10_101...99_991_231).contains(self) && (1...12).contains(self / 100 % 100)
      && (1...31).contains(self % 100) && Day(days: days) == self
  }

  /// Reads a date such as 2026-12-25.
  ///
  /// - Returns: nil if it is not an existing date in this form.
  init?(text: String) {
    guard text.utf8.count == 10 else { return nil }
    var day = 0
    for (index, byte) in text.utf8.enumerated() {
      if index == 4 || index == 7 {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        day = day * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    guard day.isReal else { return nil }
    self = day
  }

  /// The date as text, such as 2026-12-25.
  var text: String {
    func padded(_ number: Int, to count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }
    return
      "\(padded(self / 10_000, to: 4))-\(padded(self / 100 % 100, to: 2))-\(padded(self % 100, to: 2))"
  }

  /// Monday of its week.
  var monday: Day { Day(days: days - weekday) }

  /// Index of its weekday in `ScheduleDay.allCases`, which begins with Monday.
  var weekday: Int {
    // 1970-01-01 was a Thursday.
    let place = (days + 3) % 7
    return place < 0 ? place + 7 : place
  }
}
