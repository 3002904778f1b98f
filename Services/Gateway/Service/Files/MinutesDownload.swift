import Bus
import Foundation
import Standups
import StandupsAPI
import WebServer

/// Provides the minutes of a past meeting for download.
extension Gateway {
  /// The minutes, as Markdown.
  ///
  /// - Parameters:
  ///   - meeting: id of the meeting, as in the path.
  ///   - standup: id of its standup, as in the path.
  func minutes(of meeting: String, in standup: String, for visitor: Visitor) -> WebAnswer {
    guard let meeting = Meeting.ID(meeting), let standup = Standup.ID(standup) else {
      return refuse(Self.notFound)
    }
    return .read(most: 0) { _, reply in
      let number = self.keep(reply)
      Task {
        do {
          let text = try await self.markdown(meeting, standup, for: visitor.principal)
          self.answer(
            number,
            WebResponse(
              200, Self.attachment("text/markdown; charset=utf-8", "\(meeting).md"),
              Array(text.utf8)))
        } catch {
          self.answer(number, WebResponse.error(BusError(any: error)))
        }
      }
    }
  }

  private func markdown(
    _ id: Meeting.ID, _ standup: Standup.ID, for principal: Principal?
  ) async throws -> String {
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
      return Minutes.markdown(Meeting.joined(parts) ?? first, of: page.summary.standup)
    } while after != nil
    throw BusError(.notFound, "Standup \(standup) has no past meeting \(id).")
  }

  /// Maximum number of past meetings that are read at once.
  private static let maxOnPage = 100
}
