import CIcal
import Foundation

/// A day of the calendar, wherever: the year, the month and the day as one number, such as 20261225.
typealias Day = Int

extension Day {
  /// The day on which a local time is.
  init(_ time: icaltimetype) {
    self = (Int(time.year) * 100 + Int(time.month)) * 100 + Int(time.day)
  }
}
