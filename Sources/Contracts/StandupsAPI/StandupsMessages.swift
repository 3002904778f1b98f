public import Bus
public import Foundation
public import Standups

/// A standup as it is listed: with how often it met, and whether it meets now.
public struct StandupSummary: Codable, Hashable, Sendable, Identifiable {
  /// The standup itself, without its past meetings.
  public var standup: Standup
  /// How many past meetings it has, from 0.
  public var meetings: Int
  /// The date of the newest past meeting.
  public var lastMeeting: Date?
  /// The live meeting, if it meets now.
  public var live: Meeting.ID?
  /// The standup's own id.
  public var id: Standup.ID { standup.id }
  /// A standup that never met and does not meet now, unless told.
  public init(standup: Standup, meetings: Int, lastMeeting: Date? = nil, live: Meeting.ID? = nil) {
    self.standup = standup
    self.meetings = meetings
    self.lastMeeting = lastMeeting
    self.live = live
  }
}

/// Lists all standups, in the order in which they were created.
public struct ListStandups: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "standups.list"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// The `next` of the page before, as it came; nil asks for the first.
  public var after: String?
  /// From 1 to 1000; 1000 unless told.
  public var limit: Int?
  /// Waits for the changes that are being saved, so that the answer holds all that the journal held
  /// when this was sent.
  public var settled: Bool?
  /// Without arguments it asks for the first 1000, and waits for no change that is being saved.
  public init(after: String? = nil, limit: Int? = nil, settled: Bool? = nil) {
    self.after = after
    self.limit = limit
    self.settled = settled
  }
  /// A page of the list.
  public struct Reply: Codable, Hashable, Sendable {
    /// The standups of this page; fewer than the limit where they are long. One that cannot be read is
    /// left out.
    public var standups: [StandupSummary]
    /// Pass it as `after` for the next page, as it came; nil on the last.
    public var next: String?
    /// Where there are others, which are in no page; nil where all are here.
    public var elsewhere: [StandupsPlace]?
    /// A page, and where the next one begins if others follow.
    public init(standups: [StandupSummary], next: String?, elsewhere: [StandupsPlace]? = nil) {
      self.standups = standups
      self.next = next
      self.elsewhere = elsewhere
    }
  }
}

/// Reads one standup with a page of its past meetings, newest first.
public struct GetStandup: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "standups.get"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// Which standup; one that does not exist is refused as `not_found`.
  public var id: Standup.ID
  /// The `next` of the page before.
  public var after: String?
  /// How many past meetings at most, from 0 to 1000; 20 unless told. A page may have fewer before the
  /// end, where they are long.
  public var limit: Int?
  /// Without a page it asks for the newest 20 past meetings; a limit of 0 asks for none.
  public init(id: Standup.ID, after: String? = nil, limit: Int? = nil) {
    self.id = id
    self.after = after
    self.limit = limit
  }
  /// A standup and a page of its past meetings.
  public struct Reply: Codable, Hashable, Sendable {
    /// The standup, how often it met, and whether it meets now.
    public var summary: StandupSummary
    /// Past meetings, newest first; one that cannot be read is left out.
    public var meetings: [Meeting]
    /// Pass it as `after` for the next page, as it came; nil on the last.
    public var next: String?
    /// Meetings that come without what was said, as it fits no message together with the standup; an
    /// export has it. Nil for none.
    public var shortened: [Meeting.ID]?
    /// Meetings that were shortened are named as well as listed.
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
  /// The attendee whom it names, who keeps the id; nil for a new one.
  public var id: Attendee.ID?
  /// At most 1000 Unicode scalars; a blank one is left out.
  public var name: String
  /// How long the turn is beside those of others, from 1 to 10; nil leaves that of somebody who is there already, and
  /// is 1 for a new one.
  public var weight: Int?
  /// A new attendee needs a name alone.
  public init(id: Attendee.ID? = nil, name: String, weight: Int? = nil) {
    self.id = id
    self.name = name
    self.weight = weight
  }
}

