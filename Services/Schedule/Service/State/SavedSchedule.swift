import Bus
import Documents
import FastJSON
import Foundation
import ScheduleAPI
import WebClient

/// A schedule as it is saved. Times are in milliseconds since 1970-01-01 UTC.
struct SavedSchedule: Codable, Hashable, Sendable {
  /// The collection of its documents, whose ids are the subjects.
  static let collection = "schedules"
  /// Number of reported times that are remembered, so that they are not reported again after the
  /// clock was set back.
  static let maxTold = 32

  var rule: Rule
  var mode: ScheduleMode
  var remindMs: Int64?
  var holidays: SavedHolidays?
  /// Time at which it was created or changed.
  var setMs: Int64
  /// Time up to which all times are settled: reported as due or as missed.
  var settledMs: Int64
  /// The last reported times, in the order of their reports. They are not reported again if the
  /// clock is set back.
  var told: [Int64] = []
  /// The last time for which a reminder was sent.
  var remindedMs: Int64?
}

/// The holidays of a schedule, as they are saved.
struct SavedHolidays: Codable, Hashable, Sendable {
  /// URL of the calendar; nil for a file.
  var url: String?
  var days: DaysOff
  /// Observances of the calendar, which are working days.
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
  static let everyMs: Int64 = 86_400_000
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

/// The report that is due for a schedule.
enum Occasion: Hashable, Sendable {
  /// The clock was set back: times are settled only until now.
  case steppedBack(to: Int64)
  case missed(since: Int64, last: Int64, count: Int)
  case due(Int64)
  case reminder(Int64)
}

extension SavedSchedule {
  /// Maximum number of times to examine at once; after a longer outage, the rest is examined next.
  private static let maxAtOnce = 1000

  private var except: DaysOff { holidays?.days ?? DaysOff() }

  /// Returns the next times after a moment.
  func times(after ms: Int64, limit: Int) -> [Int64] {
    rule.times(after: ms, except: except, told: Set(told), limit: limit)
  }

  /// The next time that is not settled, even if it is long past.
  var next: Int64? { times(after: settledMs, limit: 1).first }

  /// Returns the report that is due at a moment; nil for none.
  ///
  /// - Parameter graceMs: maximum age of a time that still counts as due, in milliseconds.
  func occasion(at now: Int64, graceMs: Int64) -> Occasion? {
    if settledMs > now { return .steppedBack(to: now) }
    let passed = rule.times(
      after: settledMs, until: now, except: except, told: Set(told), limit: Self.maxAtOnce)
    let missed = passed.filter { now - $0 > graceMs }
    if let first = missed.first, let last = missed.last {
      return .missed(since: first, last: last, count: missed.count)
    }
    if let due = passed.first { return .due(due) }
    guard let remindMs, let next, next - remindMs <= now, remindedMs != next else { return nil }
    return .reminder(next)
  }

  /// Time of the next report; nil if none will be due.
  var wakeMs: Int64? {
    guard let next else { return nil }
    guard let remindMs, remindedMs != next else { return next }
    return next - remindMs
  }

  /// Records that a report was made.
  mutating func settle(_ occasion: Occasion) {
    switch occasion {
    case .steppedBack(let now): settledMs = now
    case .missed(_, let last, _): settledMs = last
    case .due(let time):
      settledMs = time
      told = (told + [time]).suffix(Self.maxTold)
    case .reminder(let time): remindedMs = time
    }
  }

  /// Maximum number of days off that are shown with their names.
  private static let maxShownDays = 10

  /// The schedule in the form of the API. If several times are requested, it includes the days off.
  func seen(as subject: Subject, at now: Int64, times limit: Int) -> Schedule {
    func shown(_ days: DaysOff) -> [ScheduleDayOff] {
      guard limit > 1 else { return [] }
      return days.from(
        Day(days: Int(now / 86_400_000)), where: rule.meets, limit: Self.maxShownDays
      )
      .map { ScheduleDayOff(day: $0.day.text, name: $0.name) }
    }
    return Schedule(
      subject: subject.name, rule: rule.written, mode: mode, remindMs: remindMs,
      holidays: holidays.map {
        ScheduleHolidays(
          host: $0.url.map(HTTPAddress.receiver), days: $0.days.days.count,
          readAt: Date(ms: $0.readMs),
          problem: $0.problem, skipped: shown($0.days), observances: shown($0.observances))
      },
      next: times(after: max(now, settledMs), limit: limit).map { Date(ms: $0) },
      problem: rule.isKnown ? nil : Self.unknown(rule.zone))
  }

  static func unknown(_ zone: String) -> String {
    "The time zone \(zone) is no longer in this system’s database; set the schedule again in another zone."
  }
}

extension SavedSchedule: StoredValue {
  /// Maximum length of the reason why holidays could not be read, in bytes.
  private static let maxProblemBytes = 4096

  func problem(in document: Document) -> String? {
    do throws(BusError) {
      _ = try Subject(document.id)
      // The zone may have been removed from the database since.
      guard (1...64).contains(rule.zone.utf8.count), (0..<1440).contains(rule.minute),
        !rule.days.isEmpty, Set(rule.days).count == rule.days.count
      else {
        return
          "Invalid rule; expected a minute from 0 to 1439, distinct days of the week and a time zone."
      }
      try ScheduleCommand.check(remindMs: remindMs)
      let moments =
        [setMs, settledMs, remindedMs, holidays?.readMs, holidays?.triedMs].compactMap(\.self)
        + told
      guard moments.allSatisfy(WireTime.sinceEpochMs.contains), told.count <= Self.maxTold else {
        return
          "Invalid times; expected years from 1970 to 9999 and at most \(Self.maxTold) reported times."
      }
      guard let holidays else { return nil }
      if let problem = holidays.url.flatMap(HTTPAddress.problem) {
        return HolidaySource.urlProblem(problem)
      }
      try holidays.choice.check()
      guard holidays.days.days.count + holidays.observances.days.count <= Self.maxDays,
        (holidays.problem ?? "").utf8.count <= Self.maxProblemBytes
      else { return "A calendar can have at most \(Self.maxDays) holidays." }
      return nil
    } catch {
      return error.message
    }
  }

  /// Maximum number of holidays: larger than the number of days in the searched period, because a
  /// long holiday may extend beyond its end.
  private static let maxDays = (Rule.yearsAhead + 3) * 366
}

extension SavedSchedule {
  func document(of subject: Subject) throws -> Document {
    Document(collection: Self.collection, id: subject.name, body: try RawJSON(encoding: self))
  }
}

extension Date {
  init(ms: Int64) { self.init(timeIntervalSince1970: Double(ms) / 1000) }
}
