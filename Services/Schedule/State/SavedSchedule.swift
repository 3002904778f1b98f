import Bus
import Documents
import FastJSON
import Foundation
import ScheduleAPI
import WebClient

/// A schedule as it is kept. Times are in milliseconds since 1970.
struct SavedSchedule: Codable, Hashable, Sendable {
  /// The collection of its documents; their ids are the subjects.
  static let collection = "schedules"
  /// How many of the times that were told are remembered: as far back as a clock may be put without one coming again.
  static let maxTold = 32

  var rule: Rule
  var mode: ScheduleMode
  var remindMs: Int64?
  var holidays: SavedHolidays?
  /// When it was made or changed.
  var setMs: Int64
  /// Until when all times are settled: told, or told as missed.
  var settledMs: Int64
  /// The last times that were told, in the order in which they were. When the clock is put back they are not told again.
  var told: [Int64] = []
  /// The last time that was reminded of.
  var remindedMs: Int64?
}

/// The days that a schedule leaves out, as they are kept.
struct SavedHolidays: Codable, Hashable, Sendable {
  /// Where they come from; nil for a file.
  var url: String?
  var days: DaysOff
  /// Days of the calendar on which people work all the same.
  var observances = DaysOff()
  /// Which days count, besides what the calendar says.
  var choice = HolidayChoice()
  /// When they were read.
  var readMs: Int64
  /// When they were last looked for, which may have failed.
  var triedMs: Int64
  /// Why it failed.
  var problem: String?
  /// True if the user of this machine named the URL; nil otherwise, and for a file.
  var isLocal: Bool?
}

extension SavedHolidays {
  static let everyMs: Int64 = 86_400_000
  static let afterFailureMs: Int64 = 3_600_000

  /// The calendar that is read again each day; nil for those of a file.
  var source: HolidaySource? {
    url.map { HolidaySource(place: .url($0), choice: choice, isLocal: isLocal ?? false) }
  }

  /// When they are to be read again; nil for those of a file.
  var dueMs: Int64? {
    url == nil ? nil : triedMs + (problem == nil ? Self.everyMs : Self.afterFailureMs)
  }
}

/// What is to be told of a schedule now.
enum Occasion: Hashable, Sendable {
  /// The clock was put back: what is settled is settled until now only.
  case steppedBack(to: Int64)
  case missed(since: Int64, last: Int64, count: Int)
  case due(Int64)
  case reminder(Int64)
}

extension SavedSchedule {
  /// How many times are looked at in one go; after a longer absence the rest comes next.
  private static let maxAtOnce = 1000

  private var except: DaysOff { holidays?.days ?? DaysOff() }

  /// The next times after a moment.
  func times(after ms: Int64, limit: Int) -> [Int64] {
    rule.times(after: ms, except: except, told: Set(told), limit: limit)
  }

  /// The next time that is not settled, however long ago.
  var next: Int64? { times(after: settledMs, limit: 1).first }

  /// What is to be told at a moment; nil if nothing is.
  ///
  /// - Parameter graceMs: a time that is no longer ago is still due.
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

  /// When something is to be told next; nil if nothing ever is.
  var wakeMs: Int64? {
    guard let next else { return nil }
    guard let remindMs, remindedMs != next else { return next }
    return next - remindMs
  }

  /// What was told is settled.
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

  /// Maximum number of days that are shown by their names.
  private static let maxShownDays = 10

  /// The schedule as others see it; one that shows several times shows the days off as well.
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
  /// Maximum number of bytes of the reason for which holidays could not be read.
  private static let maxProblemBytes = 4096

  func problem(in document: Document) -> String? {
    do throws(BusError) {
      _ = try Subject(document.id)
      // The zone may be gone from the database since.
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
          "Invalid times; expected the years 1970 to 9999, and at most \(Self.maxTold) reported times."
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

  /// More than there are in the years that are looked ahead, at whose end a long holiday may go on.
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
