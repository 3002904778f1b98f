public import Bus
public import FastJSON
public import Foundation
public import Schema
public import Standups

/// Summary of a standup: the standup, the number of its past meetings, and its live meeting.
public struct StandupSummary: FastCodable, Hashable, Sendable, Identifiable {
  /// The standup, without its past meetings.
  public var standup: Standup
  /// Number of past meetings, from 0.
  public var meetings: Int
  /// Start of the newest past meeting. Absent before the first meeting.
  public var lastMeeting: Date?
  /// Id of the live meeting. Absent if the standup is not meeting.
  public var live: Meeting.ID?
  /// Number of written updates that wait for the end of a meeting. Absent for none.
  public var updates: Int?
  /// Id of the standup.
  public var id: Standup.ID { standup.id }
  /// Creates a summary. Default: a standup that has never met and is not meeting now.
  public init(
    standup: Standup, meetings: Int, lastMeeting: Date? = nil, live: Meeting.ID? = nil,
    updates: Int? = nil
  ) {
    self.standup = standup
    self.meetings = meetings
    self.lastMeeting = lastMeeting
    self.live = live
    self.updates = updates
  }
}

/// Lists the standups in order of creation, including the archived ones.
public struct ListStandups: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "standups.list"
  public static let traits = CommandTraits(access: .observer, in: .any, errors: [.invalid])
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of standups per page, from 1 to 1000. Default: 1000. A page may contain fewer if they
  /// are long.
  public var limit: Int?
  /// Waits for changes that are being saved, so that the reply includes every change that was in the
  /// journal when the command was sent. Default: false.
  public var settled: Bool?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...1000, default: 1000)]
  /// Requests a page. Default: the first 1000 standups, without waiting for changes that are being
  /// saved.
  public init(after: String? = nil, limit: Int? = nil, settled: Bool? = nil) {
    self.after = after
    self.limit = limit
    self.settled = settled
  }
  /// A page of the list.
  public struct Reply: Codable, Hashable, Sendable {
    /// Standups of this page. A standup that cannot be read is omitted.
    public var standups: [StandupSummary]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Other cells, whose standups are not included. Absent if all standups are here.
    public var elsewhere: [StandupsPlace]?
    /// Creates a page; `next` is nil on the last one.
    public init(standups: [StandupSummary], next: String?, elsewhere: [StandupsPlace]? = nil) {
      self.standups = standups
      self.next = next
      self.elsewhere = elsewhere
    }
  }
}

/// Reads one standup, with a page of its past meetings, newest first.
public struct GetStandup: BusCommand, FastCodable, Hashable {
  /// Wire name. Read-only.
  public static let target = "standups.get"
  public static let traits = CommandTraits(
    access: .observer, in: .any, errors: [.notFound, .moved])
  /// Id of the standup. An unknown id fails with `not_found`.
  public var id: Standup.ID
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of past meetings per page, from 0 to 1000. Default: 20. A page may contain fewer if
  /// the meetings are long, even if another page follows.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(0...1000, default: 20)]
  /// Requests a standup. Default: with the newest 20 past meetings. A limit of 0 requests none.
  public init(id: Standup.ID, after: String? = nil, limit: Int? = nil) {
    self.id = id
    self.after = after
    self.limit = limit
  }
  /// A standup and a page of its past meetings.
  public struct Reply: Codable, Hashable, Sendable {
    /// The standup, with the number of its past meetings and its live meeting.
    public var summary: StandupSummary
    /// Past meetings, newest first. A meeting that cannot be read is omitted.
    public var meetings: [Meeting]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Ids of meetings whose transcripts are omitted, because they do not fit into a message together
    /// with the standup; `standups.export` includes them. Absent if all meetings are complete.
    public var shortened: [Meeting.ID]?
    /// The meeting that a person ended last, while `meetings.undo` can undo its end. Absent otherwise.
    public var ended: EndedMeeting?
    /// Creates the reply. Shortened meetings are in `meetings` as well as in `shortened`.
    public init(
      summary: StandupSummary, meetings: [Meeting], next: String?, shortened: [Meeting.ID]? = nil,
      ended: EndedMeeting? = nil
    ) {
      self.ended = ended
      self.summary = summary
      self.meetings = meetings
      self.next = next
      self.shortened = shortened
    }
  }

