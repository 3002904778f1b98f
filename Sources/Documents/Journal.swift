public import Bus
public import FastJSON
public import Foundation
public import Schema

/// An event to be appended to the journal.
public struct NewEvent: FastCodable, Hashable, Sendable, Bounded {
  /// Id of the event, a UUID; unique in the journal.
  public var id: String
  /// Service that emitted the event, such as `/standups/standups`.
  public var source: String
  /// Type, subject and topic families of the event.
  public var labels: EventLabels
  /// Time of the event, the CloudEvents `time`; on the wire, in RFC 3339 with milliseconds.
  public var time: Date
  /// W3C Trace Context of the command that caused the event; nil if it had none.
  public var traceparent: String?
  /// Content of the event, nested at most 56 levels deep; its form depends on the type. The order
  /// of its members is kept.
  public var data: RawJSON
  public static let bounds: MemberBounds<Self> = [\.id: .uuid]

  /// Creates an event without a position, which the journal assigns.
  ///
  /// - Parameters:
  ///   - id: if the journal already has this id, the whole commit fails as `conflict`.
  ///   - traceparent: nil if the command had none.
  ///   - data: JSON, nested at most 56 levels deep.
  public init(
    id: String, source: String, labels: EventLabels, time: Date, traceparent: String? = nil,
    data: RawJSON
  ) {
    self.id = id
    self.source = source
    self.labels = labels
    self.time = time
    self.traceparent = traceparent
    self.data = data
  }

  /// Creates an event of a Standups service, with the type and the source of its data.
  ///
  /// - Parameters:
  ///   - data: the content of the event.
  ///   - id: a new id.
  ///   - subject: the id of the meeting, standup or other subject that the event is about.
  ///   - standup: the standup in whose topic family the event is published; nil for none.
  ///   - meeting: the meeting in whose topic family the event is published; nil for none.
  ///   - team: the team in whose topic family the event is published; nil for none.
  /// - Throws: the error of the data's `encode(to:)`.
  public init(
    _ data: some EventData, id: UUID, about subject: String,
    standup: String? = nil, meeting: String? = nil, team: String? = nil, time: Date,
    traceparent: String? = nil
  ) throws {
    self.init(
      id: id.lowercaseText, source: "/standups/\(type(of: data).traits.source)",
      labels: EventLabels(
        type: type(of: data).type, subject: subject, standup: standup, meeting: meeting,
        team: team),
      time: time, traceparent: traceparent, data: try RawJSON(encoding: data))
  }
}

/// An event in the journal.
public struct JournalEvent: FastCodable, Hashable, Sendable, Bounded {
  /// The event as it was passed to the journal.
  public var event: NewEvent
  /// Position in the journal: contiguous over all events, from 1.
  public var sequence: Int64
  /// Epoch of the journal; sequences of different epochs cannot be compared.
  public var epoch: String
  /// Id of the command that the event ultimately results from; nil if it is unknown.
  public var correlation: String?
  /// Id of the commit that wrote the event or, if it was in a batch, of the message that caused the
  /// decision; nil if it is unknown.
  public var causation: String?
  /// The actor whose command the event results from: `tool/NAME` or `service/NAME` with the name of
  /// a key. Nil for the user of the machine, who needs no key, and for the router and services that
  /// act on their own.
  public var by: String?
  /// Sequence of the previous event of the same type; nil for the first.
  public var previousOfType: Int64?
  /// Sequence of the previous event of the same standup; nil for the first.
  public var previousOfStandup: Int64?
  /// Sequence of the previous event of the same meeting; nil for the first.
  public var previousOfMeeting: Int64?
  /// Sequence of the previous event of the same team; nil for the first.
  public var previousOfTeam: Int64?
  public static let bounds: MemberBounds<Self> = [
    \.sequence: .atLeast(1),
    \.correlation: .uuid,
    \.causation: .uuid,
    \.previousOfType: .atLeast(1),
    \.previousOfStandup: .atLeast(1),
    \.previousOfMeeting: .atLeast(1),
    \.previousOfTeam: .atLeast(1),
  ]

  /// Creates an event at its position. The optional members are nil if unknown, or for the first
  /// event of its kind.
  ///
  /// - Parameter sequence: position in the journal, from 1.
  public init(
    event: NewEvent, sequence: Int64, epoch: String, correlation: String? = nil,
    causation: String? = nil, by: String? = nil, previousOfType: Int64? = nil,
    previousOfStandup: Int64? = nil, previousOfMeeting: Int64? = nil, previousOfTeam: Int64? = nil
  ) {
    self.event = event
    self.sequence = sequence
    self.epoch = epoch
    self.correlation = correlation
    self.causation = causation
    self.by = by
    self.previousOfType = previousOfType
    self.previousOfStandup = previousOfStandup
    self.previousOfMeeting = previousOfMeeting
    self.previousOfTeam = previousOfTeam
  }
}

