import Foundation
import Testing

@testable import FastJSON

/// A valid RFC 3339 date is read as Foundation reads it.
@Suite struct TimestampTests {
  private static let library = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// Milliseconds since 1970, as Foundation reads it.
  private func theirs(_ text: String) -> Int64? {
    (try? Self.library.parse(text)).map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
  }

  private func text(_ fields: [Int]) -> String {
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let date = [digits(fields[0], 4), digits(fields[1], 2), digits(fields[2], 2)]
    let time = [digits(fields[3], 2), digits(fields[4], 2), digits(fields[5], 2)]
    return date.joined(separator: "-") + "T" + time.joined(separator: ":")
      + ".\(digits(fields[6], 3))Z"
  }

  /// 1970 to 9999.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func everyMomentIsRead(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<200 {
      let ms = Int64.random(in: 0..<253_402_300_800_000, using: &some.random)
      let text = String(decoding: TimestampText.text(ms), as: UTF8.self)
      #expect(TimestampText.milliseconds(text) == ms)
      #expect(theirs(text) == ms)
      #expect(Timestamp.parse(text) == Date(timeIntervalSince1970: Double(ms) / 1000))
      #expect(Timestamp.format(try #require(Timestamp.parse(text))) == text)
    }
  }

  /// Month 13, day 32 and so on: some of the dates exist, and others do not.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func aDateThatDoesNotExistIsNone(seed: UInt64) throws {
    var some = Generated(seed: seed)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for _ in 0..<200 {
      let fields = [
        some.int(1600..<2110), some.int(0..<14), some.int(0..<33), some.int(0..<26),
        some.int(0..<62), some.int(0..<60), some.int(0..<1000),
      ]
      let components = DateComponents(
        year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4],
        second: fields[5])
      let text = text(fields)
      let ours = TimestampText.milliseconds(text)
      #expect((ours != nil) == components.isValidDate(in: calendar))
      if let ours { #expect(ours == theirs(text)) }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func damage(seed: UInt64) throws {
    var some = Generated(seed: seed)
    for _ in 0..<500 {
      let ms = Int64.random(in: 0..<253_402_300_800_000, using: &some.random)
      let text = String(
        decoding: some.damaged(TimestampText.text(ms)), as: UTF8.self)
      // Before the Gregorian calendar Foundation uses the Julian one, and RFC 3339 does not.
      guard let ours = TimestampText.milliseconds(text), ours > -12_219_292_800_000 else {
        continue
      }
      // It rounds, and we truncate.
      #expect(try abs(ours - #require(theirs(text))) <= 1, "\(text)")
    }
  }

  @Test(arguments: [
    "2026-02-30T09:30:00.000Z", "2100-02-29T09:30:00.000Z", "2026-11-31T09:30:00.000Z",
    "2026-13-01T09:30:00.000Z", "2026-00-01T09:30:00.000Z", "2026-11-00T09:30:00.000Z",
    "2026-11-21T24:00:00.000Z", "2026-11-21T09:60:00.000Z", "2026-11-21T09:30:61.000Z",
    "2026-11-21T09:30:00.000", "2026-11-21T09:30:00.000z", "2026-11-21t09:30:00.000Z",
    "2026-11-21 09:30:00.000Z", "2026/11/21T09:30:00.000Z", "2026-11-21T09:30:00,000Z",
    "+026-11-21T09:30:00.000Z", "2026-11-21T09:30:00.-00Z", "2026-11-21T09:30:00+24:00",
    "2026-11-2１T09:30:00.0Z", "", "0000-12-31T23:59:59.999Z", "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z",
  ])
  func noDate(text: String) {
    #expect(Timestamp.parse(text) == nil)
  }

  /// Foundation accepts all of these.
  @Test(arguments: [
    "2026-6-2T10:00:00Z", "2026-11-22T10:0:00Z", "206-11-22T10:00:00Z",
    "2026-11-22T10:00:00Zjunk", "2026-11-22T10:00:00.5Z2026-11-22T10:00:00Z",
    "2026-11-22T10:00:00.1234567890123Z", "2026-11-22T10:00:00.Z", "2026-11-22T10:00:00+0530",
  ])
  func whatTheStandardDoesNotHaveIsNoDate(text: String) {
    #expect(Timestamp.parse(text) == nil)
  }

  @Test(arguments: [
    ("9999-12-31T23:59:59.9999Z", "9999-12-31T23:59:59.999Z"),
    ("2026-11-22T10:00:00.123456Z", "2026-11-22T10:00:00.123Z"),
    ("2026-11-22T10:00:00.9999999Z", "2026-11-22T10:00:00.999Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
    ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
    ("2026-11-22T10:00:00.5+05:30", "2026-11-22T04:30:00.500Z"),
    ("2026-12-31T23:59:60Z", "2027-01-01T00:00:00.000Z"),
    ("2026-11-22T10:00:00-00:00", "2026-11-22T10:00:00.000Z"),
    ("0026-11-22T10:00:01Z", "0026-11-22T10:00:01.000Z"),
    ("1582-10-10T00:00:00Z", "1582-10-10T00:00:00.000Z"),
  ])
  func wholeMillisecondsCount(text: String, written: String) throws {
    let date = try #require(Timestamp.parse(text))
    #expect(Timestamp.format(date) == written)
    #expect(Timestamp.parse(written) == date)
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00.000Z", 0), ("1970-01-01T00:00:00.001Z", 1),
      ("2000-02-29T00:00:00.000Z", 951_782_400_000),
      ("2024-12-31T23:59:59.999Z", 1_735_689_599_999),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ] as [(String, Int64)])
  func theEdges(text: String, ms: Int64) {
    #expect(TimestampText.milliseconds(text) == ms)
    #expect(theirs(text) == ms)
  }
}
