import Bus
import CommandLineKit
import FastJSON
import Foundation
import MCP
import Standups
import StandupsAPI

extension AssistantTool {
  static let readMinutes = AssistantTool(
    description: MCPTool(
      name: "read_minutes", title: "Read minutes",
      description:
        "Reads the minutes of a past meeting as Markdown: date, attendees, follow-ups and transcript. "
        + "Long minutes are returned in pieces; use “next” as “after” for the next piece.",
      input: ToolSchemas.input(
        [
          "standup": ToolSchemas.member("standup", of: GetMeetingPart.target),
          "meeting": property(
            ToolSchemas.member("meeting", of: GetMeetingPart.target),
            "Id of the past meeting. Default: the newest."),
          "after": property(
            .object(["type": .string("string")]),
            "Cursor from “next” of the previous piece. Default: the first piece."),
        ], required: [.string("standup")]),
      output: .object([
        "properties": .object([
          "markdown": .object(["type": .string("string")]),
          "meeting": ToolSchemas.member("meeting", of: GetMeetingPart.target),
          "next": .object(["type": .string("string")]),
          UserContent.noticeName: UserContent.noticeSchema,
          "standup": ToolSchemas.member("standup", of: GetMeetingPart.target),
        ]), "required": .array(["markdown", "meeting", "standup"].map { .string($0) }),
        "type": .string("object"),
      ]), isReadOnly: true, isIdempotent: true), arguments: ["standup", "meeting", "after"],
    targets: PastMeeting.targets
  ) { arguments, call in
    let asked = try RawJSON(encoding: arguments).decode(as: MinutesArguments.self)
    let found = try await PastMeeting.find(asked.meeting, of: asked.standup, call.bus)
    let piece = try Piece(of: found.minutes, after: asked.after)
    var structured: [String: JSONTree] = [
      "markdown": .string(UserContent.markedText("minutes", piece.text, id: call.markID)),
      "meeting": .string("\(found.meeting.id)"),
      "standup": .string("\(asked.standup)"),
    ]
    structured["next"] = piece.next.map { .string($0) }
    let more =
      piece.next.map { " They are longer than this piece; call again with after “\($0)”." } ?? ""
    return MCPToolResult(
      texts: [MCPText("Minutes of meeting \(found.meeting.id).\(more)")]
        + UserContent.marked("minutes", piece.text, id: call.markID),
      structured: UserContent.structured(.object(structured)))
  }

  private static func property(_ schema: JSONTree, _ description: String) -> JSONTree {
    guard case .object(var members) = schema else { return schema }
    members["description"] = .string(description)
    return .object(members)
  }
}

/// Arguments of `read_minutes`.
private struct MinutesArguments: Decodable {
  var standup: Standup.ID
  var meeting: Meeting.ID?
  var after: String?
}

/// A piece of a long text, which ends with a line if possible.
struct Piece: Hashable {
  var text: String
  /// Cursor of the next piece: the number of bytes before it; nil for the last piece.
  var next: String?

  /// Returns the piece after a cursor.
  ///
  /// - Parameter maxBytes: maximum size of the piece, in bytes.
  /// - Throws: `BusError` with code `invalid` if the cursor is not one of this text.
  init(
    of whole: String, after cursor: String?, maxBytes: Int = AssistantLimits.maxTextBytes
  ) throws {
    let bytes = Array(whole.utf8)
    let start = cursor.map { Int($0) ?? -1 } ?? 0
    guard (0...bytes.count).contains(start), start == bytes.count || !Self.isInside(bytes[start])
    else {
      throw BusError(.invalid, "Invalid cursor; expected “next” of the previous piece.")
    }
    var end = min(bytes.count, start + maxBytes)
    if end < bytes.count {
      if let line = bytes[start..<end].lastIndex(of: UInt8(ascii: "\n")) {
        end = line + 1
      } else {
        while end > start + 1, Self.isInside(bytes[end]) { end -= 1 }
      }
    }
    text = String(decoding: bytes[start..<end], as: UTF8.self)
    next = end < bytes.count ? "\(end)" : nil
  }

  /// True for a byte that continues a character in UTF-8.
  private static func isInside(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

/// A past meeting with its standup.
struct PastMeeting: Sendable {
  var standup: Standup
  var meeting: Meeting

  /// The commands that read a past meeting.
  static let targets: Set<String> = [GetStandup.target, GetMeetingPart.target]

  /// The minutes as Markdown.
  var minutes: String { Minutes.markdown(meeting, of: standup) }

  /// Reads a past meeting with its whole transcript.
  ///
  /// - Parameter id: id of the meeting; nil for the newest.
  /// - Throws: `BusError`, for example with code `not_found`.
  static func find(
    _ id: Meeting.ID?, of standup: Standup.ID, _ bus: any AssistantBus
  ) async throws -> PastMeeting {
    let page = try await bus.send(
      GetStandup(id: standup, limit: id == nil ? 1 : 0), idempotencyKey: nil)
    guard let id = id ?? page.meetings.first?.id else {
      throw BusError(.notFound, "The standup has no past meetings.")
    }
    do {
      let meeting = try await GetMeetingPart.whole(id, of: standup) {
        try await bus.send($0, idempotencyKey: nil)
      }
      return PastMeeting(standup: page.summary.standup, meeting: meeting)
    } catch let failure as ServiceFailure where failure.error.code == .notFound {
      throw BusError(.notFound, "Past meeting not found. list_meetings lists them.")
    }
  }
}