/// Creates a standup. Blank attendees are left out; if none is left, there is one blank attendee.
///
/// ```swift
/// let standup = try await bus.send(
///   CreateStandup(
///     title: "Design", durationMs: 300_000,
///     attendees: [AttendeeDraft(name: "Ada"), AttendeeDraft(name: "Grace")]))
/// ```
public struct CreateStandup: BusCommand, Hashable {
  /// The standup as it was saved, with the ids that were made for it.
  public typealias Reply = Standup
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.create"
  /// It begins something new.
  public static let isDeferrable = true
  /// The id it shall have; a fresh one unless told.
  public var id: Standup.ID?
  /// At most 1000 Unicode scalars; empty unless told.
  public var title: String?
  /// From 1 second to 24 hours, in milliseconds; 5 minutes unless told.
  public var durationMs: Int64?
  /// Its colours; `bubblegum` unless told.
  public var theme: Theme?
  /// In the order of their turns, at most 1000, no id twice.
  public var attendees: [AttendeeDraft]?
  /// How long before the end of a turn its speaker is warned, from 1 second to an hour, in milliseconds; 0 for not at
  /// all, as unless told.
  public var warnMs: Int64?
  /// Whether a meeting goes on when its time is up, until somebody ends it,
  /// four hours at most; it does not unless told.
  public var mayRunOver: Bool?
  /// All may be left out. What is outside its range is refused as `invalid`, an id that is taken as
  /// `conflict`.
  public init(
    id: Standup.ID? = nil, title: String? = nil, durationMs: Int64? = nil, theme: Theme? = nil,
    attendees: [AttendeeDraft]? = nil, warnMs: Int64? = nil, mayRunOver: Bool? = nil
  ) {
    self.id = id
    self.title = title
    self.durationMs = durationMs
    self.theme = theme
    self.attendees = attendees
    self.warnMs = warnMs
    self.mayRunOver = mayRunOver
  }
}

/// Changes what is told of a standup, and leaves the rest.
public struct EditStandup: BusCommand, Hashable {
  /// The whole standup as it is now.
  public typealias Reply = Standup
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.edit"
  /// Which standup; one that does not exist is refused as `not_found`.
  public var id: Standup.ID
  /// At most 1000 Unicode scalars; nil leaves it.
  public var title: String?
  /// From 1 second to 24 hours, in milliseconds; nil leaves it.
  public var durationMs: Int64?
  /// Its colours; nil leaves them.
  public var theme: Theme?
  /// All attendees in the order of their turns, at most 1000; nil leaves them.
  public var attendees: [AttendeeDraft]?
  /// How long before the end of a turn its speaker is warned, from 1 second to an hour, in milliseconds; 0 for not at
  /// all, nil leaves it.
  public var warnMs: Int64?
  /// Whether a meeting goes on when its time is up, until somebody ends it,
  /// four hours at most; nil leaves it.
  public var mayRunOver: Bool?
  /// The revision that was read. If the standup changed since, it is refused as `conflict`, and
  /// `detail.revision` is that of now; nil changes it whatever it is.
  public var revision: Int?
  /// Names what changes; a meeting that runs keeps what it began with.
  public init(
    id: Standup.ID, title: String? = nil, durationMs: Int64? = nil, theme: Theme? = nil,
    attendees: [AttendeeDraft]? = nil, warnMs: Int64? = nil, mayRunOver: Bool? = nil,
    revision: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.durationMs = durationMs
    self.theme = theme
    self.attendees = attendees
    self.warnMs = warnMs
    self.mayRunOver = mayRunOver
    self.revision = revision
  }
}

