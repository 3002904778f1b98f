import Foundation
import ScheduleAPI

/// Days of the week: `mon-fri`, `mon,wed,fri`, `daily`.
struct ScheduleDays: ArgumentValue, Hashable {
  var days: [ScheduleDay]

  init(argument: String) throws {
    let all = ScheduleDay.allCases
    var found: Set<ScheduleDay> = []
    for part in argument.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      if part == "daily" {
        found.formUnion(all)
        continue
      }
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { word in
        // Full names are accepted, too.
        all.firstIndex { word.count >= 3 && Self.name($0).hasPrefix(word) }
      }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else {
        throw UsageError(message: "expected days such as mon-fri, mon,wed,fri or daily")
      }
      // A range such as Friday to Monday spans the weekend.
      let count = (last - first + 7) % 7
      found.formUnion((0...count).map { all[(first + $0) % 7] })
    }
    days = all.filter(found.contains)
  }

  private static func name(_ day: ScheduleDay) -> String {
    switch day {
    case .mon: "monday"
    case .tue: "tuesday"
    case .wed: "wednesday"
    case .thu: "thursday"
    case .fri: "friday"
    case .sat: "saturday"
    case .sun: "sunday"
    }
  }

  /// The days in short form.
  static func text(_ days: [ScheduleDay]) -> String {
    let all = ScheduleDay.allCases
    if days.count == all.count { return "daily" }
    let places = days.compactMap { all.firstIndex(of: $0) }
    if places.count > 2, let first = places.first, places == Array(first..<(first + places.count)) {
      return "\(all[first].rawValue)-\(all[first + places.count - 1].rawValue)"
    }
    return days.map(\.rawValue).joined(separator: ",")
  }

  static var placeholder: String { "DAYS" }
}

/// Arguments of the `schedule` command.
enum ScheduleArguments {
  static let standup = Argument<StandupReference?>.optional(
    "STANDUP", help: "\(StandupReference.help) Without it, all schedules are listed.")
  static let at = Argument<String?>.option(
    "--at", placeholder: "HH:MM", help: "Time of day, such as 09:30.")
  static let on = Argument<ScheduleDays?>.option(
    "--on", help: "Days, such as mon-fri, mon,wed,fri or daily. Default: mon-fri.")
  static let also = Argument<[ScheduleAlso]>.options(
    "--also",
    help: "Another time on days of its own, such as 15:30=thu. Repeatable, at most 7 times.")
  static let every = Argument<ScheduleInterval?>.option(
    "--every",
    help: "Meet in every week (1), every second one (2) and so on, at most 8. Default: 1.")
  static let weekOf = Argument<ScheduleDate?>.option(
    "--week-of",
    help:
      "With --every: a date in one of the weeks with meetings, such as 2026-11-23. Weeks begin on Monday. Default: the week of the next time."
  )
  static let zone = Argument<String?>.option(
    "--zone", placeholder: "ZONE",
    help: "Time zone, such as Europe/Paris. Default: that of this machine.")
  static let starts = Argument<Bool>.flag("--start", help: "Start the meeting automatically.")
  static let asks = Argument<Bool>.flag(
    "--ask", help: "Publish an event that asks people to start it. This is the default.")
  static let written = Argument<MeetingDuration?>.option(
    "--written",
    help:
      "Hold the standup in writing: ask for updates, and save them after this time, such as 8h; 5m to 24h."
  )
  static let local = Argument<Bool>.flag(
    "--local",
    help:
      "With --written: ask each person who is linked to an attendee at this time in their own time zone."
  )
  static let remind = Argument<MeetingDuration?>.option(
    "--remind", help: "Publish a reminder this long before the meeting, such as 10m or 1h.")
  static let holidays = Argument<String?>.option(
    "--holidays", placeholder: "FILE|URL", completion: .file,
    help:
      "Skip the all-day events of this calendar (ICS). A URL is read again every day; “-” reads standard input."
  )
  static let keepsHolidays = Argument<Bool>.flag(
    "--keep-holidays",
    help:
      "Keep the holidays of the present schedule; --observe and --ignore choose among them again.")
  static let observe = Argument<[String]>.options(
    "--observe", placeholder: "NAME",
    help: "Also skip this observance in the calendar. Repeatable.")
  static let ignore = Argument<[String]>.options(
    "--ignore", placeholder: "NAME",
    help: "Meet on this holiday in the calendar anyway. Repeatable.")
  static let breaks = Argument<[ScheduleBreakOfOne]>.options(
    "--break",
    help:
      "Add a break without meetings, such as 2026-07-20..2026-08-14=Summer. Repeatable; at most 20. Breaks stay when the schedule is set again. Without --at, the rest of the schedule stays."
  )
  static let noBreaks = Argument<Bool>.flag(
    "--no-breaks", help: "Remove the breaks of the present schedule.")
  static let dryRun = Argument<Bool>.flag("--dry-run", help: "Only show the next times.")
  static let ics = Argument<Bool>.flag(
    "--ics", help: "Write one or all schedules as a calendar (ICS) to standard output.")
}

/// Number of weeks from one week with meetings to the next one.
struct ScheduleInterval: ArgumentValue, Hashable {
  var weeks: Int

  init(argument: String) throws {
    guard let weeks = Int(argument), ScheduleRule.weeks.contains(weeks) else {
      let (first, last) = (ScheduleRule.weeks.lowerBound, ScheduleRule.weeks.upperBound)
      throw UsageError(message: "expected a number of weeks from \(first) to \(last)")
    }
    self.weeks = weeks
  }

  static var placeholder: String { "WEEKS" }
  static var completion: Completion { .words(ScheduleRule.weeks.map(String.init)) }
}

/// A date such as 2026-11-23. The service checks that it exists.
struct ScheduleDate: ArgumentValue, Hashable {
  var text: String

  init(argument: String) throws {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.joined().utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { throw UsageError(message: "expected a date such as 2026-11-23") }
    text = argument
  }

  static var placeholder: String { "DATE" }
}

/// A break with its name, such as `2026-07-20..2026-08-14=Summer`; one date for a single day.
struct ScheduleBreakOfOne: ArgumentValue, Hashable {
  var value: ScheduleBreak

  init(argument: String) throws {
    let problem = UsageError(
      message: "expected dates and a name, such as 2026-07-20..2026-08-14=Summer")
    // The name may contain “=” and “..” as well.
    guard let sign = argument.firstIndex(of: "=") else { throw problem }
    let name = argument[argument.index(after: sign)...].trimmingCharacters(in: .whitespaces)
    let dates = argument[..<sign].components(separatedBy: "..")
    guard !name.isEmpty, (1...2).contains(dates.count),
      let from = try? ScheduleDate(argument: dates[0]).text,
      let to = try? ScheduleDate(argument: dates[dates.count - 1]).text
    else { throw problem }
    value = ScheduleBreak(name: name, from: from, to: to)
  }

  static var placeholder: String { "FROM..TO=NAME" }
}

/// Another time with its days, such as `15:30=thu`.
struct ScheduleAlso: ArgumentValue, Hashable {
  var times: ScheduleTimes

  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw UsageError(message: "expected a time and its days, such as 15:30=thu")
    }
    times = ScheduleTimes(
      at: String(parts[0]), on: try ScheduleDays(argument: String(parts[1])).days)
  }

  static var placeholder: String { "HH:MM=DAYS" }
}
