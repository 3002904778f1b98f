import Bus
import Foundation
import Links
import ScheduleAPI
import Standups
import StandupsAPI

/// The `standups schedule` command.
enum ScheduleVerb {
  static let verb = Verb(
    "schedule", summary: "Set the schedule of a standup, or list all schedules.",
    details: """
      At the scheduled time the meeting starts automatically (--start), or an event with a link asks people to start \
      it (--ask), or everyone is asked for a written update (--written). “standups watch --type schedule.” prints these events, and webhooks deliver them to a chat. \
      Schedules follow daylight saving time. If a time is missed because the services were down for more than 5 \
      minutes, an event reports it. A new schedule replaces the previous one and its holidays, unless --keep-holidays is given. Days that a calendar \
      marks as observances are working days; they are shown, and --observe turns one into a day off. In a break \
      (--break), nothing is published and no meeting starts.
      """,
    arguments: [
      ScheduleArguments.standup, ScheduleArguments.at, ScheduleArguments.on, ScheduleArguments.also,
      ScheduleArguments.every, ScheduleArguments.weekOf, ScheduleArguments.zone,
      ScheduleArguments.starts, ScheduleArguments.asks, ScheduleArguments.written,
      ScheduleArguments.local, ScheduleArguments.remind,
      ScheduleArguments.holidays, ScheduleArguments.keepsHolidays, ScheduleArguments.observe,
      ScheduleArguments.ignore, ScheduleArguments.breaks, ScheduleArguments.noBreaks,
      ScheduleArguments.dryRun, ScheduleArguments.ics,
    ],
    examples: [
      .init(
        "standups schedule Daily --at 09:30 --on mon-fri --zone Europe/Paris --start",
        "Starts automatically on working days."),
      .init(
        "standups schedule Daily --at 09:00 --on mon --also 15:30=thu",
        "Mondays at 09:00 and Thursdays at 15:30."),
      .init(
        "standups schedule Daily --at 14:00 --on wed --every 2 --week-of 2026-11-25",
        "Every second Wednesday, counted from 25 November."),
      .init(
        "standups schedule Daily --at 09:00 --written 8h",
        "In writing: the updates until 17:00 are saved as one meeting."),
      .init(
        "standups schedule Daily --at 09:00 --written 14h --local",
        "In writing, and each person is asked at 09:00 in their own time zone."),
      .init(
        "standups schedule Daily --at 09:30 --remind 10m --holidays holidays.ics",
        "Sends a reminder, and skips holidays."),
      .init(
        "standups schedule Daily --at 09:30 --holidays holidays.ics --ignore 'New Year'",
        "Meets on New Year’s Day, but on no other holiday."),
      .init(
        "standups schedule Daily --at 10:00 --keep-holidays",
        "Another time, with the same holidays."),
      .init(
        "standups schedule Daily --break 2026-07-20..2026-08-14='Summer break'",
        "Does not meet from 20 July to 14 August, and then as before."),
      .init(
        "standups schedule Daily --at 02:30 --on sun --dry-run",
        "Shows the times, but changes nothing."),
      .init("standups schedule", "All schedules, the next meeting first."),
      .init("standups schedule --ics > standups.ics", "For a calendar app."),
    ],
    json:
      "For one standup: {“subject”, “rule”: {“at”, “on”, “zone”, “also”: [{“at”, “on”}], “everyWeeks”, “weekOf”}, “mode”, “remindMs”, “closesAfterMs”, “asksLocally”, “holidays”, “breaks”: [{“name”, “from”, “to”}], “next”, “problem”}."
      + " For all: {“schedules”: […]}. With --dry-run: {“times”}. With --ics: the calendar itself."
  ) { values, context in
    let request = try ScheduleRequest(values, context)
    try await context.connected { connection in
      let finder = Finder(connection: connection)
      let found = try await request.standup.asyncMap { try await finder.standup($0) }
      if request.isCalendar {
        let standups =
          if let found { [found] } else {
            try await finder.standups().filter { $0.standup.isArchived != true }
          }
        return try await calendar(standups, connection, context)
      }
      if request.changesBreaksOnly {
        guard let found else { throw Failure.usage("STANDUP is missing.") }
        return try await changeBreaks(found, request, connection, context)
      }
      guard let rule = request.rule else {
        guard let found else { return try await list(finder, context) }
        return try await show(found, connection, context)
      }
      if request.isTrial {
        let reply = try await connection.send(
          GetScheduleTimes(rule: rule, breaks: request.breaks.isEmpty ? nil : request.breaks))
        return try context.show(reply) {
          reply.times.map { ScheduleText.time($0, rule.zone, context) }
        }
      }
      guard let found else { throw Failure.usage("STANDUP is missing.") }
      // Without a change, the service keeps the breaks.
      let before =
        request.breaks.isEmpty || request.removesBreaks
        ? nil : try await present(found, connection)
      let schedule = try await connection.send(
        SetSchedule(
          subject: "\(found.id)", rule: rule, mode: request.mode, remindMs: request.remindMs,
          closesAfterMs: request.closesAfterMs, asksLocally: request.asksLocally ? true : nil,
          holidays: request.holidays,
          breaks: request.breaks(after: before)))
      try context.show(schedule) { ScheduleText.lines(schedule, context) }
    }
  }

