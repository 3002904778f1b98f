/// Reads tick events as the timer publishes them.
struct TickReader: Sendable {
  /// Type of the test's ticks. The key of a load tester may receive types that start with `load.`.
  static let type = "load.tick"
  /// Topic of the subscription: all ticks by type.
  static let topic = "t/\(type)/"
  let ids: NumberedID
  let tickMs: Int64
  /// Nanoseconds to subtract from the wall clock to get CLOCK_BOOTTIME.
  var wallOffset: Int64

  /// A tick of one of the test's meetings.
  struct Tick: Hashable, Sendable {
    var meeting: Int
    /// Number of the tick; 0 if the elapsed time is not a multiple of the interval.
    var number: Int32
    var sent: Int64
  }

  /// Reads a tick.
  ///
  /// - Parameter bytes: topic, a space, and the event.
  /// - Returns: nil for anything but a tick of this run.
  func read(_ bytes: UnsafeRawBufferPointer) -> Tick? {
    let idStart = Self.topic.utf8.count
    let idEnd = idStart + NumberedID.length
    guard bytes.count > idEnd, let meeting = ids.number(ofName: bytes[idStart..<idEnd]),
      let elapsed = ByteScan.integer(after: #""elapsedMs":"#, in: bytes),
      let wallMs = Self.time(bytes)
    else { return nil }
    let isMultiple = elapsed > 0 && elapsed % tickMs == 0
    return Tick(
      meeting: meeting, number: isMultiple ? Int32(clamping: elapsed / tickMs) : 0,
      sent: wallMs * 1_000_000 - wallOffset)
  }

  /// Returns the time of an event in milliseconds since 1970, from a member such as
  /// `"time":"2026-11-21T07:22:32.178Z"`.
  static func time(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard let place = ByteScan.find(#""time":""#, in: bytes) else { return nil }
    let at = place + 8
    guard at + 24 <= bytes.count, bytes[at + 23] == UInt8(ascii: "Z") else { return nil }
    func number(_ from: Int, _ count: Int) -> Int64 {
      var value: Int64 = 0
      for index in 0..<count { value = value * 10 + Int64(bytes[at + from + index]) - 48 }
      return value
    }
    let seconds =
      Self.days(number(0, 4), number(5, 2), number(8, 2)) * 86_400
      + number(11, 2) * 3600 + number(14, 2) * 60 + number(17, 2)
    return seconds * 1000 + number(20, 3)
  }

  /// Returns the days since 1970-01-01 of a date in the Gregorian calendar (Howard Hinnant,
  /// days_from_civil).
  static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let ofEra = y - era * 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}
