import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI

/// Saved form of a standup, with its position in the list and a summary of its past meetings. The
/// meetings themselves are paged from persistence.
struct StandupRecord: Identifiable, Hashable, Sendable {
  var standup: Standup
  /// Position in the list; later standups have larger keys.
  var sortKey: Int64
  /// Number of past meetings.
  var meetings: Int
  /// Start of the newest one, in milliseconds since 1970-01-01 UTC.
  var lastMeetingMs: Int64?
  /// Number of written updates that wait for the end of a meeting; nil for none.
  var updates: Int?

  var id: Standup.ID { standup.id }

  /// Counts new past meetings.
  mutating func add(_ new: [Meeting]) {
    meetings = min(meetings + new.count, StandupSummary.maxMeetings)
    lastMeetingMs = (new.map(\.milliseconds) + [lastMeetingMs].compactMap(\.self)).max()
  }

  init(
    _ standup: Standup, sortKey: Int64, meetings: Int = 0, lastMeetingMs: Int64? = nil,
    updates: Int? = nil
  ) {
    self.standup = standup
    self.sortKey = sortKey
    self.meetings = meetings
    self.lastMeetingMs = lastMeetingMs
    self.updates = updates
  }

  init(_ value: StandupWithMeetings, sortKey: Int64) {
    self.init(
      value.standup, sortKey: sortKey, meetings: value.meetings.count { $0.part == nil },
      lastMeetingMs: value.meetings.map(\.milliseconds).max())
  }
}

extension Meeting {
  /// The date by which past meetings are sorted, in milliseconds since 1970-01-01 UTC.
  var milliseconds: Int64 { date.milliseconds }
}

extension Date {
  /// Milliseconds since 1970-01-01 UTC.
  fileprivate var milliseconds: Int64 {
    Int64(clamping: Int((timeIntervalSince1970 * 1000).rounded().clamped))
  }
}

extension Double {
  /// Clamped to a range that fits an `Int`, because a date in a file may be anything.
  fileprivate var clamped: Double { isFinite ? Swift.min(Swift.max(self, -9e15), 9e15) : 0 }
}

/// The body of a standup's document is its summary in lists.
extension StandupRecord {
  /// The summary in lists.
  ///
  /// - Parameter live: the live meeting, which is never saved with it.
  func summary(live: Meeting.ID? = nil) -> StandupSummary {
    StandupSummary(
      standup: standup, meetings: meetings,
      lastMeeting: lastMeetingMs.map { Date(timeIntervalSince1970: Double($0) / 1000) }, live: live,
      updates: updates)
  }

  func document() throws -> Document {
    Document(
      collection: Collection.standups, id: id.description, team: standup.teamID,
      sortKey: sortKey, body: try RawJSON(encoding: summary()), searchText: standup.searchText)
  }

  /// Decodes the document of a standup.
  ///
  /// - Throws: the error of the decoder.
  init(_ document: Document) throws {
    let summary = try document.value(as: StandupSummary.self)
    self.init(
      summary.standup, sortKey: document.sortKey ?? 0, meetings: summary.meetings,
      lastMeetingMs: summary.lastMeeting?.milliseconds, updates: summary.updates)
  }
}