  /// The present schedule of a standup; nil for none.
  private static func present(
    _ found: StandupSummary, _ connection: Connection
  ) async throws -> Schedule? {
    do {
      return try await connection.send(GetSchedule(subject: "\(found.id)"))
    } catch let error as BusError where error.code == .notFound {
      return nil
    }
  }

  /// Changes the breaks of the present schedule, and sets the rest of it again as it is.
  private static func changeBreaks(
    _ found: StandupSummary, _ request: ScheduleRequest, _ connection: Connection,
    _ context: CommandContext
  ) async throws {
    guard let before = try await present(found, connection) else { throw missing(found) }
    let holidays = before.holidays.map {
      ScheduleHolidaySource(isKept: true, observe: $0.observe, ignore: $0.ignore)
    }
    let schedule = try await connection.send(
      SetSchedule(
        subject: "\(found.id)", rule: before.rule, mode: before.mode, remindMs: before.remindMs,
        closesAfterMs: before.closesAfterMs, asksLocally: before.asksLocally, holidays: holidays,
        breaks: request.breaks(after: before)))
    try context.show(schedule) { ScheduleText.lines(schedule, context) }
  }

  private static func missing(_ found: StandupSummary) -> Failure {
    Failure.notFound(
      "“\(DisplayText.safe(found.standup.title))” has no schedule. Add --at HH:MM to set one.")
  }

  /// Shows the schedule of a standup. Links that end with `/schedule` lead here.
  static func open(_ id: Standup.ID, _ context: CommandContext) async throws {
    try await context.connected { connection in
      let found = try await connection.send(GetStandup(id: id, limit: 0)).summary
      try await show(found, connection, context)
    }
  }

  private static func show(
    _ found: StandupSummary, _ connection: Connection, _ context: CommandContext
  ) async throws {
    guard let schedule = try await present(found, connection) else { throw missing(found) }
    try context.show(schedule) { ScheduleText.lines(schedule, context) }
  }