  /// A meeting whose end can be undone.
  public struct EndedMeeting: Codable, Hashable, Sendable {
    /// Id of the meeting.
    public var meeting: Meeting.ID
    /// Its end, for `meetings.undo`.
    public var undo: MeetingSession.EndUndo
    /// Creates the end of a meeting.
    public init(meeting: Meeting.ID, undo: MeetingSession.EndUndo) {
      self.meeting = meeting
      self.undo = undo
    }
  }
}

/// An attendee as submitted by a form. An attendee without an id is new.
public struct AttendeeDraft: FastCodable, Hashable, Sendable, Bounded {
  /// Id of an existing attendee. Absent for a new attendee.
  public var id: Attendee.ID?
  /// Name of the attendee, at most 1000 Unicode scalars. An attendee with a blank name is omitted.
  public var name: String
  /// Length of the turn relative to others, from 1 to 10. Default: for an existing attendee, the current
  /// weight; for a new one, 1.
  public var weight: Int?
  /// UUID of the person who is this attendee; empty to remove the link. A person who does not exist, or
  /// has no role in the team of the standup, fails with `not_found`, unless the standup already has the
  /// link. Two attendees with the same person fail with `invalid`. Default: for an existing attendee, the
  /// current person; for a new one, none.
  public var person: String?
  public static let bounds: MemberBounds<Self> = [
    \.name: .text(0...Standup.longestText), \.weight: .range(Attendee.weights),
    \.person: .uuid.orEmpty,
  ]
  /// Creates a draft. A new attendee needs only a name.
  public init(
    id: Attendee.ID? = nil, name: String, weight: Int? = nil, person: String? = nil
  ) {
    self.id = id
    self.name = name
    self.weight = weight
    self.person = person
  }
}

/// Creates a standup.
///
/// Attendees with a blank name are omitted. If none is left, the standup has one attendee with a blank
/// name.
///
/// ```swift
/// let standup = try await bus.send(
///   CreateStandup(
///     title: "Design", durationMs: 300_000,
///     attendees: [AttendeeDraft(name: "Ada"), AttendeeDraft(name: "Grace")]))
/// ```
public struct CreateStandup: BusCommand, FastCodable, Hashable {
  /// The standup as it was saved, with the generated ids.
  public typealias Reply = Standup
  public static let target = "standups.create"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, isDeferrable: true,
    errors: [.notFound, .conflict, .moved])
  /// Title of the standup, at most 1000 Unicode scalars. Default: empty.
  public var title: String?
  /// Attendees in the order of their turns, at most 1000, without duplicate ids. Those with a blank name
  /// are omitted. If none is left, which is the default, the standup has one attendee with a blank name.
  public var attendees: [AttendeeDraft]?
  /// Duration of a meeting, in milliseconds, from 1 second to 24 hours. Default: 5 minutes.
  public var durationMs: Int64?
  /// Theme of the standup. Default: `bubblegum`.
  public var theme: Theme?
  /// Time of the warning before the end of each turn, in milliseconds, from 1 second to 1 hour; 0
  /// for no warning. Default: 0.
  public var warnMs: Int64?
  /// True lets a meeting continue when its time is up until a person ends it, for at most four hours.
  /// Default: false.
  public var mayRunOver: Bool?
  /// Language of the meetings, a tag of BCP 47 with at most a language, a script and a region, such as `es`
  /// or `pt-BR`. Default: the language of the speech engine.
  public var language: String?
  /// Id of the team to which the standup belongs. Default: `default`, or the only team of the
  /// sender, if the sender is a person. An unknown one fails with `not_found`.
  public var team: String?
  /// Id of the standup. Default: the service generates one. An existing id fails with `conflict`.
  public var id: Standup.ID?
  public static let bounds: MemberBounds<Self> = [
    \.title: .text(0...Standup.longestText),
    \.durationMs: .range(Standup.durationsMs, default: Standup.defaultDurationMs),
    \.attendees: .count(0...Standup.maxAttendees),
    \.warnMs: .range(Standup.warningsMs).orNone,
    \.language: .languageTag,
    \.team: .teamID,
  ]
  /// Creates the command. All values are optional. Fails with `invalid` for a value outside its range,
  /// and with `conflict` for an existing id.
  public init(
    id: Standup.ID? = nil, title: String? = nil, durationMs: Int64? = nil, theme: Theme? = nil,
    attendees: [AttendeeDraft]? = nil, warnMs: Int64? = nil, mayRunOver: Bool? = nil,
    team: String? = nil, language: String? = nil
  ) {
    self.id = id
    self.title = title
    self.durationMs = durationMs
    self.theme = theme
    self.attendees = attendees
    self.warnMs = warnMs
    self.mayRunOver = mayRunOver
    self.language = language
    self.team = team
  }
}

