public import Bus
public import Cells
public import Documents
import FastJSON
public import Foundation
public import Schema
public import Standups

/// Lists the discarded meetings that can be restored, last discarded first.
///
/// A discarded meeting is listed from the moment at which its end can no longer be undone.
public struct ListDiscarded: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "meetings.listDiscarded"
  public static let traits = CommandTraits(
    access: .admin, in: .any, errors: [.invalid, .notFound, .moved])
  /// Id of a standup. Default: the discarded meetings of all teams of which the sender is an admin.
  public var standup: Standup.ID?
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of meetings per page, from 1 to 1000. A page contains fewer if their transcripts
  /// are long. Default: 20.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 20)]
  /// Requests a page. Default: the first one, with the meetings of all standups.
  public init(standup: Standup.ID? = nil, after: String? = nil, limit: Int? = nil) {
    self.standup = standup
    self.after = after
    self.limit = limit
  }

  /// A page of discarded meetings.
  public struct Reply: Codable, Hashable, Sendable {
    /// The meetings, without their transcripts.
    public var meetings: [Found]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Other cells, whose discarded meetings are not included. Absent if all standups are here.
    public var elsewhere: [StandupsPlace]?
    /// Creates a page; `next` is nil on the last one.
    public init(meetings: [Found], next: String? = nil, elsewhere: [StandupsPlace]? = nil) {
      self.meetings = meetings
      self.next = next
      self.elsewhere = elsewhere
    }
  }

  /// A discarded meeting that can be restored.
  public struct Found: Codable, Hashable, Sendable {
    /// Id of the meeting, for `meetings.restore`.
    public var meeting: Meeting.ID
    /// Id of its standup.
    public var standup: Standup.ID
    /// Title of the standup when the meeting was discarded.
    public var title: String
    /// Start of the meeting.
    public var date: Date
    /// Length of the meeting, in milliseconds.
    public var durationMs: Int64
    /// Number of lines of its transcript.
    public var lines: Int
    /// Time at which it was discarded.
    public var at: Date
    /// The person who discarded it. Absent if it was a tool.
    public var by: Attendee.PersonID?
    /// Time at which it is deleted.
    public var until: Date
    /// Creates the entry of a meeting.
    public init(_ discarded: DiscardedMeeting, of standup: Standup.ID, until: Date) {
      meeting = discarded.meeting.id
      self.standup = standup
      title = discarded.title
      date = discarded.meeting.date
      durationMs = discarded.meeting.durationMs ?? 0
      lines = discarded.meeting.segments.count
      at = Date(timeIntervalSince1970: Double(discarded.atMs) / 1000)
      by = discarded.by
      self.until = until
    }
  }
}

extension ListDiscarded: Slotted {
  /// Slot of the standup; nil for those of all standups.
  public var routingSlot: Slot? { standup.map { Slot(of: $0.rawValue) } }
}

/// Restores a discarded meeting: it becomes a past meeting of its standup, with its transcript, as
/// if it had been saved.
///
/// `meeting.finished` reports it to subscribers. Fails with `not_found` once the meeting is deleted,
/// and with `conflict` while its end can be undone (`meetings.undo`).
public struct RestoreMeeting: BusCommand, Hashable {
  public typealias Reply = Done
  public static let target = "meetings.restore"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the standup that met.
  public var standup: Standup.ID
  /// Id of the discarded meeting. A meeting of another standup fails with `not_found`.
  public var meeting: Meeting.ID
  /// Restores a meeting of this standup.
  public init(standup: Standup.ID, meeting: Meeting.ID) {
    self.standup = standup
    self.meeting = meeting
  }
}

/// A discarded meeting that can be restored: a document of the store, with the id of the meeting,
/// whose parent is the standup.
public struct DiscardedMeeting: Codable, Hashable, Sendable {
  /// The meeting as it would have been saved, with at most `maxSegmentBytes` of its segments.
  public var meeting: Meeting
  /// Title of the standup when the meeting was discarded.
  public var title: String
  /// Time at which it was discarded, in milliseconds since 1970-01-01 UTC.
  public var atMs: Int64
  /// The person who discarded it; nil for a tool.
  public var by: Attendee.PersonID?

  /// Days for which a discarded meeting is kept.
  public static let days = 7
  /// Maximum number of discarded meetings of a team. The oldest ones are deleted first; but if the last
  /// one is minor, that one is deleted instead.
  public static let maxInTeam = 20
  /// Minimum length of a meeting whose loss hurts, in milliseconds.
  public static let minorMs: Int64 = 60_000
  /// Maximum estimated size of the segments of one meeting as JSON, in bytes: the meeting is one
  /// document, with the words of its segments once more in its transcript. That is enough for more
  /// than three hours of speech.
  public static let maxSegmentBytes = 400_000

  /// True if the loss of the meeting hurts little: it lasted less than a minute, or nothing was said or
  /// noted in it.
  public var isMinor: Bool {
    (meeting.durationMs ?? 0) < Self.minorMs
      || meeting.segments.isEmpty && (meeting.notes ?? []).isEmpty
  }

  /// Creates the document of a meeting, without the segments that are too long for it.
  public init(_ meeting: Meeting, title: String, atMs: Int64, by: Attendee.PersonID?) {
    (self.meeting, self.title, self.atMs, self.by) = (meeting, title, atMs, by)
    var bytes = 0
    let kept = meeting.segments.prefix { segment in
      bytes += segment.estimatedBytes
      return bytes <= Self.maxSegmentBytes
    }
    if kept.count < meeting.segments.count {
      self.meeting.segments = Array(kept)
      self.meeting.transcript = MeetingSession.transcript(of: self.meeting.segments)
    }
  }
}

extension DiscardedMeeting: StoredValue {
  /// Checks a stored meeting, whose parent is a standup.
  public func problem(in document: Document) -> String? {
    if "\(meeting.id)" != document.id || document.parent.flatMap({ Standup.ID($0) }) == nil
      || meeting.part != nil || meeting.parts != nil
    {
      return Self.isAnother
    }
    guard WireTime.sinceEpochMs.contains(atMs) else {
      return "Invalid atMs \(atMs); expected 0 to \(WireTime.sinceEpochMs.upperBound)."
    }
    return meeting.problem?.description
  }
}
