import Foundation
import Standups
import StandupsAPI

/// The `standups meetings discarded` and `standups meetings restore` commands.
enum DiscardedVerbs {
  private static let standup = Argument<StandupReference?>.optional(
    "STANDUP", help: StandupReference.help + " Default: all standups of which you are an admin.")
  private static let meeting = Argument<MeetingReference>.required(
    "MEETING", help: "Id of the discarded meeting, the start of the id, or “last”.")

  static let discarded = Verb(
    "discarded", summary: "List discarded meetings that can be restored.",
    details:
      "A discarded meeting can be restored for \(DiscardedMeeting.days) days by an admin of its team. It is listed"
      + " from the moment at which “standups undo” can no longer undo its end.",
    arguments: [standup],
    examples: [.init("standups meetings discarded Daily", "Last discarded first.")],
    json: "{“meetings”: [{“meeting”, “standup”, “title”, “date”, “durationMs”, “lines”, “at”, “by”,"
      + " “until”}]}"
  ) { values, context in try await show(values[standup], context) }

  /// Lists the discarded meetings of a standup; nil for all standups.
  static func show(_ standup: StandupReference?, _ context: CommandContext) async throws {
    let reply = try await context.connected { connection in
      ListDiscarded.Reply(
        meetings: try await all(of: try await id(of: standup, connection), connection))
    }
    try context.show(reply) {
      guard !reply.meetings.isEmpty else { return ["No discarded meetings."] }
      var table = Table(
        header: ["STANDUP", "MEETING", "DATE", "LENGTH", "LINES", "BY", "UNTIL"],
        optional: [5, 4, 3])
      table.rows = reply.meetings.map { found in
        [
          DisplayText.safe(found.title), String(found.meeting.description.prefix(8)),
          context.page.date(found.date), DurationText.clock(found.durationMs), "\(found.lines)",
          found.by.map { String($0.description.prefix(8)) } ?? "–", context.page.date(found.until),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  static let restore = Verb(
    "restore", summary: "Restore a discarded meeting.",
    details:
      "The meeting becomes a past meeting of its standup, as if it had been saved. Only an admin of its team can"
      + " restore it. “standups meetings discarded” lists the meetings.",
    arguments: [meeting],
    examples: [.init("standups meetings restore 3f2c", "The meeting whose id starts with 3f2c.")],
    json: "{“meeting”, “standup”}"
  ) { values, context in
    let reference = try values[meeting]
    try await context.connected { connection in
      let found = try match(reference, in: try await all(of: nil, connection))
      let command = RestoreMeeting(standup: found.standup, meeting: found.meeting)
      _ = try await connection.send(command)
      try context.show(Restored(meeting: found.meeting, standup: found.standup)) {
        [
          "Restored the meeting of “\(DisplayText.safe(found.title))” of \(context.page.date(found.date))."
        ]
      }
    }
  }

  private struct Restored: Codable {
    var meeting: Meeting.ID
    var standup: Standup.ID
  }

  private static func id(
    of reference: StandupReference?, _ connection: Connection
  ) async throws -> Standup.ID? {
    try await reference.asyncMap { try await Finder(connection: connection).standup($0).id }
  }

  /// Returns the discarded meeting that a reference identifies.
  ///
  /// - Throws: `Failure` unless exactly one matches.
  private static func match(
    _ reference: MeetingReference, in all: [ListDiscarded.Found]
  ) throws -> ListDiscarded.Found {
    let found =
      reference == .last
      ? all.max { $0.at < $1.at }.map { [$0] } ?? []
      : all.filter { $0.meeting.description.hasPrefix(reference.text) }
    guard let first = found.first else {
      throw Failure.notFound(
        "Discarded meeting", reference.text, list: "standups meetings discarded")
    }
    guard found.count == 1 else {
      throw Failure.ambiguous(reference.text, found.map(\.meeting.description))
    }
    return first
  }

  /// Returns the discarded meetings of a standup, or those of all installations.
  private static func all(
    of standup: Standup.ID?, _ connection: Connection
  ) async throws -> [ListDiscarded.Found] {
    var (all, elsewhere) = try await here(of: standup, connection)
    for other in try await connection.others(elsewhere) {
      all += try await here(of: standup, other).meetings
    }
    return all
  }

  private static func here(
    of standup: Standup.ID?, _ connection: Connection
  ) async throws -> (meetings: [ListDiscarded.Found], elsewhere: [StandupsPlace]?) {
    var meetings: [ListDiscarded.Found] = []
    var after: String?
    var elsewhere: [StandupsPlace]?
    repeat {
      let page = try await connection.send(ListDiscarded(standup: standup, after: after))
      meetings += page.meetings
      (after, elsewhere) = (page.next, page.elsewhere)
    } while after != nil
    return (meetings, elsewhere)
  }
}