/// Changes the given values of a standup and leaves the others unchanged.
public struct EditStandup: BusCommand, FastCodable, Hashable {
  /// The whole standup after the change.
  public typealias Reply = Standup
  public static let target = "standups.edit"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the standup. An unknown id fails with `not_found`.
  public var id: Standup.ID
  /// Title of the standup, at most 1000 Unicode scalars. Default: unchanged.
  public var title: String?
  /// All attendees in the order of their turns, at most 1000. Those with a blank name are omitted. If
  /// none is left, the standup has one attendee with a blank name. Default: unchanged.
  public var attendees: [AttendeeDraft]?
  /// Duration of a meeting, in milliseconds, from 1 second to 24 hours. Default: unchanged.
  public var durationMs: Int64?
  /// Theme of the standup. Default: unchanged.
  public var theme: Theme?
  /// Time of the warning before the end of each turn, in milliseconds, from 1 second to 1 hour; 0
  /// for no warning. Default: unchanged.
  public var warnMs: Int64?
  /// True lets a meeting continue when its time is up until a person ends it, for at most four hours.
  /// Default: unchanged.
  public var mayRunOver: Bool?
  /// Language of the meetings, a tag of BCP 47 with at most a language, a script and a region; empty for
  /// the language of the speech engine. A live meeting keeps its language. Default: unchanged.
  public var language: String?
  /// True archives the standup: lists of clients omit it, its schedule is suspended, and it cannot start
  /// a meeting. False ends this. Fails with `conflict` for true during a meeting. Default: unchanged.
  public var isArchived: Bool?
  /// Revision on which the edit is based. If the standup has changed since, the command fails with
  /// `conflict`, and `detail.revision` is the current revision. Default: any revision.
  public var revision: Int?
  public static let bounds: MemberBounds<Self> = [
    \.title: .text(0...Standup.longestText),
    \.durationMs: .range(Standup.durationsMs),
    \.attendees: .count(0...Standup.maxAttendees),
    \.warnMs: .range(Standup.warningsMs).orNone,
    \.language: .languageTagOrEmpty,
    \.revision: .range(1...Int.max),
  ]
  /// Creates an edit of the given values. A live meeting keeps the values from its start.
  public init(
    id: Standup.ID, title: String? = nil, durationMs: Int64? = nil, theme: Theme? = nil,
    attendees: [AttendeeDraft]? = nil, warnMs: Int64? = nil, mayRunOver: Bool? = nil,
    isArchived: Bool? = nil, revision: Int? = nil, language: String? = nil
  ) {
    self.id = id
    self.title = title
    self.durationMs = durationMs
    self.theme = theme
    self.attendees = attendees
    self.warnMs = warnMs
    self.mayRunOver = mayRunOver
    self.language = language
    self.isArchived = isArchived
    self.revision = revision
  }
}

/// Marks an attendee as absent until a given time. Meetings that start before then omit the attendee.
///
/// The absence ends automatically. A live meeting keeps its speakers. Fails with `invalid` if the
/// person is not an attendee, or for a time in the past.
///
/// ```swift
/// let tomorrow = calendar.startOfDay(for: Date(timeIntervalSinceNow: 86_400))
/// _ = try await bus.send(
///   MarkAbsent(id: standup.id, attendee: ada.id, untilMs: Int64(tomorrow.timeIntervalSince1970) * 1000))
/// ```
public struct MarkAbsent: BusCommand, FastCodable, Hashable {
  /// The whole standup after the change.
  public typealias Reply = Standup
  public static let target = "standups.absent"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .invalid, .moved])
  /// Maximum time until the end of an absence, in milliseconds: ten years.
  public static let longestMs: Int64 = 315_619_200_000
  /// Id of the standup. An unknown id fails with `not_found`.
  public var id: Standup.ID
  /// Id of the attendee. A person who is not an attendee fails with `invalid`.
  public var attendee: Attendee.ID
  /// End of the absence, in milliseconds since 1970-01-01 UTC. For whole days, it is the end of the last
  /// day. Fails with `invalid` if it is in the past, or more than ten years in the future.
  public var untilMs: Int64
  /// Sets the end of an attendee's absence, and replaces the previous one.
  public init(id: Standup.ID, attendee: Attendee.ID, untilMs: Int64) {
    self.id = id
    self.attendee = attendee
    self.untilMs = untilMs
  }
}

