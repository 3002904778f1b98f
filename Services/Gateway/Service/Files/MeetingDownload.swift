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
    return .read(most: 0) { _, reply in
      let number = self.keep(reply)
      Task {
        do {
          let (found, standup) = try await self.pastMeeting(
            meeting, standup, for: visitor.principal)
          self.answer(number, try Self.file(route, found, of: standup))
        } catch {
          self.answer(number, WebResponse.error(BusError(any: error)))
        }
      }
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

  /// A past meeting with its whole transcript, and its standup.
  ///
  /// - Throws: `BusError`: `notFound` if the standup has no such meeting, or the error of a command.
  private func pastMeeting(
    _ id: Meeting.ID, _ standup: Standup.ID, for principal: Principal?
  ) async throws -> (Meeting, Standup) {
    let options = CallOptions(timeoutMs: Self.downloadMs, principal: principal)
    var after: String?
    repeat {
      let page = try await bus.send(
        GetStandup(id: standup, after: after, limit: Self.maxOnPage), options: options)
      guard let first = page.meetings.first(where: { $0.id == id }) else {
        after = page.next
        continue
      }
      var parts = [first]
      while parts.count < first.parts ?? 1 {
        parts.append(
          try await bus.send(
            GetMeetingPart(standup: standup, meeting: id, part: parts.count + 1), options: options))
      }
      return (Meeting.joined(parts) ?? first, page.summary.standup)
    } while after != nil
    throw BusError(.notFound, "Standup \(standup) has no past meeting \(id).")
  }

  /// Maximum number of past meetings that are read at once.
  private static let maxOnPage = 100
}