  private static func list(_ finder: Finder, _ context: CommandContext) async throws {
    let schedules = try await finder.connection.schedules()
    // Another service stores the schedules, so the titles come from the standups.
    let titles = Dictionary(
      try await finder.standups().map { ("\($0.id)", $0.standup.title) }
    ) { first, _ in first }
    try context.show(Output(schedules: schedules)) {
      guard !schedules.isEmpty else {
        return ["No schedules yet. Set one with “standups schedule STANDUP --at HH:MM”."]
      }
      var table = Table(
        header: ["STANDUP", "NEXT", "AT", "ON", "ZONE", "MODE"], flexible: 0, optional: [5, 4])
      table.rows = schedules.sorted {
        ($0.next.first ?? .distantFuture) < ($1.next.first ?? .distantFuture)
      }
      .map { schedule in
        [
          titles[schedule.subject].map(DisplayText.title) ?? DisplayText.safe(schedule.subject),
          ScheduleText.next(schedule, context) ?? "never",
          schedule.rule.all.map(\.at).joined(separator: ", "),
          schedule.rule.all.map { ScheduleDays.text($0.on) }.joined(separator: "; ")
            + (ScheduleText.weeks(schedule.rule).map { ", \($0)" } ?? ""),
          DisplayText.safe(schedule.rule.zone),
          ScheduleText.word(schedule.mode),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  struct Output: Codable {
    var schedules: [Schedule]
  }

  private static func calendar(
    _ standups: [StandupSummary], _ connection: Connection, _ context: CommandContext
  ) async throws {
    let entries = standups.map { summary in
      ScheduleEntry(
        subject: "\(summary.id)", title: String(summary.standup.title.prefix(100)),
        durationMs: summary.standup.durationMs, link: DeepLink(.standup(summary.id)).description)
    }
    let calendar = try await MakeScheduleCalendar.whole(entries) { try await connection.send($0) }
    try context.console.write(calendar)
  }

  static let unschedule = Verb(
    "unschedule", summary: "Remove the schedule of a standup.",
    arguments: [DeleteVerb.standup],
    examples: [.init("standups unschedule Daily", "Stops automatic starts and reminders.")],
    json: "{“removed”: true, “id”}"
  ) { values, context in
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[DeleteVerb.standup])
      do {
        _ = try await connection.send(RemoveSchedule(subject: "\(found.id)"))
      } catch let error as BusError where error.code == .notFound {
        throw Failure.notFound("“\(DisplayText.safe(found.standup.title))” has no schedule.")
      }
      try context.show(Removal(removed: true, id: found.id)) {
        ["Removed the schedule of “\(DisplayText.safe(found.standup.title))”."]
      }
    }
  }

  struct Removal: Codable {
    var removed: Bool
    var id: Standup.ID
  }
}

/// The parsed arguments of the `schedule` command.
private struct ScheduleRequest {
  var standup: StandupReference?
  /// Nil if no time is given.
  var rule: ScheduleRule?
  var mode: ScheduleMode
  var remindMs: Int64?
  /// Time for which updates are collected; nil unless the standup is held in writing.
  var closesAfterMs: Int64?
  /// True if people are asked at the time in their own zones.
  var asksLocally: Bool
  var holidays: ScheduleHolidaySource?
  /// Breaks to add.
  var breaks: [ScheduleBreak]
  /// True if the present breaks are removed.
  var removesBreaks: Bool
  var isTrial: Bool
  var isCalendar: Bool

  init(_ values: Values, _ context: CommandContext) throws {
    standup = try values[ScheduleArguments.standup]
    isTrial = try values[ScheduleArguments.dryRun]
    isCalendar = try values[ScheduleArguments.ics]
    breaks = try values[ScheduleArguments.breaks].map(\.value)
    removesBreaks = try values[ScheduleArguments.noBreaks]
    remindMs = try values[ScheduleArguments.remind]?.milliseconds
    let (starts, asks) = (try values[ScheduleArguments.starts], try values[ScheduleArguments.asks])
    closesAfterMs = try values[ScheduleArguments.written]?.milliseconds
    asksLocally = try values[ScheduleArguments.local]
    guard !starts || !asks else { throw Failure.exclusive("--start", "--ask") }
    guard !asksLocally || closesAfterMs != nil else {
      throw Failure.usage("--local needs --written.")
    }
    guard closesAfterMs == nil || !starts && !asks else {
      throw Failure.exclusive("--written", starts ? "--start" : "--ask")
    }
    mode = closesAfterMs != nil ? .write : starts ? .start : .ask
    let also = try values[ScheduleArguments.also].map(\.times)
    let (days, zone) = (try values[ScheduleArguments.on], try values[ScheduleArguments.zone])
    let weeks = try values[ScheduleArguments.every]?.weeks
    let weekOf = try values[ScheduleArguments.weekOf]?.text
    guard weekOf == nil || (weeks ?? 1) > 1 else {
      throw Failure.usage("--week-of needs --every with 2 or more weeks.")
    }
    let source = try values[ScheduleArguments.holidays]
    let observe = try values[ScheduleArguments.observe]
    let ignore = try values[ScheduleArguments.ignore]
    let isKept = try values[ScheduleArguments.keepsHolidays]
    guard source == nil || !isKept else { throw Failure.exclusive("--holidays", "--keep-holidays") }
    guard source != nil || isKept || observe.isEmpty && ignore.isEmpty else {
      throw Failure.usage("--observe and --ignore need --holidays or --keep-holidays.")
    }
    if let at = try values[ScheduleArguments.at] {
      guard !isCalendar else {
        throw Failure.usage("--ics cannot be combined with --at.")
      }
      rule = ScheduleRule(
        at: at, on: days?.days ?? ScheduleDay.allCases.dropLast(2),
        zone: try zone ?? context.zone.name(), also: also.isEmpty ? nil : also,
        everyWeeks: weeks.flatMap { $0 > 1 ? $0 : nil }, weekOf: weekOf)
    } else if starts || asks || isTrial || remindMs != nil || closesAfterMs != nil || days != nil
      || zone != nil || !also.isEmpty || weeks != nil
      || source != nil || isKept || !observe.isEmpty || !ignore.isEmpty
    {
      throw Failure.usage("--at is missing; expected a time, such as --at 09:30.")
    }
    guard !isCalendar || breaks.isEmpty && !removesBreaks else {
      throw Failure.usage("--ics cannot be combined with --break and --no-breaks.")
    }
    var chosen = ScheduleHolidaySource(
      observe: observe.isEmpty ? nil : observe, ignore: ignore.isEmpty ? nil : ignore)
    if isKept {
      chosen.isKept = true
      holidays = chosen
      return
    }
    holidays = try source.map { [chosen] source in
      var holidays = chosen
      if ["http", "https", "webcal", "webcals"].contains(where: {
        source.lowercased().hasPrefix("\($0)://")
      }) {
        holidays.url = source
      } else {
        holidays.ics = String(decoding: try context.read(source), as: UTF8.self)
      }
      return holidays
    }
  }
}

extension ScheduleRequest {
  /// True if only the breaks of the present schedule change.
  var changesBreaksOnly: Bool { rule == nil && (!breaks.isEmpty || removesBreaks) }

  /// The breaks of the new schedule; nil to keep those of the present one.
  ///
  /// - Parameter before: the present schedule; nil for none.
  func breaks(after before: Schedule?) -> [ScheduleBreak]? {
    guard !breaks.isEmpty || removesBreaks else { return nil }
    return (removesBreaks ? [] : before?.breaks ?? []) + breaks
  }
}

extension Connection {
  /// Returns all schedules.
  func schedules() async throws -> [Schedule] {
    var all: [Schedule] = []
    var after: String?
    repeat {
      let page = try await send(ListSchedules(after: after, limit: 200))
      all += page.schedules
      after = page.next
    } while after != nil
    return all
  }
}