/// Ends the absence of an attendee.
///
/// Has no effect if the attendee is not absent. Fails with `invalid` for a person who is not an
/// attendee.
public struct MarkPresent: BusCommand, FastCodable, Hashable {
  /// The whole standup after the change.
  public typealias Reply = Standup
  public static let target = "standups.present"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .invalid, .moved])
  /// Id of the standup. An unknown id fails with `not_found`.
  public var id: Standup.ID
  /// Id of the attendee; a person who is not an attendee fails with `invalid`.
  public var attendee: Attendee.ID
  /// Ends the absence of one attendee.
  public init(id: Standup.ID, attendee: Attendee.ID) {
    self.id = id
    self.attendee = attendee
  }
}

/// Deletes a standup with its past meetings.
///
/// Fails with `conflict` while the standup is meeting.
public struct DeleteStandup: BusCommand, Hashable {
  /// Empty reply once the standup is deleted. The command fails with `conflict` while the standup is
  /// meeting; `detail.meeting` is then the id of the meeting.
  public typealias Reply = Done
  public static let target = "standups.delete"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the standup. An unknown id fails with `not_found`.
  public var id: Standup.ID
  /// Deletes one standup permanently.
  public init(id: Standup.ID) { self.id = id }
}

/// Moves a standup with its past meetings to another team. The sender must be an admin of both teams.
///
/// Its events remain those of the team to which it belonged at that time. Fails with `conflict` during
/// a meeting.
public struct SetStandupTeam: BusCommand, Hashable {
  /// The standup in its new team.
  public typealias Reply = Standup
  public static let target = "standups.setTeam"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the standup. An unknown id fails with `not_found`.
  public var id: Standup.ID
  /// Id of the new team. One of which the sender is not an admin fails with `not_found`.
  public var team: String
  public static let bounds: MemberBounds<Self> = [\.team: .teamID]
  /// Moves this standup.
  public init(id: Standup.ID, team: String) {
    self.id = id
    self.team = team
  }
}

/// Deletes one past meeting.
public struct DeleteMeeting: BusCommand, Hashable {
  /// Empty reply once the meeting is deleted; `standup.updated` reports it to subscribers.
  public typealias Reply = Done
  public static let target = "standups.deleteMeeting"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true, errors: [.notFound, .moved])
  /// Id of the standup that met.
  public var standup: Standup.ID
  /// Id of the past meeting. A meeting of another standup fails with `not_found`.
  public var meeting: Meeting.ID
  /// Deletes the meeting. The id of its standup guards against mistakes.
  public init(standup: Standup.ID, meeting: Meeting.ID) {
    self.standup = standup
    self.meeting = meeting
  }
}

