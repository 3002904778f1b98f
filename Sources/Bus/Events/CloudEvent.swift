public import FastJSON
public import Foundation
public import Schema

/// An event in a form that other tools can read: CloudEvents 1.0, structured JSON.
///
/// Attributes have the names of the specification (CloudEvents 1.0, “Context Attributes”); those
/// from `traceparent` to `team` are extensions.
public struct CloudEvent: Codable, Hashable, Sendable, Bounded {
  /// Identifies the event within its `source`. A client that receives the event twice, from two
  /// topic families or from a replay, recognises it by this id.
  public var id: String
  /// The service in which the event happened, such as `/standups/timer`.
  public var source: String
  /// Version of the CloudEvents specification: `1.0`.
  public var specversion: String
  /// The kind of event, such as `meeting.started`.
  public var type: String
  /// The thing that the event is about, such as the id of a meeting.
  public var subject: String
  /// Time of the event. On the wire: RFC 3339 in UTC, with milliseconds.
  public var time: Date
  /// Media type of `data`: `application/json`.
  public var datacontenttype: String
  /// The trace context in the form of W3C Trace Context; nil if the message is not traced.
  public var traceparent: String?
  /// Position of a durable event in the journal: a contiguous sequence over all events, written as
  /// 20 digits with leading zeros. Nil for an ephemeral event.
  public var sequence: String?
  /// Identifies the journal of a durable event. Sequences of different epochs cannot be compared.
  public var epoch: String?
  /// Sequence of the previous durable event of this type.
  public var prevtype: String?
  /// Sequence of the previous durable event of this team; nil for the first one.
  public var prevteam: String?
  /// Sequence of the previous durable event of this standup.
  public var prevstandup: String?
  /// Sequence of the previous durable event of this meeting.
  public var prevmeeting: String?
  /// For durable events: the id of the command that the event ultimately results from (the
  /// CloudEvents correlation extension).
  public var correlationid: String?
  /// For durable events: the id of the message that directly caused the event.
  public var causationid: String?
  /// For durable events: the actor whose command the event results from, `tool/NAME` or
  /// `service/NAME` with the name of a key. Nil for the user of the machine, and for the router and
  /// services that act on their own.
  public var by: String?
  /// The team to which the event belongs, such as `web`; nil for an event that belongs to no team.
  public var team: String?
  /// The content of the event; its form depends on the type.
  public var data: RawJSON
  public static let bounds: MemberBounds<Self> = [
    \.id: .notEmpty,
    \.source: .matching("^/standups/[a-z]+$"),
    \.specversion: .oneOf(["1.0"]),
    \.datacontenttype: .oneOf(["application/json"]),
    \.sequence: .matching(#"^\d{20}$"#),
    \.prevtype: .matching(#"^\d{20}$"#),
    \.prevteam: .matching(#"^\d{20}$"#),
    \.prevstandup: .matching(#"^\d{20}$"#),
    \.prevmeeting: .matching(#"^\d{20}$"#),
    \.correlationid: .uuid,
    \.causationid: .uuid,
    \.by: .notEmpty,
    \.team: .text(1...TeamScope.maxIDBytes),
  ]

  /// Creates a CloudEvents 1.0 event with JSON data.
  ///
  /// - Parameters:
  ///   - sequence: position in the journal, from 1; written with 20 digits, like those of the
  ///     previous events. Nil for an ephemeral event.
  ///   - correlation: the id of the command that the event ultimately results from.
  ///   - causation: the id of the message that directly caused the event.
  ///   - by: the actor, such as `tool/NAME`.
  ///   - team: the team to which the event belongs; nil for none.
  public init(
    id: String, source: String, type: String, subject: String, time: Date,
    traceparent: String? = nil, sequence: Int64? = nil, epoch: String? = nil,
    correlation: String? = nil, causation: String? = nil, by: String? = nil, team: String? = nil,
    previousOfType: Int64? = nil, previousOfStandup: Int64? = nil, previousOfMeeting: Int64? = nil,
    previousOfTeam: Int64? = nil, data: RawJSON
  ) {
    self.id = id
    self.source = source
    self.specversion = "1.0"
    self.type = type
    self.subject = subject
    self.time = time
    self.datacontenttype = "application/json"
    self.traceparent = traceparent
    self.sequence = sequence.map(Self.sequenceText)
    self.epoch = epoch
    self.correlationid = correlation
    self.causationid = causation
    self.by = by
    self.team = team
    self.prevtype = previousOfType.map(Self.sequenceText)
    self.prevstandup = previousOfStandup.map(Self.sequenceText)
    self.prevmeeting = previousOfMeeting.map(Self.sequenceText)
    self.prevteam = previousOfTeam.map(Self.sequenceText)
    self.data = data
  }

  /// Position in the journal, from 0 and below 2^62, so that arithmetic on it cannot overflow; nil
  /// for an event without a valid sequence.
  public var number: Int64? {
    sequence.flatMap { Int64($0) }.flatMap { (0..<Self.endOfNumbers).contains($0) ? $0 : nil }
  }

  private static let endOfNumbers: Int64 = 1 << 62

  /// Returns a sequence as a string of 20 digits, which sorts like the number.
  public static func sequenceText(_ sequence: Int64) -> String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, 20 - digits.count)) + digits
  }
}
