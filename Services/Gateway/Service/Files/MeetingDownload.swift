import Bus
import Foundation
import GatewayAPI
import Standups
import StandupsAPI
import WebServer

/// Provides a past meeting for download, in the formats of `standups export`.
extension Gateway {
  /// A past meeting as a file.
  ///
  /// - Parameters:
  ///   - meeting: id of the meeting, as in the path.
  ///   - standup: id of its standup, as in the path.
  ///   - route: the route, which determines the format.
  func meeting(
    _ meeting: String, of standup: String, as route: WebRoute, for visitor: Visitor
  ) -> WebAnswer {
    if let refusal = refusal(of: GetStandup.target, to: visitor, isDecidedHere: false) {
      return refusal
    }
    guard let meeting = Meeting.ID(meeting), let standup = Standup.ID(standup) else {
      return refuse(Self.notFound)
    }
    return download(for: visitor) { download in
      // The meeting is read without the list of meetings, which may be long.
      let found = try await self.send(GetStandup(id: standup, limit: 0), of: download)
      let meeting = try await GetMeetingPart.whole(meeting, of: standup) {
        try await self.send($0, of: download)
      }
      return try Self.file(route, meeting, of: found.summary.standup)
    }
  }

  /// - Throws: errors of encoding the meeting as JSON.
  private static func file(
    _ route: WebRoute, _ meeting: Meeting, of standup: Standup
  ) throws -> WebResponse {
    let text =
      switch route {
      case .minutesPage: MinutesHTML.document(meeting, of: standup)
      case .meetingFile: String(decoding: try BusJSON.encode(meeting), as: UTF8.self) + "\n"
      case .turns: TurnsCSV.table(meeting, of: standup)
      case .subtitles: Subtitles.vtt(meeting)
      case .subRip: Subtitles.srt(meeting)
      default: Minutes.markdown(meeting, of: standup)
      }
    let type = route.traits.response?.type ?? WebTraits.Content.json.type
    let suffix = route.path.split(separator: ".").last ?? "md"
    return WebResponse(
      200,
      attachment(
        type == WebTraits.Content.json.type ? type : "\(type); charset=utf-8",
        "\(meeting.id).\(suffix)"),
      Array(text.utf8))
  }
}