/// Finds the places where a person is named, in standups and in the data of their meetings.
///
/// All saved data is read, a page at a time. A page may be empty. If several pages name the same standup,
/// add up their numbers.
public struct FindPerson: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "standups.findPerson"
  public static let traits = CommandTraits(access: .admin, in: .any, errors: [.invalid])
  /// Name to find: 1 to 1000 Unicode scalars. Only an exact match counts, except for surrounding white
  /// space.
  public var name: String
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  public static let bounds: MemberBounds<Self> = [\.name: .text(1...Standup.longestText)]
  /// Searches for a name in one page of the saved data.
  public init(name: String, after: String? = nil) {
    self.name = name
    self.after = after
  }

  /// Matches on one page. If several pages name the same standup, add up their numbers.
  public struct Reply: Codable, Hashable, Sendable {
    /// Standups with matches on this page.
    public var standups: [Found]
    /// Cursor to pass as `after` for the next page. Absent on the last page. A page may be empty, even if
    /// another page follows.
    public var next: String?
    /// Creates a page; `next` is nil on the last one.
    public init(standups: [Found], next: String? = nil) {
      self.standups = standups
      self.next = next
    }
  }

  /// Matches in one standup.
  public struct Found: Codable, Hashable, Sendable {
    /// Id of the standup.
    public var standup: Standup.ID
    /// True if an attendee has this name now.
    public var isAttendee: Bool
    /// Number of past meetings that name the person as an attendee or a speaker.
    public var meetings: Int
    /// Number of segments that the person spoke.
    public var segments: Int
    /// Number of past meetings that have only a text whose speakers are unknown.
    public var unattributed: Int
    /// Creates the matches. Default: all numbers are 0.
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

/// Erases a person's words and name from a standup and its past meetings.
///
/// Each command erases one page; the erasure is complete once a reply has no `next`. The words of others
/// remain, and so does a text whose speakers are unknown.
///
/// ```swift
/// var reply = try await caller.send(ForgetPerson(standup: id, name: "Ann"))
/// while let next = reply.next {
///   reply = try await caller.send(ForgetPerson(standup: id, name: "Ann", after: next))
/// }
/// ```
public struct ForgetPerson: BusCommand, Hashable {
  public static let target = "standups.forgetPerson"
  public static let traits = CommandTraits(
    access: .admin, in: .any, isStored: true,
    errors: [.notFound, .conflict, .invalid, .busy, .moved])
  /// Id of the standup. A standup that is meeting fails with `conflict`.
  public var standup: Standup.ID
  /// Name to forget: 1 to 1000 Unicode scalars. Only an exact match counts, except for surrounding white
  /// space.
  public var name: String
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  public static let bounds: MemberBounds<Self> = [\.name: .text(1...Standup.longestText)]
  /// Begins the erasure, or continues it after a page.
  public init(standup: Standup.ID, name: String, after: String? = nil) {
    self.standup = standup
    self.name = name
    self.after = after
  }

  /// Amount of data that was erased with this page.
  public struct Reply: Codable, Hashable, Sendable {
    /// Number of past meetings, or parts of long ones, from which the person was removed.
    public var meetings: Int
    /// Number of segments that were erased.
    public var segments: Int
    /// Cursor to pass as `after` for the next page. Absent once everything is erased.
    public var next: String?
    /// Creates a page; `next` is nil once the person is forgotten.
    public init(meetings: Int, segments: Int, next: String? = nil) {
      self.meetings = meetings
      self.segments = segments
      self.next = next
    }
  }
}

/// Exports standups with their past meetings as a `standups.json`, a page at a time.
public struct ExportStandups: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "standups.export"
  public static let traits = CommandTraits(
    access: .admin, in: .any, errors: [.notFound, .conflict, .moved])
  /// Ids of the standups to export. Default: all.
  public var ids: [Standup.ID]?
  /// App for which the file is written. Default: `standups`.
  public var dialect: Dialect?
  /// Cursor from `next` of the previous page. The texts of all pages, joined, form the file. Default: the
  /// first page.
  public var after: String?
  /// Requests a page. Default: the first page of all standups, for the app Standups. Later pages need the
  /// same `ids` and `dialect`.
  public init(ids: [Standup.ID]? = nil, dialect: Dialect? = nil, after: String? = nil) {
    self.ids = ids
    self.dialect = dialect
    self.after = after
  }
  /// App for which the file is written.
  public enum Dialect: String, Codable, CaseIterable, Hashable, Sendable {
    /// Point-Free's Standups, in which all themes have their plain names.
    case standups
    /// Point-Free's SyncUps, in which six themes have names such as `appOrange`.
    case syncUps
  }
  /// A piece of the file.
  public struct Reply: Codable, Hashable, Sendable {
    /// Piece of the file's text, which may end anywhere, even within an element that is too long for a
    /// message. It is valid JSON only together with all other pieces.
    public var json: String
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Creates a piece; `next` is nil on the last one.
    public init(json: String, next: String? = nil) {
      self.json = json
      self.next = next
    }
  }
}

