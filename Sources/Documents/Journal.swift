public import Bus
public import FastJSON
public import Foundation

/// An event that is to be appended to the journal.
public struct NewEvent: Codable, Hashable, Sendable {
  /// A UUID; unique in the journal.
  public var id: String
  /// Where it happened, such as `/standups/standups`.
  public var source: String
  /// The views under which it goes out.
  public var labels: EventLabels
  /// When it happened, which is the CloudEvents `time`; to the millisecond on the wire.
  public var time: Date
  /// W3C Trace Context of the command that led to it.
  public var traceparent: String?
  /// What happened; its form follows from the type.
  public var data: RawJSON

  /// An event without a place yet; the journal gives it one.
  ///
  /// - Parameters:
  ///   - id: an id that is in the journal already makes the whole commit fail as `conflict`.
  ///   - traceparent: nil where the command came without one.
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

  /// An event of one of our services: its type is that of its data, its source `/standups/<service>`.
  ///
  /// - Parameters:
  ///   - service: who tells it, such as `standups`.
  ///   - id: a new one.
  ///   - subject: whom or what it is about, an id.
  ///   - standup: the standup under whose view it goes out; nil for none.
  ///   - meeting: the meeting under whose view it goes out; nil for none.
  /// - Throws: what the data's `encode(to:)` throws.
  public init(
    _ data: some EventData, by service: String, id: UUID, about subject: String,
    standup: String? = nil, meeting: String? = nil, time: Date, traceparent: String? = nil
  ) throws {
    self.init(
      id: id.lowercaseText, source: "/standups/\(service)",
      labels: EventLabels(
        type: type(of: data).type, subject: subject, standup: standup, meeting: meeting),
      time: time, traceparent: traceparent, data: try RawJSON(encoding: data))
  }
}

/// An event in the journal.
public struct JournalEvent: Codable, Hashable, Sendable {
  /// The event as it was handed to the journal.
  public var event: NewEvent
  /// Global and contiguous, from 1.
  public var sequence: Int64
  /// Names the journal; with another one sequences do not compare.
  public var epoch: String
  /// The id of the command that began it all.
  public var correlation: String?
  /// The id of the commit that brought it.
  public var causation: String?
  /// The sequence of the previous event of the same type; nil for the first.
  public var previousOfType: Int64?
  /// The sequence of the previous event of the same standup; nil for the first.
  public var previousOfStandup: Int64?
  /// The sequence of the previous event of the same meeting; nil for the first.
  public var previousOfMeeting: Int64?

  /// An event at its place; of what is nil there is nothing to tell, as of the first event of its
  /// type.
  ///
  /// - Parameter sequence: from 1.
  public init(
    event: NewEvent, sequence: Int64, epoch: String, correlation: String? = nil,
    causation: String? = nil, previousOfType: Int64? = nil, previousOfStandup: Int64? = nil,
    previousOfMeeting: Int64? = nil
  ) {
    self.event = event
    self.sequence = sequence
    self.epoch = epoch
    self.correlation = correlation
    self.causation = causation
    self.previousOfType = previousOfType
    self.previousOfStandup = previousOfStandup
    self.previousOfMeeting = previousOfMeeting
  }
}

extension JournalEvent {
  /// The event as other tools see it.
  public var cloudEvent: CloudEvent {
    CloudEvent(
      id: event.id, source: event.source, type: event.labels.type, subject: event.labels.subject,
      time: event.time, traceparent: event.traceparent, sequence: sequence, epoch: epoch,
      correlation: correlation, causation: causation, previousOfType: previousOfType,
      previousOfStandup: previousOfStandup,
      previousOfMeeting: previousOfMeeting, data: event.data)
  }

  /// The event with the views under which it goes out.
  public var publication: Publication {
    Publication(event: cloudEvent, labels: event.labels)
  }
}

/// Which part of the journal is wanted.
///
/// ```swift
/// let first = JournalQuery(after: 0, types: ["meeting."])
/// // After a page that has more:
/// let next = JournalQuery(after: page.resume ?? page.head, epoch: page.epoch, types: ["meeting."])
/// ```
public struct JournalQuery: Codable, Hashable, Sendable {
  /// Events after this sequence; 0 for all.
  public var after: Int64
  /// The epoch that the asker knows; another one is refused as `compacted`.
  public var epoch: String?
  /// Only these types, or with a dot at the end all that begin so; nil for all.
  public var types: [String]?
  /// Only events of this standup.
  public var standup: String?
  /// Only events of this meeting.
  public var meeting: String?
  /// From 1 to 1000; 100 unless told.
  public var limit: Int?

  /// A query; only where it begins has to be given.
  ///
  /// - Parameters:
  ///   - after: from 0; beyond the end of the journal it is refused as `invalid`, and as
  ///     `compacted` where events after it are gone.
  ///   - epoch: nil takes the journal that is there, whichever it is.
  ///   - types: at most 100; nil or empty for all.
  ///   - limit: beyond 1 to 1000 it is refused as `invalid`.
  public init(
    after: Int64, epoch: String? = nil, types: [String]? = nil, standup: String? = nil,
    meeting: String? = nil, limit: Int? = nil
  ) {
    self.after = after
    self.epoch = epoch
    self.types = types
    self.standup = standup
    self.meeting = meeting
    self.limit = limit
  }
}

/// A page of events as other tools see them.
public struct EventPage: Codable, Hashable, Sendable {
  /// In the order of the journal, exactly as they were published (CloudEvents 1.0).
  public var events: [CloudEvent]
  /// Names the journal.
  public var epoch: String
  /// The last sequence of the journal.
  public var head: Int64
  /// Whether more events that fit come after these.
  public var hasMore: Bool
  /// Go on after this one: all that fits up to here was given. A page may be empty before the end.
  public var resume: Int64?

  /// A page; `head` and `resume` are sequences, from 0.
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

/// Where the journal begins and ends.
public struct JournalRange: Codable, Hashable, Sendable {
  /// Names the journal.
  public var epoch: String
  /// The last sequence; 0 for an empty journal.
  public var head: Int64
  /// The oldest sequence that can be replayed.
  public var oldest: Int64

  /// The ends of a journal; both are sequences.
  public init(epoch: String, head: Int64, oldest: Int64) {
    self.epoch = epoch
    self.head = head
    self.oldest = oldest
  }
}

/// An event of the journal without what it says.
public struct TracedEvent: Codable, Hashable, Sendable, Identifiable {
  /// The CloudEvents id, a UUID as text.
  public var id: String
  /// The CloudEvents type, such as `meeting.started`.
  public var type: String
  /// What it is about, such as the id of a meeting.
  public var subject: String
  /// Its place in the journal, from 1.
  public var sequence: Int64
  /// When it happened, by the clock of the service that tells it.
  public var time: Date
  /// The id of the message that brought it.
  public var cause: String?
  /// The head of an event; `cause` is nil where the journal knows of none.
  public init(
    id: String, type: String, subject: String, sequence: Int64, time: Date, cause: String? = nil
  ) {
    self.id = id
    self.type = type
    self.subject = subject
    self.sequence = sequence
    self.time = time
    self.cause = cause
  }
}
