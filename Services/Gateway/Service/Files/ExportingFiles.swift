import Bus
import Foundation
import GatewayAPI
import Standups
import StandupsAPI
import WebServer

/// Exports standups as a file that the apps can read.
extension Gateway {
  /// Streams a standups.json of the given standups, or of all, page by page at the browser's speed.
  func export(_ request: WebRequest, _ visitor: Visitor) -> WebAnswer {
    if let refusal = refusal(of: ExportStandups.target, to: visitor, isDecidedHere: true) {
      return refusal
    }
    var ids: [Standup.ID]?
    if let query = request.query {
      guard query.hasPrefix("ids="), let named = Self.standups(query.dropFirst("ids=".count)) else {
        return refuse(
          BusError(
            .invalid,
            "Invalid query; expected ?ids=ID,ID with at most \(WebParameter.maxIDs) ids of standups."
          ))
      }
      ids = named
    }
    return .read(most: 0) { _, reply in
      let number = self.keep(reply)
      Task {
        do {
          // Read the first page before responding, to find out whether the export is possible.
          let page = try await self.exported(ids, after: nil, for: visitor)
          self.answer(
            number,
            WebResponse(
              200, Self.attachment("application/json", "standups.json"),
              body: .stream(self.stream(page, ids, for: visitor))))
        } catch {
          self.answer(number, WebResponse.error(BusError(any: error)))
        }
      }
    }
  }

  private func exported(
    _ ids: [Standup.ID]?, after: String?, for visitor: Visitor
  ) async throws -> ExportStandups.Reply {
    try checkSession(of: visitor)
    return try await bus.send(
      ExportStandups(ids: ids, after: after),
      options: CallOptions(timeoutMs: Self.downloadMs, principal: visitor.principal))
  }

  private func stream(
    _ first: ExportStandups.Reply, _ ids: [Standup.ID]?, for visitor: Visitor
  ) -> WebStream {
    var next = first.next
    let stream = WebStream { stream in
      guard let after = next else { return stream.finish() }
      Task {
        do {
          let page = try await self.exported(ids, after: after, for: visitor)
          next = page.next
          stream.send(Array(page.json.utf8))
        } catch {
          // Abort the connection, so that the incomplete file is not mistaken for a complete one.
          self.log.warning("An export was aborted: \(error)")
          stream.fail()
        }
      }
    }
    stream.send(Array(first.json.utf8))
    return stream
  }

  /// Ids in a comma-separated list; nil if an id is invalid, or if there are too many.
  static func standups(_ list: Substring) -> [Standup.ID]? {
    let texts = list.replacing("%2C", with: ",").split(
      separator: ",", omittingEmptySubsequences: false)
    let ids = texts.compactMap { Standup.ID(String($0)) }
    return ids.count == texts.count && ids.count <= WebParameter.maxIDs ? ids : nil
  }

  static func attachment(_ type: String, _ name: String) -> [WebRequest.Field] {
    [
      .init("Content-Type", type),
      .init("Content-Disposition", "attachment; filename=\"\(name)\""),
    ]
  }
}