/// Searches the transcripts of past meetings, and the titles and attendees' names of standups.
///
/// Anyone finds only what they may read. The date range and the standup restrict the meetings; the standups
/// are only in the first page, without these restrictions.
public struct SearchTranscripts: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "standups.search"
  public static let traits = CommandTraits(
    access: .observer, in: .any, errors: [.invalid, .notFound, .moved])
  /// Words and phrases in double quotes, all of which must occur. Case and accents are ignored. A blank
  /// query fails with `invalid`.
  public var query: String
  /// Restricts the meetings to those of this standup. An unknown id fails with `not_found`. Default: all
  /// standups.
  public var standup: Standup.ID?
  /// Restricts the meetings and standups to those with an attendee, present or absent, who is linked to
  /// this person; with `standup`, also to meetings before the link. Default: all.
  public var person: Attendee.PersonID?
  /// Start of the first meeting, in milliseconds since 1970-01-01 UTC. Default: any.
  public var fromMs: Int64?
  /// Time from which on meetings are not found, in milliseconds since 1970-01-01 UTC, later than `fromMs`.
  /// Default: none.
  public var toMs: Int64?
  /// Maximum number of hits per page, from 1 to 1000. Default: 20. A page may contain fewer if they are
  /// long.
  public var limit: Int?
  /// Number of best hits to skip, from 0. Default: 0.
  public var offset: Int?
  public static let bounds: MemberBounds<Self> = [
    \.query: .notEmpty,
    \.fromMs: .range(0...253_402_300_799_999), \.toMs: .range(0...253_402_300_799_999),
    \.limit: .range(1...1000, default: 20),
    \.offset: .atLeast(0, default: 0),
  ]
  /// Requests a page. Default: the best 20 hits in all meetings.
  public init(
    query: String, standup: Standup.ID? = nil, person: Attendee.PersonID? = nil,
    fromMs: Int64? = nil, toMs: Int64? = nil, limit: Int? = nil, offset: Int? = nil
  ) {
    self.query = query
    self.standup = standup
    self.person = person
    self.fromMs = fromMs
    self.toMs = toMs
    self.limit = limit
    self.offset = offset
  }
  /// A page of hits.
  public struct Reply: Codable, Hashable, Sendable {
    /// Hits of this page, best match first.
    public var hits: [Hit]
    /// Total number of hits.
    public var total: Int
    /// Other cells, whose standups were not searched. Absent if all standups are here.
    public var elsewhere: [StandupsPlace]?
    /// Standups whose title and attendees' names contain all words, best match first, at most 20. Absent
    /// if no standup does, and if the meetings are restricted to a standup, to a range of dates or by an
    /// offset.
    public var standups: [FoundStandup]?
    /// Creates a page. The next one begins at the offset plus the number of these hits.
    public init(
      hits: [Hit], total: Int, elsewhere: [StandupsPlace]? = nil, standups: [FoundStandup]? = nil
    ) {
      self.hits = hits
      self.total = total
      self.elsewhere = elsewhere
      self.standups = standups
    }
  }
  /// A standup whose title and names contain the words.
  public struct FoundStandup: Codable, Hashable, Sendable {
    /// Id of the standup.
    public var id: Standup.ID
    /// Title of the standup.
    public var title: String
    /// Excerpt of the title and the attendees' names; each matching word is enclosed in U+0002 and U+0003.
    public var snippet: String
    /// Creates a standup with the excerpt around the words.
    public init(id: Standup.ID, title: String, snippet: String) {
      self.id = id
      self.title = title
      self.snippet = snippet
    }
  }
  /// A past meeting whose transcript contains the words.
  public struct Hit: Codable, Hashable, Sendable {
    /// Id of the standup that met.
    public var standup: Standup.ID
    /// Current title of the standup.
    public var title: String
    /// The meeting with its transcript; for a long meeting, the part that contains the words.
    public var meeting: Meeting
    /// Excerpt of the transcript; each matching word is enclosed in U+0002 and U+0003.
    public var snippet: String
    /// Creates a hit from a meeting and the excerpt around the words.
    public init(standup: Standup.ID, title: String, meeting: Meeting, snippet: String) {
      self.standup = standup
      self.title = title
      self.meeting = meeting
      self.snippet = snippet
    }
  }
}

