import Bus
import Foundation
import GatewayAPI
import Standups
import StandupsAPI
import WebServer

/// Provides the figures of past meetings for download, like `standups stats --csv`.
extension Gateway {
  /// The figures of a standup as a table.
  ///
  /// - Parameter values: the values of the parameters in the path.
  func statistics(
    _ values: [String], _ request: WebRequest, for visitor: Visitor
  ) -> WebAnswer {
    guard let alias = WebRoute.statsFile.traits.alias else { return refuse(Self.notFound) }
    if let refusal = refusal(of: alias.target, to: visitor, isDecidedHere: false) {
      return refusal
    }
    let command: GetMeetingStats
    do {
      let body = try AliasBody(alias, path: values, query: request.query).json
      command = try BusJSON.decode(GetMeetingStats.self, from: Data(body))
    } catch {
      return refuse(BusError(any: error))
    }
    return download(for: visitor) { download in
      let figures = try await command.whole { try await self.send($0, of: download) }
      let type = WebRoute.statsFile.traits.response?.type ?? "text/csv"
      return WebResponse(
        200, Self.attachment("\(type); charset=utf-8", "\(command.standup)-stats.csv"),
        Array(figures.csv.utf8))
    }
  }
}