/// Says that an attendee is absent until a moment: meetings that start before leave this one out by themselves, as if it
/// had been told at their start. It ends by itself. A meeting that runs keeps its speakers.
///
/// ```swift
/// let tomorrow = calendar.startOfDay(for: Date(timeIntervalSinceNow: 86_400))
/// _ = try await bus.send(
///   MarkAbsent(id: standup.id, attendee: ada.id, untilMs: Int64(tomorrow.timeIntervalSince1970) * 1000))
/// ```
public struct MarkAbsent: BusCommand, Hashable {
  /// The whole standup as it is now.
  public typealias Reply = Standup
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.absent"
  /// How far ahead an absence may end, in milliseconds: ten years.
  public static let longestMs: Int64 = 315_619_200_000
  /// Which standup; one that does not exist is refused as `not_found`.
  public var id: Standup.ID
  /// Who is absent; one who is no attendee is refused as `invalid`.
  public var attendee: Attendee.ID
  /// When the absence ends, in milliseconds since 1970-01-01 UTC: the end of its last day, where that day is meant. One
  /// that is over already, or ends in more than ten years, is refused as `invalid`.
  public var untilMs: Int64
  /// Says until when one attendee is absent, instead of what was said before.
  public init(id: Standup.ID, attendee: Attendee.ID, untilMs: Int64) {
    self.id = id
    self.attendee = attendee
    self.untilMs = untilMs
  }
}

/// Takes back that an attendee is absent. Without such an absence nothing changes.
public struct MarkPresent: BusCommand, Hashable {
  /// The whole standup as it is now.
  public typealias Reply = Standup
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.present"
  /// Which standup; one that does not exist is refused as `not_found`.
  public var id: Standup.ID
  /// Who is there again; one who is no attendee is refused as `invalid`.
  public var attendee: Attendee.ID
  /// Ends the absence of one attendee.
  public init(id: Standup.ID, attendee: Attendee.ID) {
    self.id = id
    self.attendee = attendee
  }
}

/// Deletes a standup with its past meetings. Refused while it meets.
public struct DeleteStandup: BusCommand, Hashable {
  /// Only that it is gone. One that meets is refused as `conflict`, and `detail.meeting` says which
  /// meeting it is.
  public typealias Reply = Done
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.delete"
  /// Which standup; one that does not exist is refused as `not_found`.
  public var id: Standup.ID
  /// Deletes one standup for good.
  public init(id: Standup.ID) { self.id = id }
}

/// Deletes one past meeting.
public struct DeleteMeeting: BusCommand, Hashable {
  /// Only that it is gone; `StandupUpdated` tells others of it.
  public typealias Reply = Done
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.deleteMeeting"
  /// The standup that met.
  public var standup: Standup.ID
  /// The past meeting; one that is not that standup's is refused as `not_found`.
  public var meeting: Meeting.ID
  /// Names the meeting and, so that a slip does no harm, its standup.
  public init(standup: Standup.ID, meeting: Meeting.ID) {
    self.standup = standup
    self.meeting = meeting
  }
}

/// Finds where a person is named: in standups, and in what is kept of their meetings.
public struct FindPerson: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "standups.findPerson"
  /// The name, exactly as it is written, but for white space around it; not empty.
  public var name: String
  /// The `next` of the page before.
  public var after: String?
  /// Looks for a name on one page of what is saved.
  public init(name: String, after: String? = nil) {
    self.name = name
    self.after = after
  }

  /// What a page has of a person. Several pages may have the same standup: their numbers add up.
  public struct Reply: Codable, Hashable, Sendable {
    /// Where the name is, on this page.
    public var standups: [Found]
    /// The next page; nil on the last. A page may have found nothing before the end.
    public var next: String?
    /// A page; without `next` it is the last one.
    public init(standups: [Found], next: String? = nil) {
      self.standups = standups
      self.next = next
    }
  }

  /// What a standup has of a person.
  public struct Found: Codable, Hashable, Sendable {
    /// Which standup.
    public var standup: Standup.ID
    /// Whether one of its attendees is called so now.
    public var isAttendee: Bool
    /// How many past meetings name the person, as one who took part or spoke.
    public var meetings: Int
    /// How many pieces of what was said are theirs.
    public var segments: Int
    /// How many past meetings have one text, of which nobody knows who said what.
    public var unattributed: Int
    /// Nothing is found yet unless told.
    public init(
      standup: Standup.ID, isAttendee: Bool = false, meetings: Int = 0, segments: Int = 0,
      unattributed: Int = 0
    ) {
      self.standup = standup
      self.isAttendee = isAttendee
      self.meetings = meetings
      self.segments = segments
      self.unattributed = unattributed
    }
  }
}

