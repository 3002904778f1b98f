import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI

/// A standup as it is kept: with its place in the list, and a summary of its past meetings, which
/// themselves are paged from persistence.
struct StandupRecord: Identifiable, Hashable, Sendable {
  var standup: Standup
  /// Lists are in this order; later ones have larger keys.
  var sortKey: Int64
  /// How many past meetings it has.
  var meetings: Int
  /// When the newest of them began, in milliseconds since 1970.
  var lastMeetingMs: Int64?

  var id: Standup.ID { standup.id }

  /// Counts past meetings that were added.
  mutating func count(meetings new: Int) {
    meetings = min(meetings + new, StandupSummary.maxMeetings)
  }

  init(_ standup: Standup, sortKey: Int64, meetings: Int = 0, lastMeetingMs: Int64? = nil) {
    self.standup = standup
    self.sortKey = sortKey
    self.meetings = meetings
    self.lastMeetingMs = lastMeetingMs
  }

  init(_ value: StandupWithMeetings, sortKey: Int64) {
    self.init(
      value.standup, sortKey: sortKey, meetings: value.meetings.count { $0.part == nil },
      lastMeetingMs: value.meetings.map(\.milliseconds).max())
  }
}

extension Meeting {
  /// The date as past meetings are sorted by it: milliseconds since 1970.
  var milliseconds: Int64 { date.milliseconds }
}

extension Date {
  /// In milliseconds since 1970.
  fileprivate var milliseconds: Int64 {
    Int64(clamping: Int((timeIntervalSince1970 * 1000).rounded().clamped))
  }
}

extension Double {
  /// Within what an `Int` holds: a date from a file may be anything.
  fileprivate var clamped: Double { isFinite ? Swift.min(Swift.max(self, -9e15), 9e15) : 0 }
}

/// The body of a standup's document is what lists show of it.
extension StandupRecord {
  /// What lists show of it.
  ///
  /// - Parameter live: the live meeting, which is never saved with it.
  func summary(live: Meeting.ID? = nil) -> StandupSummary {
    StandupSummary(
      standup: standup, meetings: meetings,
      lastMeeting: lastMeetingMs.map { Date(timeIntervalSince1970: Double($0) / 1000) }, live: live)
  }

  func document() throws -> Document {
    Document(
      collection: Collection.standups, id: id.description, sortKey: sortKey,
      body: try RawJSON(encoding: summary()))
  }

  /// - Throws: what the decoder throws.
  init(_ document: Document) throws {
    let summary = try document.value(as: StandupSummary.self)
    self.init(
      summary.standup, sortKey: document.sortKey ?? 0, meetings: summary.meetings,
      lastMeetingMs: summary.lastMeeting?.milliseconds)
  }
}
