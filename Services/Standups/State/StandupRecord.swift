import Foundation
import Standups

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

  init(_ standup: Standup, sortKey: Int64, meetings: Int = 0, lastMeetingMs: Int64? = nil) {
    self.standup = standup
    self.sortKey = sortKey
    self.meetings = meetings
    self.lastMeetingMs = lastMeetingMs
  }

  init(_ value: StandupWithMeetings, sortKey: Int64) {
    self.init(
      value.standup, sortKey: sortKey, meetings: value.meetings.count,
      lastMeetingMs: value.meetings.map(\.milliseconds).max())
  }

  var lastMeeting: Date? {
    lastMeetingMs.map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }
}

extension Meeting {
  /// The date as past meetings are sorted by it: milliseconds since 1970.
  var milliseconds: Int64 {
    Int64(clamping: Int((date.timeIntervalSince1970 * 1000).rounded().clamped))
  }
}

extension Double {
  /// Within what an `Int` holds: a date from a file may be anything.
  fileprivate var clamped: Double { isFinite ? Swift.min(Swift.max(self, -9e15), 9e15) : 0 }
}

/// The body of a standup's document: the standup itself, and beside its members the summary.
struct StandupBody: Codable {
  var standup: Standup
  var pastMeetings: PastMeetings

  struct PastMeetings: Codable {
    var count: Int
    var newestMs: Int64?
  }

  private enum Key: CodingKey { case pastMeetings }

  init(_ record: StandupRecord) {
    standup = record.standup
    pastMeetings = PastMeetings(count: record.meetings, newestMs: record.lastMeetingMs)
  }

  init(from decoder: any Decoder) throws {
    standup = try Standup(from: decoder)
    pastMeetings =
      try decoder.container(keyedBy: Key.self)
      .decodeIfPresent(PastMeetings.self, forKey: .pastMeetings) ?? PastMeetings(count: 0)
  }

  func encode(to encoder: any Encoder) throws {
    try standup.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(pastMeetings, forKey: .pastMeetings)
  }
}
