import Bus
import FastJSON
import ScheduleAPI
import Schema
import ServiceShell
import WebClient

/// A command of the schedule service, after the checks that do not depend on the saved state.
enum ScheduleCommand: LaneCommand {
  case set(Subject, NewSchedule)
  case get(Subject)
  case list(after: Subject?, limit: Int)
  case remove(Subject)
  case times(Subject, count: Int)
  case trial(Rule, [Break], count: Int)
  case calendar([ScheduleEntry])
  case gone(Subject)
  /// Adds the schedule of a subject that arrived from elsewhere, with its saved document.
  case came(Subject, RawJSON)
  /// Moves the schedule of a subject to another team.
  ///
  /// - Parameter from: the team that the schedule must have, so that a later change is not undone;
  ///   nil for any.
  case moved(Subject, from: String?, to: String)
  /// Internal command: reports times that are due.
  case wake(Subject)
  /// Internal command: applies a holiday calendar that was read again, or records the failure.
  case refresh(Subject, HolidaySource, Result<HolidayCalendar.Contents, BusError>)

  var lane: Subject? {
    switch self {
    case .set(let subject, _), .remove(let subject), .gone(let subject), .wake(let subject),
      .came(let subject, _), .moved(let subject, _, _), .refresh(let subject, _, _):
      subject
    case .get, .list, .times, .trial, .calendar: nil
    }
  }

  var keepsReply: Bool {
    switch self {
    case .set, .remove: true
    default: false
    }
  }
}

/// The content of a new schedule.
struct NewSchedule: Hashable, Sendable {
  var rule: Rule
  var mode: ScheduleMode
  var remindMs: Int64?
  var closesAfterMs: Int64?
  /// True if people are asked at the time in their own zones; nil otherwise.
  var asksLocally: Bool?
  var holidays: HolidaySource?
  /// Its breaks; nil keeps those of the present schedule.
  var breaks: [Break]?
}

extension ScheduleCommand {
  /// Valid times of a reminder before a meeting, in milliseconds.
  static let reminders: ClosedRange<Int64> = 60_000...43_200_000
  /// Valid times for which updates are collected, in milliseconds.
  static let writingTimes: ClosedRange<Int64> = 300_000...604_800_000
  /// Valid page sizes of a list.
  static let limits = 1...200
  static let defaultLimit = 100
  /// Valid numbers of times to compute.
  static let counts = 1...100
  static let defaultCount = 10
  /// Maximum length of a title in a calendar, in bytes.
  static let maxTitleBytes = 400
  /// Valid durations of a meeting, in milliseconds.
  static let durations: ClosedRange<Int64> = 1000...86_400_000

  init(_ command: SetSchedule) throws(BusError) {
    try Self.check(remindMs: command.remindMs)
    let mode = command.mode ?? .ask
    try Self.check(closesAfterMs: command.closesAfterMs, of: mode)
    try Self.check(asksLocally: command.asksLocally, of: mode)
    self = .set(
      try Subject(command.subject),
      NewSchedule(
        rule: try Rule(command.rule), mode: mode, remindMs: command.remindMs,
        closesAfterMs: command.closesAfterMs,
        asksLocally: command.asksLocally == true ? true : nil,
        holidays: try command.holidays.map(HolidaySource.init),
        breaks: try Break.checked(command.breaks)))
  }

  static func check(remindMs: Int64?) throws(BusError) {
    guard let remindMs, !reminders.contains(remindMs) else { return }
    throw BusError(
      .invalid, "Invalid remindMs \(remindMs); expected 60000 (1 minute) to 43200000 (12 hours).",
      detail: ["field": "remindMs"])
  }

  /// Checks the time for which updates are collected, which only a standup in writing has.
  static func check(closesAfterMs: Int64?, of mode: ScheduleMode) throws(BusError) {
    guard (closesAfterMs != nil) == (mode == .write) else {
      throw BusError(
        .invalid,
        mode == .write
          ? "closesAfterMs is missing; a standup in writing needs the time for its updates."
          : "Invalid closesAfterMs; only a standup in writing (mode “write”) has a time for updates.",
        detail: ["field": "closesAfterMs"])
    }
    guard let closesAfterMs, !writingTimes.contains(closesAfterMs) else { return }
    throw BusError(
      .invalid,
      "Invalid closesAfterMs \(closesAfterMs); expected 300000 (5 minutes) to 604800000 (7 days).",
      detail: ["field": "closesAfterMs"])
  }

  /// Checks whether people are asked in their own zones, which only a standup in writing does.
  static func check(asksLocally: Bool?, of mode: ScheduleMode) throws(BusError) {
    guard asksLocally == true, mode != .write else { return }
    throw BusError(
      .invalid,
      "Invalid asksLocally; only a standup in writing (mode “write”) asks people in their own zones.",
      detail: ["field": "asksLocally"])
  }

  init(_ command: TellSubjectMoved) throws(BusError) {
    self = .moved(
      try Subject(command.subject), from: nil, to: try Self.checked(team: command.team))
  }

  /// Returns the id of a team.
  ///
  /// - Throws: `invalid` for anything else.
  static func checked(team: String) throws(BusError) -> String {
    guard TeamID.isValid(team) else {
      throw BusError(
        .invalid, "Invalid team; expected the id of a team, such as web.",
        detail: ["field": "team"])
    }
    return team
  }

  init(_ command: ListSchedules) throws(BusError) {
    self = .list(
      after: try command.after.map(Subject.init(_:)),
      limit: try Self.checked(command.limit ?? Self.defaultLimit, in: Self.limits, "limit"))
  }

  init(_ command: GetScheduleTimes) throws(BusError) {
    let count = try Self.checked(command.count ?? Self.defaultCount, in: Self.counts, "count")
    let breaks = try Break.checked(command.breaks)
    switch (command.subject, command.rule) {
    case (let subject?, nil) where breaks == nil:
      self = .times(try Subject(subject), count: count)
    case (nil, let rule?): self = .trial(try Rule(rule), breaks ?? [], count: count)
    default:
      throw BusError(
        .invalid, "Invalid request; expected either “subject”, or “rule” with or without “breaks”.",
        detail: ["field": "subject"])
    }
  }

  init(_ command: MakeScheduleCalendar) throws(BusError) {
    guard command.entries.count <= MakeScheduleCalendar.maxEntries else {
      throw BusError(
        .invalid,
        "A calendar can have at most \(MakeScheduleCalendar.maxEntries) entries; request fewer at once.",
        detail: ["field": "entries"])
    }
    for entry in command.entries {
      _ = try Subject(entry.subject)
      guard entry.title.utf8.count <= Self.maxTitleBytes,
        Self.durations.contains(entry.durationMs),
        (entry.link ?? "").utf8.count <= HTTPAddress.maxBytes
      else {
        throw BusError(
          .invalid,
          "Invalid entry; expected a title of at most \(Self.maxTitleBytes) bytes, a duration of 1000 to"
            + " 86400000 ms, and a link of at most \(HTTPAddress.maxBytes) bytes.",
          detail: ["field": "entries"])
      }
    }
    self = .calendar(command.entries)
  }

  private static func checked(
    _ number: Int, in range: ClosedRange<Int>, _ field: String
  ) throws(BusError) -> Int {
    guard range.contains(number) else {
      throw BusError(
        .invalid,
        "Invalid \(field) \(number); expected \(range.lowerBound) to \(range.upperBound).",
        detail: ["field": field])
    }
    return number
  }
}
