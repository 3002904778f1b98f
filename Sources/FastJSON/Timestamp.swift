public import Foundation

/// Dates as strings: RFC 3339 in UTC, with milliseconds.
public enum Timestamp {
  /// Formats a date, such as `2026-11-21T09:30:00.000Z`.
  public static func format(_ date: Date) -> String {
    let ms = (date.timeIntervalSince1970 * 1000).rounded()
    guard let whole = Int64(exactly: ms) else { return slowly(date) }
    return String(decoding: TimestampText.text(whole), as: UTF8.self)
  }

  /// Formats a date with Foundation, for any year.
  static func slowly(_ date: Date) -> String {
    // The time is rounded first, because the formatter truncates, which could change it by 1 ms.
    let ms = (date.timeIntervalSince1970 * 1000).rounded()
    return Date(timeIntervalSince1970: ms / 1000 + 0.000_1).formatted(withFraction)
  }

  /// Parses an RFC 3339 date, with or without a fraction, which is truncated to milliseconds.
  ///
  /// - Returns: nil if the string is not such a date, or outside the years 1 to 9999.
  public static func parse(_ text: String) -> Date? {
    TimestampText.milliseconds(text).map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  private static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension JSONReader {
  /// Reads a date in RFC 3339 format, as `Timestamp` writes it, into a variable.
  public mutating func date(into value: inout Date?) -> Bool {
    take(&value) { $0.string().flatMap { Timestamp.parse($0) } }
  }
}

extension JSONWriter {
  /// Writes a date member; writes nothing if the date is nil.
  public mutating func member(_ name: StaticString, _ value: Date?) {
    if let value { member(name, Timestamp.format(value)) }
  }
}
