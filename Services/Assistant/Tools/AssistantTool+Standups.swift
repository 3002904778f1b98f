import Bus
import CommandLineKit
import Foundation
import MCP
import Standups
import StandupsAPI

extension AssistantTool {
  static let listStandups = AssistantTool(
    "list_standups", title: "List standups", sending: ListStandups.self,
    arguments: ["after", "limit"],
    option: ToolOption(name: "archived", help: "List only the archived standups."),
    note:
      "Archived standups are left out unless “archived” is true. The member “live” is the id of a running meeting. Use “next” as “after” for the next page."
  ) { command, call in
    var reply = try await page(command.limit) { limit in
      try await call.bus.send(
        ListStandups(after: command.after, limit: limit), idempotencyKey: nil)
    }
    reply.standups.removeAll { ($0.standup.isArchived == true) != call.hasOption }
    let other =
      reply.elsewhere == nil ? "" : " The standups of other cells are not included."
    return Shown(
      sentence: count(reply.standups.count, "standup", more: reply.next != nil) + other,
      lines: reply.standups.map(line), reply: reply)
  }

  static let getStandup = AssistantTool(
    "get_standup", title: "Read a standup", sending: GetStandup.self, arguments: ["id"],
    note: "Without past meetings, which list_meetings returns."
  ) { command, call in
    let reply = try await call.bus.send(GetStandup(id: command.id, limit: 0), idempotencyKey: nil)
    let attendees = reply.summary.standup.attendees.map {
      "Attendee \(UserContent.line($0.displayName)), id \($0.id)"
    }
    return Shown(
      sentence: "The standup \(command.id).", lines: [line(reply.summary)] + attendees,
      reply: reply)
  }

  static let listMeetings = AssistantTool(
    "list_meetings", title: "List past meetings", sending: GetStandup.self,
    arguments: ["id", "after", "limit"],
    note:
      "Without transcripts, which read_minutes returns. Use “next” as “after” for the next page."
  ) { command, call in
    let reply = try await page(command.limit) { limit in
      withoutWords(
        try await call.bus.send(
          GetStandup(id: command.id, after: command.after, limit: limit), idempotencyKey: nil))
    }
    return Shown(
      sentence: count(reply.meetings.count, "past meeting", more: reply.next != nil),
      lines: reply.meetings.map { meeting in
        let notes = meeting.notes.map { ", \(DisplayText.count($0.count, "follow-up"))" } ?? ""
        return "\(Timestamp.format(meeting.date)): meeting \(meeting.id)"
          + (meeting.durationMs.map { ", \(DurationText.clock($0))" } ?? "") + notes
      },
      reply: reply)
  }

  static let searchTranscripts = AssistantTool(
    "search_transcripts", title: "Search transcripts", sending: SearchTranscripts.self,
    arguments: ["query", "standup", "person", "fromMs", "toMs", "limit", "offset"],
    note: "Returns excerpts; read_minutes returns the whole minutes of a hit."
  ) { command, call in
    let reply = try await page(command.limit) { limit in
      var command = command
      command.limit = limit
      var reply = try await call.bus.send(command, idempotencyKey: nil)
      for index in reply.hits.indices {
        reply.hits[index].meeting = withoutWords(reply.hits[index].meeting)
        reply.hits[index].snippet = quoted(reply.hits[index].snippet)
      }
      reply.standups = reply.standups?.map { found in
        SearchTranscripts.FoundStandup(
          id: found.id, title: found.title, snippet: quoted(found.snippet))
      }
      return reply
    }
    return Shown(
      sentence: "Found \(DisplayText.count(reply.total, "meeting")), "
        + "\(reply.hits.count) of them on this page.",
      lines: (reply.standups ?? []).map { "Standup \($0.id): \(UserContent.line($0.snippet))" }
        + reply.hits.map { hit in
          "Standup \(hit.standup) (\(UserContent.line(hit.title))), meeting \(hit.meeting.id), "
            + "\(Timestamp.format(hit.meeting.date)): \(UserContent.line(hit.snippet))"
        },
      reply: reply)
  }

