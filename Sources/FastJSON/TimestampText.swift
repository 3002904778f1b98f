import Foundation

/// A date as a string in RFC 3339 format, in UTC with milliseconds. When the time changes, only the
/// changed part is rewritten.
public struct TimestampText {
  /// The string, such as `2026-11-21T09:30:00.000Z`.
  private var bytes: [UInt8] = []
  private var ms = Int64.min
  /// Start of the second in the string, in milliseconds since 1970; `Int64.min` for none.
  private var secondMs = Int64.min

  /// Creates an empty string; `set` fills it.
  public init() {}

  /// Sets the time, in milliseconds since 1970.
  public mutating func set(_ wallMs: Int64) {
    guard wallMs != ms else { return }
    ms = wallMs
    guard secondMs != .min, wallMs >= secondMs, wallMs - secondMs < 1000 else {
      bytes = Self.text(wallMs)
      // No part is reused before 1970 or after 9999.
      secondMs = wallMs >= 0 && bytes.count == 24 ? wallMs - wallMs % 1000 : .min
      return
    }
    bytes.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      JSONDigits.write(Int(wallMs - secondMs), digits: 3, to: start + 20)
    }
  }

  /// Passes the string to `body`; the bytes are valid only during the call.
  public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes(body)
  }

  /// Returns the string form of a time, which is given in milliseconds since 1970.
  static func text(_ wallMs: Int64) -> [UInt8] {
    guard years.contains(wallMs) else {
      return Array(Timestamp.slowly(Date(timeIntervalSince1970: Double(wallMs) / 1000)).utf8)
    }
    let days = (wallMs - years.lowerBound) / 86_400_000 + years.lowerBound / 86_400_000
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

  /// The years 1 to 9999, in milliseconds since 1970.
  static let years: Range<Int64> = -62_135_596_800_000..<253_402_300_800_000

  /// Parses an RFC 3339 date (section 5.6, in upper case) into milliseconds since 1970; a finer
  /// fraction is truncated. A leap second counts as the second after it.
  ///
  /// - Returns: nil if the string is not such a date, or outside the years 1 to 9999.
  static func milliseconds(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = Reader(rest: bytes[...])
      return reader.milliseconds()
    }
  }

  private struct Reader {
    var rest: Slice<UnsafeBufferPointer<UInt8>>

    mutating func milliseconds() -> Int64? {
      guard let year = number(4, in: 1...9999), skip("-"), let month = number(2, in: 1...12),
        skip("-"), let day = number(2, in: 1...31), skip("T"), let hour = number(2, in: 0...23),
        skip(":"), let minute = number(2, in: 0...59), skip(":"),
        let second = number(2, in: 0...60), let ms = fraction(), let offset = offset()
      else { return nil }
      let days = days(year: year, month: month, day: day)
      // Rejects days that the month does not have, such as 30 February.
      guard civil(days: days) == (year, month, day) else { return nil }
      let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
      let moment = Int64(seconds) * 1000 + Int64(ms)
      return years.contains(moment) ? moment : nil
    }

    private mutating func number(_ digits: Int, in range: ClosedRange<Int>) -> Int? {
      var value = 0
      for _ in 0..<digits {
        guard let byte = rest.popFirst(), (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return range.contains(value) ? value : nil
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
      rest.popFirst() == UInt8(ascii: character)
    }

    /// Reads the fraction of a second, in milliseconds; 0 if it is missing.
    private mutating func fraction() -> Int? {
      guard rest.first == UInt8(ascii: ".") else { return 0 }
      rest.removeFirst()
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard (1...12).contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      var ms = 0
      for place in 0..<3 {
        let digit = digits.dropFirst(place).first.map { Int($0 - 0x30) } ?? 0
        ms = ms * 10 + digit
      }
      return ms
    }

    /// Reads the UTC offset at the end, in minutes east of UTC.
    private mutating func offset() -> Int? {
      let sign: Int
      switch rest.popFirst() {
      case UInt8(ascii: "Z"): return rest.isEmpty ? 0 : nil
      case UInt8(ascii: "+"): sign = 1
      case UInt8(ascii: "-"): sign = -1
      default: return nil
      }
      guard let hours = number(2, in: 0...23), skip(":"), let minutes = number(2, in: 0...59),
        rest.isEmpty
      else { return nil }
      return sign * (hours * 60 + minutes)
    }
  }

  /// Returns the number of days since 1970-01-01 for a date: the inverse of `civil`.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the Gregorian date for a number of days since 1970-01-01. Years are counted from March
  /// here, so that the leap day is the last day of a year.
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
