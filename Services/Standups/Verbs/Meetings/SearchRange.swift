import Foundation
import Standups
import StandupsAPI

/// The meetings in which a search looks.
struct SearchRange: Sendable {
  var standup: StandupReference?
  /// Name or id of a person to whom attendees are linked.
  var person: String?
  var from: Date?
  /// End of the last day, exclusive.
  var to: Date?

  /// Returns the command for a page, with the ids of what the user named.
  ///
  /// - Throws: `Failure` unless exactly one standup and one person match.
  func command(
    _ query: String, limit: Int, offset: Int, _ connection: Connection
  ) async throws -> SearchTranscripts {
    var command = SearchTranscripts(
      query: query, fromMs: from.map(Self.milliseconds), toMs: to.map(Self.milliseconds),
      limit: limit, offset: offset)
    guard standup != nil || person != nil else { return command }
    var standups = try await Finder(connection: connection).standups()
    if let standup {
      standups = [try Finder.match(standup, in: standups)]
      command.standup = standups.first?.id
    }
    command.person = try person.map { try StatsVerb.linked($0, in: standups) }
    return command
  }

  /// Clamped to the times that the command accepts: a day may be in the year 0.
  private static func milliseconds(_ date: Date) -> Int64 {
    Int64(min(max(0, date.timeIntervalSince1970 * 1000), 253_402_300_799_999))
  }
}
