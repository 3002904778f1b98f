import Bus
import Documents
import FastJSON
import Standups
import StandupsAPI

/// Figures of past meetings, which are read page by page. Between two pages, the service handles other
/// commands.
extension StandupsReduction {
  mutating func getStatistics(_ operation: Operation, _ command: GetMeetingStats) throws {
    let record = try record(command.standup, operation)
    let reading = try StatisticsReading(command, of: record.standup, nowMs: nowMs)
    guard record.meetings > 0 else { return finish(operation, reading, next: nil) }
    load(operation, reading)
  }

  private mutating func load(_ operation: Operation, _ reading: StatisticsReading) {
    step(operation.id, .loading(.statistics(reading)))
    effects.append(
      .load(
        operation.id,
        DocumentQuery(
          collection: Collection.meetings, parent: reading.standup.description,
          teams: scope.teams, after: reading.after, limit: reading.pageLimit, newestFirst: true)))
  }

  mutating func statisticsLoaded(
    _ operation: Operation, _ reading: StatisticsReading, _ result: Result<DocumentPage, BusError>
  ) throws {
    var reading = reading
    // With long transcripts, fewer meetings fit in a message.
    if case .failure(let error) = result, error.code == .tooLarge, reading.pageLimit > 1 {
      reading.pageLimit /= 2
      return load(operation, reading)
    }
    let page = try result.get()
    for document in page.documents {
      if reading.figures.isFull(limit: reading.limit) {
        return finish(operation, reading, next: reading.after)
      }
      // An unreadable meeting is skipped, and stays unchanged.
      for meeting in meetings(in: [document]) {
        guard meeting.milliseconds >= reading.fromMs else {
          return finish(operation, reading, next: nil)
        }
        reading.figures.add(meeting)
      }
      reading.after = document.cursor
    }
    guard let next = page.next else { return finish(operation, reading, next: nil) }
    reading.after = next
    guard !reading.figures.isFull(limit: reading.limit) else {
      return finish(operation, reading, next: next)
    }
    reading.pages += 1
    guard reading.pages < StatisticsReading.maxPages else {
      return finish(operation, reading, next: next)
    }
    load(operation, reading)
  }

  private mutating func finish(
    _ operation: Operation, _ reading: StatisticsReading, next: String?
  ) {
    let reply = GetMeetingStats.Reply(
      fromMs: reading.fromMs, toMs: reading.toMs, meetings: reading.figures.meetings,
      attendees: reading.figures.attendees, weeks: reading.figures.weeks, next: next)
    finish(operation.id, .success(.statistics(reply)))
  }
}

/// The progress of a command that computes figures.
struct StatisticsReading: Hashable, Sendable {
  /// Maximum number of pages for one reply, after which the client continues with `next`.
  static let maxPages = 100

  let standup: Standup.ID
  let fromMs: Int64
  let toMs: Int64
  let limit: Int
  /// Position after the last meeting that was read.
  var after: String
  /// Number of meetings that are read at once.
  var pageLimit = 20
  /// Number of pages that were read.
  var pages = 0
  var figures: MeetingStatistics

  /// Checks a command.
  ///
  /// - Throws: `invalid` for a window, a time zone, a cursor or a limit that is not valid.
  init(_ command: GetMeetingStats, of standup: Standup, nowMs: Int64) throws(BusError) {
    toMs = command.toMs ?? nowMs
    fromMs = command.fromMs ?? max(0, toMs - min(toMs, GetMeetingStats.usualWindowMs))
    guard WireTime.sinceEpochMs.contains(toMs), WireTime.sinceEpochMs.contains(fromMs),
      fromMs < toMs, toMs - fromMs <= GetMeetingStats.maxWindowMs
    else {
      throw BusError(
        .invalid,
        "Invalid window from \(fromMs) to \(toMs) ms; expected a start before its end, at most 53 weeks"
          + " apart.", detail: ["member": "fromMs"])
    }
    let zone = command.zoneMinutes ?? 0
    guard GetMeetingStats.zones.contains(zone) else {
      throw BusError(
        .invalid, "Invalid offset of \(zone) minutes; expected -840 to 840.",
        detail: ["member": "zoneMinutes"])
    }
    limit = command.limit ?? GetMeetingStats.limits.upperBound
    guard GetMeetingStats.limits.contains(limit) else {
      throw BusError(
        .invalid, "Invalid limit \(limit); expected 1 to \(GetMeetingStats.limits.upperBound).",
        detail: ["member": "limit"])
    }
    try DocumentCursor.check(command.after)
    self.standup = standup.id
    // The newest meeting of the window comes directly after its end.
    after = command.after ?? DocumentCursor(sortKey: toMs, id: "").text
    figures = MeetingStatistics(of: standup, person: command.person, zoneMinutes: zone)
  }
}
