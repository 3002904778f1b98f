import Bus
import Documents
import FastJSON
import Foundation
import ScheduleAPI
import WebClient

/// Saved form of a schedule. Times are in milliseconds since 1970-01-01 UTC.
struct SavedSchedule: Codable, Hashable, Sendable {
  /// The collection of its documents, whose ids are the subjects.
  static let collection = "schedules"
  /// Number of reported times that are remembered, so that they are not reported again after the
  /// clock is set back.
  static let maxTold = 32

  var rule: Rule
  var mode: ScheduleMode
  /// Id of the team to which the subject belongs; nil for the team `default`.
  var team: String?
  var remindMs: Int64?
  /// Time for which updates are collected; nil unless the standup is held in writing.
  var closesAfterMs: Int64?
  /// True if people are asked at the time in their own zones; nil otherwise.
  var asksLocally: Bool?
  var holidays: SavedHolidays?
  /// Breaks in the order of their days, also those that are over since; nil for none.
  var breaks: [Break]?
  /// Time at which it was created or changed.
  var setMs: Int64
  /// Time up to which all times are settled, that is, reported as due or as missed.
  var settledMs: Int64
  /// The last reported times, in the order of their reports. They are not reported again if the
  /// clock is set back.
  var told: [Int64] = []
  /// The last time for which a reminder was sent.
  var remindedMs: Int64?
  /// The updates that are being collected. They are complete at their own time, even if the schedule
  /// changes; the removal of the schedule leaves them for the next meeting.
  var writing: Writing?
  /// The people who are asked at the time in their own zones, for the updates that are being collected or
  /// for the next time; nil until it is known.
  var asking: Asking?

  /// Updates that are being collected.
  struct Writing: Codable, Hashable, Sendable {
    /// Scheduled time at which people were asked.
    var atMs: Int64
    var closesMs: Int64
  }
}

extension SavedSchedule: StoredValue {
  /// Maximum length of the reason why holidays could not be read, in bytes.
  private static let maxProblemBytes = 4096

  func problem(in document: Document) -> String? {
    do throws(BusError) {
      _ = try Subject(document.id)
      if let problem = rule.problem { return problem }
      try ScheduleCommand.check(remindMs: remindMs)
      try ScheduleCommand.check(closesAfterMs: closesAfterMs, of: mode)
      try ScheduleCommand.check(asksLocally: asksLocally, of: mode)
      guard asking?.isValid ?? true else {
        return "Invalid zones of people; expected at most \(ScheduleZonesNamed.maxZones)."
      }
      _ = try ScheduleCommand.checked(team: teamID)
      if let team = document.team, team != teamID {
        return "The team of the document does not match its content."
      }
      let moments =
        [
          setMs, settledMs, remindedMs, holidays?.readMs, holidays?.triedMs, writing?.atMs,
          writing?.closesMs,
        ].compactMap(\.self)
        + told + (asking?.moments ?? [])
      guard moments.allSatisfy(WireTime.sinceEpochMs.contains), told.count <= Self.maxTold else {
        return
          "Invalid times; expected years from 1970 to 9999 and at most \(Self.maxTold) reported times."
      }
      if let breaks {
        guard breaks.count <= ScheduleBreak.maxBreaks, breaks.allSatisfy(\.isValid) else {
          return
            "Invalid breaks; expected at most \(ScheduleBreak.maxBreaks), each with a name and 1 to"
            + " \(Break.maxDays) days."
        }
      }
      guard let holidays else { return nil }
      if let problem = holidays.url.flatMap(HTTPAddress.problem) {
        return HolidaySource.urlProblem(problem)
      }
      try holidays.choice.check()
      guard max(holidays.days.days.count, holidays.observances.days.count) <= Self.maxDays,
        (holidays.problem ?? "").utf8.count <= Self.maxProblemBytes
      else {
        return "A calendar can have at most \(Self.maxDays) days off and as many observances."
      }
      return nil
    } catch {
      return error.message
    }
  }

  /// Maximum number of holidays. It is larger than the number of days in the searched period,
  /// because a long holiday may extend beyond the end of that period.
  private static let maxDays = (Rule.yearsAhead + 3) * 366
}

extension SavedSchedule {
  /// Id of the team to which the subject belongs.
  var teamID: String { team ?? TeamScope.defaultTeam }

  func document(of subject: Subject) throws -> Document {
    Document(
      collection: Self.collection, id: subject.name, team: teamID,
      body: try RawJSON(encoding: self))
  }
}

extension Date {
  init(ms: Int64) { self.init(timeIntervalSince1970: Double(ms) / 1000) }
}
