public import Bus
public import Foundation
public import Standups

/// A standup as it is listed: with how often it met, and whether it meets now.
public struct StandupSummary: Codable, Hashable, Sendable, Identifiable {
  public var standup: Standup
  public var meetings: Int
  /// The date of the newest past meeting.
  public var lastMeeting: Date?
  /// The live meeting, if it meets now.
  public var live: Meeting.ID?
  public var id: Standup.ID { standup.id }
  public init(standup: Standup, meetings: Int, lastMeeting: Date? = nil, live: Meeting.ID? = nil) {
    self.standup = standup
    self.meetings = meetings
    self.lastMeeting = lastMeeting
    self.live = live
  }
}

/// Lists all standups, in the order in which they were created.
public struct ListStandups: BusCommand, Hashable {
  public static let target = "standups.list"
  public var after: Standup.ID?
  /// From 1 to 1000; 1000 unless told.
  public var limit: Int?
  /// Waits for the changes that are being saved, so that the answer holds all that the journal held
  /// when this was sent.
  public var settled: Bool?
  public init(after: Standup.ID? = nil, limit: Int? = nil, settled: Bool? = nil) {
    self.after = after
    self.limit = limit
    self.settled = settled
  }
  public struct Reply: Codable, Hashable, Sendable {
    public var standups: [StandupSummary]
    public var next: Standup.ID?
    public init(standups: [StandupSummary], next: Standup.ID?) {
      self.standups = standups
      self.next = next
    }
  }
}

/// Reads one standup with a page of its past meetings, newest first.
public struct GetStandup: BusCommand, Hashable {
  public static let target = "standups.get"
  public var id: Standup.ID
  /// The `next` of the page before.
  public var after: String?
  /// How many past meetings at most, from 0 to 1000; 20 unless told. A page may have fewer before the
  /// end, where they are long.
  public var limit: Int?
  public init(id: Standup.ID, after: String? = nil, limit: Int? = nil) {
    self.id = id
    self.after = after
    self.limit = limit
  }
  public struct Reply: Codable, Hashable, Sendable {
    public var summary: StandupSummary
    public var meetings: [Meeting]
    public var next: String?
    /// Meetings that come without what was said, as it fits no message together with the standup; an
    /// export has it. Nil for none.
    public var shortened: [Meeting.ID]?
    public init(
      summary: StandupSummary, meetings: [Meeting], next: String?, shortened: [Meeting.ID]? = nil
    ) {
      self.summary = summary
      self.meetings = meetings
      self.next = next
      self.shortened = shortened
    }
  }
}

/// An attendee as a form hands it in; one without an id is new.
public struct AttendeeDraft: Codable, Hashable, Sendable {
  public var id: Attendee.ID?
  public var name: String
  public init(id: Attendee.ID? = nil, name: String) {
    self.id = id
    self.name = name
  }
}

/// Creates a standup. Blank attendees are left out; if none is left, there is one blank attendee.
public struct CreateStandup: BusCommand, Hashable {
  public typealias Reply = Standup
  public static let target = "standups.create"
  /// The id it shall have; a fresh one unless told.
  public var id: Standup.ID?
  public var title: String?
  public var durationMs: Int64?
  public var theme: Theme?
  public var attendees: [AttendeeDraft]?
  public init(
    id: Standup.ID? = nil, title: String? = nil, durationMs: Int64? = nil, theme: Theme? = nil,
    attendees: [AttendeeDraft]? = nil
  ) {
    self.id = id
    self.title = title
    self.durationMs = durationMs
    self.theme = theme
    self.attendees = attendees
  }
}

/// Changes what is told of a standup, and leaves the rest.
public struct EditStandup: BusCommand, Hashable {
  public typealias Reply = Standup
  public static let target = "standups.edit"
  public var id: Standup.ID
  public var title: String?
  public var durationMs: Int64?
  public var theme: Theme?
  public var attendees: [AttendeeDraft]?
  public init(
    id: Standup.ID, title: String? = nil, durationMs: Int64? = nil, theme: Theme? = nil,
    attendees: [AttendeeDraft]? = nil
  ) {
    self.id = id
    self.title = title
    self.durationMs = durationMs
    self.theme = theme
    self.attendees = attendees
  }
}