  static let listFollowUps = AssistantTool(
    "list_follow_ups", title: "List open follow-ups", sending: ListFollowUps.self,
    arguments: ["standup"]
  ) { command, call in
    let reply = try await call.bus.send(command, idempotencyKey: nil)
    return Shown(
      sentence: "\(DisplayText.count(reply.followUps.count, "open follow-up")).",
      lines: reply.followUps.map(line), reply: reply)
  }

  static let noteFollowUp = AssistantTool(
    "note_follow_up", title: "Note a follow-up", sending: NoteFollowUp.self,
    arguments: ["standup", "meeting", "attendee", "text"], isReadOnly: false, isIdempotent: false
  ) { command, call in
    guard command.text != nil else { throw BusError(.invalid, "The argument “text” is missing.") }
    let reply = try await call.bus.send(command, idempotencyKey: call.key)
    return Shown(sentence: "Noted the follow-up.", lines: [line(reply)], reply: reply)
  }

  static let listUpdates = AssistantTool(
    "list_updates", title: "List written updates", sending: ListUpdates.self,
    arguments: ["standup"]
  ) { command, call in
    let reply = try await call.bus.send(command, idempotencyKey: nil)
    return Shown(
      sentence: "\(DisplayText.count(reply.updates.count, "written update")).",
      lines: reply.updates.map(line), reply: reply)
  }

  static let writeUpdate = AssistantTool(
    "write_update", title: "Write an update", sending: WriteUpdate.self,
    arguments: ["standup", "attendee", "text"],
    note: "It replaces the attendee’s previous update. Call it only if the user asks for it.",
    isReadOnly: false
  ) { command, call in
    let reply = try await call.bus.send(command, idempotencyKey: call.key)
    return Shown(
      sentence: reply.meeting == nil
        ? "Saved the update for the next meeting."
        : "Saved the update; it is shown in the live meeting.",
      lines: ["For \(UserContent.line(reply.attendee.displayName))"], reply: reply)
  }

  // MARK: Lines

  private static func line(_ summary: StandupSummary) -> String {
    let standup = summary.standup
    return "\(UserContent.title(standup)): standup \(standup.id), "
      + "\(DisplayText.count(standup.attendees.count, "attendee")), "
      + "\(DisplayText.count(summary.meetings, "past meeting"))"
      + (summary.live.map { ", live meeting \($0)" } ?? "")
  }

  private static func line(_ followUp: FollowUp) -> String {
    "For \(UserContent.line(followUp.attendee.displayName)): \(UserContent.line(followUp.text))"
  }

  private static func line(_ update: WrittenUpdate) -> String {
    "From \(UserContent.line(update.attendee.displayName)): \(UserContent.line(update.text))"
  }

  private static func count(_ count: Int, _ noun: String, more: Bool) -> String {
    "\(DisplayText.count(count, noun))." + (more ? " There are more; see “next”." : "")
  }

  /// An excerpt in which quotation marks enclose the found words: the service marks them with control
  /// characters.
  private static func quoted(_ snippet: String) -> String {
    snippet.replacing("\u{2}", with: "«").replacing("\u{3}", with: "»")
  }

  /// A meeting without its transcript.
  static func withoutWords(_ meeting: Meeting) -> Meeting {
    var meeting = meeting
    (meeting.transcript, meeting.segments, meeting.turns) = ("", [], nil)
    return meeting
  }

  private static func withoutWords(_ reply: GetStandup.Reply) -> GetStandup.Reply {
    var reply = reply
    reply.meetings = reply.meetings.map(withoutWords)
    reply.shortened = reply.meetings.isEmpty ? nil : reply.meetings.map(\.id)
    return reply
  }
}