/// Erases a person's words and name from a standup and its past meetings, a page at a time.
///
/// ```swift
/// var reply = try await caller.send(ForgetPerson(standup: id, name: "Ann"))
/// while let next = reply.next {
///   reply = try await caller.send(ForgetPerson(standup: id, name: "Ann", after: next))
/// }
/// ```
public struct ForgetPerson: BusCommand, Hashable {
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.forgetPerson"
  /// The standup; one that is meeting is refused as `conflict`.
  public var standup: Standup.ID
  /// The name, exactly as it is written, but for white space around it; not empty.
  public var name: String
  /// The `next` of the page before.
  public var after: String?
  /// Begins, or goes on after a page.
  public init(standup: Standup.ID, name: String, after: String? = nil) {
    self.standup = standup
    self.name = name
    self.after = after
  }

  /// What was erased with this page.
  public struct Reply: Codable, Hashable, Sendable {
    /// How many past meetings, or parts of long ones, are without the person now.
    public var meetings: Int
    /// How many pieces of what was said are gone.
    public var segments: Int
    /// The next page; nil once all is done.
    public var next: String?
    /// A page; without `next` the person is forgotten.
    public init(meetings: Int, segments: Int, next: String? = nil) {
      self.meetings = meetings
      self.segments = segments
      self.next = next
    }
  }
}

/// Writes standups with their past meetings as the apps' `standups.json`, a page at a time.
public struct ExportStandups: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "standups.export"
  /// Only these; nil for all.
  public var ids: [Standup.ID]?
  /// `standups` unless told.
  public var dialect: Dialect?
  /// The `next` of the page before; the texts of the pages, joined, are the file.
  public var after: String?
  /// Without arguments it asks for the first page of all, for the app Standups. The later pages are
  /// asked for with the same `ids` and `dialect`.
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
  /// A piece of the file.
  public struct Reply: Codable, Hashable, Sendable {
    /// A part of the text, which is JSON only together with the others.
    public var json: String
    /// Pass it as `after` for the next page, as it came; nil on the last.
    public var next: String?
    /// A piece; without `next` it is the last one.
    public init(json: String, next: String? = nil) {
      self.json = json
      self.next = next
    }
  }
}

