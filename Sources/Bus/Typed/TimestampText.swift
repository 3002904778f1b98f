import FastJSON
import Foundation

/// A date as text, RFC 3339 with milliseconds in UTC, made anew only where it changed.
public struct TimestampText {
  /// Such as `2026-11-21T09:30:00.000Z`.
  private var bytes: [UInt8] = []
  private var ms = Int64.min
  /// Where the second began whose text there is; `Int64.min` for none.
  private var secondMs = Int64.min

  /// An empty text, until `set` names a moment.
  public init() {}

  /// Sets the moment, in milliseconds since 1970.
  public mutating func set(_ wallMs: Int64) {
    guard wallMs != ms else { return }
    ms = wallMs
    guard secondMs != .min, wallMs >= secondMs, wallMs - secondMs < 1000 else {
      bytes = Self.text(wallMs)
      // Before 1970 and after 9999 nothing is kept.
      secondMs = wallMs >= 0 && bytes.count == 24 ? wallMs - wallMs % 1000 : .min
      return
    }
    bytes.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      JSONDigits.write(Int(wallMs - secondMs), digits: 3, to: start + 20)
    }
  }

  /// Lends the text.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes(body)
  }

  /// The text of one moment.
  static func text(_ wallMs: Int64) -> [UInt8] {
    // 1970 to 9999, where the calendar is reckoned in integers.
    guard (0..<253_402_300_800_000).contains(wallMs) else {
      return Array(Timestamp.slowly(Date(timeIntervalSince1970: Double(wallMs) / 1000)).utf8)
    }
    let days = wallMs / 86_400_000
    let rest = Int(wallMs - days * 86_400_000)
    let (year, month, day) = civil(days: Int(days))
    var bytes = Array("0000-00-00T00:00:00.000Z".utf8)
    bytes.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      JSONDigits.write(year, digits: 4, to: start)
      JSONDigits.write(month, digits: 2, to: start + 5)
      JSONDigits.write(day, digits: 2, to: start + 8)
      JSONDigits.write(rest / 3_600_000, digits: 2, to: start + 11)
      JSONDigits.write(rest / 60_000 % 60, digits: 2, to: start + 14)
      JSONDigits.write(rest / 1000 % 60, digits: 2, to: start + 17)
      JSONDigits.write(rest % 1000, digits: 3, to: start + 20)
    }
    return bytes
  }

  /// The moment of a text of the usual form, `2026-11-21T09:30:00.000Z`, in milliseconds since 1970;
  /// nil for any other, which the library reads.
  static func milliseconds(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { bytes -> Int64? in
      guard bytes.count == 24, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == UInt8(ascii: "T"),
        bytes[13] == 0x3A, bytes[16] == 0x3A, bytes[19] == 0x2E, bytes[23] == UInt8(ascii: "Z")
      else { return nil }
      func number(_ range: Range<Int>) -> Int? {
        var value = 0
        for byte in bytes[range] {
          guard (0x30...0x39).contains(byte) else { return nil }
          value = value * 10 + Int(byte - 0x30)
        }
        return value
      }
      guard let year = number(0..<4), year >= 1970, let month = number(5..<7),
        let day = number(8..<10), let hour = number(11..<13), let minute = number(14..<16),
        let second = number(17..<19), let ms = number(20..<23), (1...12).contains(month), day >= 1,
        hour < 24, minute < 60, second < 60
      else { return nil }
      let days = days(year: year, month: month, day: day)
      // The 30th of February is none: the library has the last word.
      guard civil(days: days) == (year, month, day) else { return nil }
      return Int64(days) * 86_400_000
        + Int64(hour * 3_600_000 + minute * 60_000 + second * 1000 + ms)
    }
  }

  /// The number of a day, counted from 1970-01-01: the inverse of `civil`.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The date of a day, counted from 1970-01-01, in the Gregorian calendar. Years begin in March
  /// here, so that the leap day is the last.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}