/// Returns the status of the list of standups.
public struct GetListStatus: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "standups.status"
  public static let traits = CommandTraits(access: .observer, in: .any)
  /// Creates the command, whose body is `{}`, because there is only one list.
  public init() {}
  /// Status of the list: its open alert, and numbers of standups and live meetings.
  public struct Reply: Codable, Hashable, Sendable {
    /// Open alert. Absent if no alert is open.
    public var destination: ListDestination?
    /// Number of standups.
    public var standups: Int
    /// Number of live meetings.
    public var live: Int
    /// Saved documents that cannot be read, as `collection/id`, at most 1000. They are left unchanged.
    /// Absent if all documents can be read.
    public var unreadable: [String]?
    /// Creates a status. Default: all documents can be read. `unreadable` lists at most 1000.
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

/// Removes a saved document that cannot be read, and the documents that belong to it.
///
/// A standup is removed together with its past meetings, and a part of a live meeting together with the
/// whole meeting. To keep a copy, read the document first with `standups.unreadable`.
public struct DiscardUnreadable: BusCommand, Hashable {
  /// Empty reply once the document is removed.
  public typealias Reply = Done
  public static let target = "standups.discard"
  public static let traits = CommandTraits(
    access: .operator, isStored: true, errors: [.notFound, .conflict, .invalid])
  /// Document, in the form of `standups.status`: `collection/id`, such as
  /// `meetings/8d5d5c5e-9f1a-4c89-9f0d-2f6a5a3c1b03`.
  public var document: String
  /// Removes a document that cannot be read. Any other document fails with `not_found`.
  public init(document: String) { self.document = document }
}

/// Reads a part of a past meeting.
///
/// The transcript of several hours is too long for a message. The first part, which `standups.get`
/// also returns, has the number of parts; a meeting with a shorter transcript has only this part.
public struct GetMeetingPart: BusCommand, Hashable {
  /// The meeting with this part of its transcript and its segments. The transcripts of all parts, joined,
  /// form the whole transcript.
  public typealias Reply = Meeting
  /// Wire name. Read-only.
  public static let target = "standups.meetingPart"
  public static let traits = CommandTraits(
    access: .observer, in: .any, errors: [.notFound, .moved])
  /// Id of the standup.
  public var standup: Standup.ID
  /// Id of the past meeting.
  public var meeting: Meeting.ID
  /// Number of the part, from 1 to the meeting's `parts`. Any other number fails with `not_found`.
  public var part: Int
  /// Requests one part of a past meeting.
  public init(standup: Standup.ID, meeting: Meeting.ID, part: Int) {
    self.standup = standup
    self.meeting = meeting
    self.part = part
  }
}

/// Reads a saved document that cannot be read, and the documents that belong to it, as they are on disk.
///
/// The reply to the first request begins with the document; the documents that belong to it follow. Each
/// is split into pieces.
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
  /// Wire name. Read-only.
  public static let target = "standups.unreadable"
  public static let traits = CommandTraits(access: .operator, errors: [.notFound, .invalid])
  /// Document, in the form of `standups.status`: `collection/id`.
  public var document: String
  /// Cursor from `next` of the previous reply. Default: the first piece.
  public var after: String?
  /// Requests a piece of a document that cannot be read. Any other document fails with `not_found`.
  public init(document: String, after: String? = nil) {
    self.document = document
    self.after = after
  }

  /// One piece of a document.
  public struct Reply: Codable, Hashable, Sendable {
    /// The next piece. Absent after the last one.
    public var piece: Piece?
    /// Cursor to pass as `after` for the next piece. Absent after the last one.
    public var next: String?
    /// Creates the reply from a piece and the cursor after it.
    public init(piece: Piece?, next: String?) {
      self.piece = piece
      self.next = next
    }
  }

  /// A piece of a document.
  public struct Piece: Codable, Hashable, Sendable, Bounded {
    /// Collection of the document, such as `standups`.
    public var collection: String
    /// Id of the document, unique in its collection.
    public var id: String
    /// Id of the document to which it belongs. Absent if it belongs to none.
    public var parent: String?
    /// Key by which lists are sorted. Absent if the document has no such key.
    public var sortKey: Int64?
    /// True if the document is damaged, that is, if it differs from the data that was written.
    public var isDamaged: Bool
    /// Size of the whole document, in bytes.
    public var bytes: Int
    /// Offset of the piece in the document, in bytes.
    public var offset: Int
    /// Bytes of the piece, at most 300,000, in Base64 on the wire.
    public var data: Data
    public static let bounds: MemberBounds<Self> = [\.sortKey: .signed]
    /// Creates a piece of a document, which begins at `offset`.
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

/// Answers the alert that is open in the list.
public struct AnswerListAlert: BusCommand, Hashable {
  /// Status of the list, without an open alert.
  public typealias Reply = GetListStatus.Reply
  public static let target = "standups.answer"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.conflict])
  /// One of the answers that the alert offers. Fails with `conflict` if no alert is open.
  public var action: ListAlertAction
  /// Answers the open alert of the list.
  public init(action: ListAlertAction) { self.action = action }
}