/// Searches the transcripts of past meetings.
public struct SearchTranscripts: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "standups.search"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// Words that must all be there, and phrases in double quotes; case and accents do not matter. A
  /// blank query is refused as `invalid`.
  public var query: String
  /// How many hits at most, from 1 to 1000; 20 unless told. There may be fewer where they are long.
  public var limit: Int?
  /// How many of the best to leave out, from 0; 0 unless told.
  public var offset: Int?
  /// Asks for the best 20, unless told.
  public init(query: String, limit: Int? = nil, offset: Int? = nil) {
    self.query = query
    self.limit = limit
    self.offset = offset
  }
  /// A page of what was found.
  public struct Reply: Codable, Hashable, Sendable {
    /// The meetings of this page, the best first.
    public var hits: [Hit]
    /// How many were found in all, on all pages.
    public var total: Int
    /// Where there are standups that were not searched; nil where all are here.
    public var elsewhere: [StandupsPlace]?
    /// The next page begins where the offset and the count of these hits end.
    public init(hits: [Hit], total: Int, elsewhere: [StandupsPlace]? = nil) {
      self.hits = hits
      self.total = total
      self.elsewhere = elsewhere
    }
  }
  /// A past meeting in which the words were said.
  public struct Hit: Codable, Hashable, Sendable {
    /// The standup that met.
    public var standup: Standup.ID
    /// Its title now.
    public var title: String
    /// The meeting with its whole transcript.
    public var meeting: Meeting
    /// A piece of the transcript; each found word stands between U+0002 and U+0003.
    public var snippet: String
    /// A meeting and where the words stand in it.
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
  /// The name on the wire; it only reads.
  public static let target = "standups.status"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// It has no members: there is one list.
  public init() {}
  /// What is open over the list, and how much is on it.
  public struct Reply: Codable, Hashable, Sendable {
    /// The alert that is open; nil for none.
    public var destination: ListDestination?
    /// How many standups there are.
    public var standups: Int
    /// How many meetings are live.
    public var live: Int
    /// Saved documents that were met and cannot be read, as `collection/id`. They are kept as they
    /// are.
    public var unreadable: [String]?
    /// Nothing is unreadable, unless told; at most 1000 are named.
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

/// Removes a saved document that cannot be read, and what belongs to it.
///
/// A standup goes with its past meetings, a part of a live meeting with the whole of it. Read it before, with
/// `ReadUnreadable`.
public struct DiscardUnreadable: BusCommand, Hashable {
  /// Only that it is gone.
  public typealias Reply = Done
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.discard"
  /// As `standups.status` names it, such as `meetings/8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b03`.
  public var document: String
  /// Names a document that cannot be read; any other is refused as `not_found`.
  public init(document: String) { self.document = document }
}

/// Reads a further part of a long past meeting.
///
/// What was said in hours fits no message. `standups.get` has the first part, and says how many there are.
public struct GetMeetingPart: BusCommand, Hashable {
  /// The meeting with this part of its transcript and of its segments; the transcripts of all parts,
  /// joined, are the whole.
  public typealias Reply = Meeting
  /// The name on the wire; it only reads.
  public static let target = "standups.meetingPart"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// Whose meeting it is.
  public var standup: Standup.ID
  /// The past meeting.
  public var meeting: Meeting.ID
  /// From 2 to the meeting's `parts`; any other is refused as `not_found`.
  public var part: Int
  /// Asks for one part.
  public init(standup: Standup.ID, meeting: Meeting.ID, part: Int) {
    self.standup = standup
    self.meeting = meeting
    self.part = part
  }
}

/// Reads a saved document that cannot be read, and what belongs to it, as it is on the disk.
///
/// ```swift
/// var read = ReadUnreadable(document: "standups/8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b01")
/// repeat {
///   let reply = try await bus.send(read)
///   if let piece = reply.piece { keep(piece) }
///   read.after = reply.next
/// } while read.after != nil
/// ```
public struct ReadUnreadable: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "standups.unreadable"
  /// As `standups.status` names it.
  public var document: String
  /// The `next` of the reply before.
  public var after: String?
  /// Names a document that cannot be read; any other is refused as `not_found`.
  public init(document: String, after: String? = nil) {
    self.document = document
    self.after = after
  }

  /// One piece.
  public struct Reply: Codable, Hashable, Sendable {
    /// What comes next; nil if nothing does.
    public var piece: Piece?
    /// Pass it as `after` for the next piece; nil after the last.
    public var next: String?
    /// A piece, and how to go on behind it.
    public init(piece: Piece?, next: String?) {
      self.piece = piece
      self.next = next
    }
  }

  /// A piece of a document.
  public struct Piece: Codable, Hashable, Sendable {
    /// Its collection, such as `standups`.
    public var collection: String
    /// Its id, unique in the collection.
    public var id: String
    /// To whom it belongs.
    public var parent: String?
    /// Its place in lists.
    public var sortKey: Int64?
    /// Whether it is not what was written.
    public var isDamaged: Bool
    /// How many bytes the document has in all.
    public var bytes: Int
    /// Where the piece begins, in bytes.
    public var offset: Int
    /// The piece, of at most 300,000 bytes; Base64 on the wire.
    public var data: Data
    /// A piece of a document; `data` begins at `offset`.
    public init(
      collection: String, id: String, parent: String?, sortKey: Int64?, isDamaged: Bool, bytes: Int,
      offset: Int, data: Data
    ) {
      self.collection = collection
      self.id = id
      self.parent = parent
      self.sortKey = sortKey
      self.isDamaged = isDamaged
      self.bytes = bytes
      self.offset = offset
      self.data = data
    }
  }
}

/// Answers the alert that is open over the list.
public struct AnswerListAlert: BusCommand, Hashable {
  /// The status of the list after it, with no alert open.
  public typealias Reply = GetListStatus.Reply
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "standups.answer"
  /// One that the alert offers. Without an open alert it is refused as `conflict`.
  public var action: ListAlertAction
  /// Answers the one alert that is open over the list.
  public init(action: ListAlertAction) { self.action = action }
}