/// Deletes a standup with its past meetings. Refused while it meets.
public struct DeleteStandup: BusCommand, Hashable {
  public typealias Reply = Done
  public static let target = "standups.delete"
  public var id: Standup.ID
  public init(id: Standup.ID) { self.id = id }
}

/// Deletes one past meeting.
public struct DeleteMeeting: BusCommand, Hashable {
  public typealias Reply = Done
  public static let target = "standups.deleteMeeting"
  public var standup: Standup.ID
  public var meeting: Meeting.ID
  public init(standup: Standup.ID, meeting: Meeting.ID) {
    self.standup = standup
    self.meeting = meeting
  }
}

/// Reads a `standups.json` of either app. Nothing is taken if any part of it is wrong.
public struct ImportStandups: BusCommand, Hashable {
  public static let target = "standups.import"
  /// The file's text.
  public var json: String
  /// Whether a standup of the same id is replaced, left alone, or an error.
  public var existing: Existing?
  public init(json: String, existing: Existing? = nil) {
    self.json = json
    self.existing = existing
  }
  public enum Existing: String, Codable, CaseIterable, Hashable, Sendable {
    case refuse, keep, replace
  }
  public struct Reply: Codable, Hashable, Sendable {
    public var created: [Standup.ID]
    public var replaced: [Standup.ID]
    public var kept: [Standup.ID]
    public init(created: [Standup.ID], replaced: [Standup.ID], kept: [Standup.ID]) {
      self.created = created
      self.replaced = replaced
      self.kept = kept
    }
  }
}

/// Writes standups with their past meetings as the apps' `standups.json`, a page at a time.
public struct ExportStandups: BusCommand, Hashable {
  public static let target = "standups.export"
  /// Only these; nil for all.
  public var ids: [Standup.ID]?
  public var dialect: Dialect?
  /// The `next` of the page before; the texts of the pages, joined, are the file.
  public var after: String?
  public init(ids: [Standup.ID]? = nil, dialect: Dialect? = nil, after: String? = nil) {
    self.ids = ids
    self.dialect = dialect
    self.after = after
  }
  /// Which app shall read it.
  public enum Dialect: String, Codable, CaseIterable, Hashable, Sendable {
    /// Point-Free's Standups: themes by their plain names.
    case standups
    /// Point-Free's SyncUps: six themes are written `appOrange` and so on.
    case syncUps
  }
  public struct Reply: Codable, Hashable, Sendable {
    public var json: String
    public var next: String?
    public init(json: String, next: String? = nil) {
      self.json = json
      self.next = next
    }
  }
}

/// Searches the transcripts of past meetings.
public struct SearchTranscripts: BusCommand, Hashable {
  public static let target = "standups.search"
  public var query: String
  public var limit: Int?
  public var offset: Int?
  public init(query: String, limit: Int? = nil, offset: Int? = nil) {
    self.query = query
    self.limit = limit
    self.offset = offset
  }
  public struct Reply: Codable, Hashable, Sendable {
    public var hits: [Hit]
    public var total: Int
    public init(hits: [Hit], total: Int) {
      self.hits = hits
      self.total = total
    }
  }
  public struct Hit: Codable, Hashable, Sendable {
    public var standup: Standup.ID
    public var title: String
    public var meeting: Meeting
    /// A piece of the transcript; each found word stands between U+0002 and U+0003.
    public var snippet: String
    public init(standup: Standup.ID, title: String, meeting: Meeting, snippet: String) {
      self.standup = standup
      self.title = title
      self.meeting = meeting
      self.snippet = snippet
    }
  }
}

/// Asks what is open over the list.
public struct GetListStatus: BusCommand, Hashable {
  public static let target = "standups.status"
  public init() {}
  public struct Reply: Codable, Hashable, Sendable {
    public var destination: ListDestination?
    public var standups: Int
    public var live: Int
    /// Saved documents that cannot be read, as `collection/id`. They are kept as they are.
    public var unreadable: [String]?
    public init(
      destination: ListDestination?, standups: Int, live: Int, unreadable: [String]? = nil
    ) {
      self.destination = destination
      self.standups = standups
      self.live = live
      self.unreadable = unreadable
    }
  }
}

/// Answers the alert that is open over the list.
public struct AnswerListAlert: BusCommand, Hashable {
  public typealias Reply = GetListStatus.Reply
  public static let target = "standups.answer"
  public var action: ListAlertAction
  public init(action: ListAlertAction) { self.action = action }
}