extension JournalEvent {
  /// The event as other tools see it.
  public var cloudEvent: CloudEvent {
    CloudEvent(
      id: event.id, source: event.source, type: event.labels.type, subject: event.labels.subject,
      time: event.time, traceparent: event.traceparent, sequence: sequence, epoch: epoch,
      correlation: correlation, causation: causation, by: by, team: event.labels.team,
      previousOfType: previousOfType, previousOfStandup: previousOfStandup,
      previousOfMeeting: previousOfMeeting, previousOfTeam: previousOfTeam, data: event.data)
  }

  /// The event with the topic families in which it is published.
  public var publication: Publication {
    Publication(event: cloudEvent, labels: event.labels)
  }
}

/// A query for a part of the journal.
///
/// ```swift
/// let first = JournalQuery(after: 0, types: ["meeting."])
/// // After a page that has more:
/// let next = JournalQuery(after: page.resume ?? page.head, epoch: page.epoch, types: ["meeting."])
/// ```
public struct JournalQuery: Codable, Hashable, Sendable, Bounded {
  /// Returns only events after this sequence; 0 for all.
  public var after: Int64
  /// Epoch that the client knows; a different one is rejected as `compacted`. Default: any.
  public var epoch: String?
  /// Returns only events of these types, or of all types with a prefix that ends with a dot.
  /// Default: all.
  public var types: [String]?
  /// Returns only events of the standup with this id, including those of its meetings. Default:
  /// all.
  public var standup: String?
  /// Returns only events of the meeting with this id. Default: all.
  public var meeting: String?
  /// Returns only events with this `by`, such as `tool/NAME`. Default: all.
  public var by: String?
  /// Returns only events that belong to one of these teams, given by their ids; an empty list
  /// matches nothing. Default: the events of all teams, and those that belong to no team.
  public var teams: [String]?
  /// Maximum number of events per page, from 1 to 1000. Default: 100.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [
    \.by: .text(1...Limits.actorBytes),
    \.teams: .teamIDs,
    \.limit: .range(1...1000, default: 100),
  ]

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - after: from 0. Rejected as `invalid` beyond the end of the journal, and as `compacted` if
  ///     events after it have been removed.
  ///   - epoch: nil accepts any journal.
  ///   - types: at most 100; nil or empty for all.
  ///   - teams: at most 64; nil for all, an empty list for none.
  ///   - limit: rejected as `invalid` outside 1 to 1000.
  public init(
    after: Int64, epoch: String? = nil, types: [String]? = nil, standup: String? = nil,
    meeting: String? = nil, by: String? = nil, teams: [String]? = nil, limit: Int? = nil
  ) {
    self.after = after
    self.epoch = epoch
    self.types = types
    self.standup = standup
    self.meeting = meeting
    self.by = by
    self.teams = teams
    self.limit = limit
  }
}

/// A page of events, exactly as they were published.
public struct EventPage: FastCodable, Hashable, Sendable {
  /// Events in the order of the journal (CloudEvents 1.0).
  public var events: [CloudEvent]
  /// Epoch of the journal.
  public var epoch: String
  /// Last sequence of the journal.
  public var head: Int64
  /// True if more matching events may follow: request the next page with `resume` as `after`.
  public var hasMore: Bool
  /// Sequence to pass as `after` for the next page: all matching events up to it have been
  /// returned. A page may be empty before the end.
  public var resume: Int64?

  /// Creates a page; `head` and `resume` are sequences, from 0.
  public init(
    events: [CloudEvent], epoch: String, head: Int64, hasMore: Bool, resume: Int64? = nil
  ) {
    self.events = events
    self.epoch = epoch
    self.head = head
    self.hasMore = hasMore
    self.resume = resume
  }
}

/// The first and the last position of the journal.
public struct JournalRange: Codable, Hashable, Sendable {
  /// Epoch of the journal; sequences of different epochs cannot be compared.
  public var epoch: String
  /// Last sequence; 0 for an empty journal.
  public var head: Int64
  /// Oldest sequence that can be replayed.
  public var oldest: Int64

  /// Creates the range of a journal from its sequences.
  public init(epoch: String, head: Int64, oldest: Int64) {
    self.epoch = epoch
    self.head = head
    self.oldest = oldest
  }
}

/// The metadata of an event in the journal, without its content.
public struct TracedEvent: Codable, Hashable, Sendable, Identifiable, Bounded {
  /// Id of the event, a UUID.
  public var id: String
  /// The CloudEvents type, such as `meeting.started`.
  public var type: String
  /// The thing that the event is about, such as the id of a meeting.
  public var subject: String
  /// Position in the journal, from 1.
  public var sequence: Int64
  /// Time of the event, by the clock of the service that published it.
  public var time: Date
  /// Id of the message that directly caused the event; nil if the journal has none.
  public var cause: String?
  /// Actor whose command the event results from, such as `tool/NAME`; nil for the user of the
  /// machine.
  public var by: String?
  public static let bounds: MemberBounds<Self> = [\.sequence: .atLeast(1), \.cause: .uuid]
  /// Creates the metadata of an event; `cause` and `by` are nil if the journal has none.
  public init(
    id: String, type: String, subject: String, sequence: Int64, time: Date, cause: String? = nil,
    by: String? = nil
  ) {
    self.id = id
    self.type = type
    self.subject = subject
    self.sequence = sequence
    self.time = time
    self.cause = cause
    self.by = by
  }
}
