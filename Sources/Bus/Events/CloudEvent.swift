public import FastJSON
public import Foundation

/// An event as other tools see it: CloudEvents 1.0, structured JSON.
///
/// Attributes are named as in the specification (CloudEvents 1.0, “Context Attributes”); those from
/// `traceparent` to `causationid` are extensions.
public struct CloudEvent: Codable, Hashable, Sendable {
  /// Names the event within its `source`. Whoever gets it again, under another view or from a
  /// replay, knows it by this.
  public var id: String
  /// The service in which it happened, such as `/standups/timer`.
  public var source: String
  /// The version of CloudEvents that it follows: `1.0`.
  public var specversion: String
  /// What kind of thing happened, such as `meeting.started`.
  public var type: String
  /// What it happened to, such as the id of a meeting.
  public var subject: String
  /// When it happened; RFC 3339 in UTC with milliseconds on the wire.
  public var time: Date
  /// The media type of `data`: `application/json`.
  public var datacontenttype: String
  /// The place in a trace, as W3C Trace Context writes it; nil where nobody traces.
  public var traceparent: String?
  /// For durable events: the global, contiguous sequence, 20 digits with leading zeros.
  public var sequence: String?
  /// For durable events: names the journal; another one means that sequences do not compare.
  public var epoch: String?
  /// The sequence of the previous durable event of this type.
  public var prevtype: String?
  /// The sequence of the previous durable event of this standup.
  public var prevstandup: String?
  /// The sequence of the previous durable event of this meeting.
  public var prevmeeting: String?
  /// For durable events: the id of the command that began it all (CloudEvents' extension for
  /// correlation).
  public var correlationid: String?
  /// For durable events: the id of the message that brought it.
  public var causationid: String?
  /// What happened; its form follows from the type.
  public var data: RawJSON

  /// A CloudEvents 1.0 event with JSON as its data.
  ///
  /// - Parameters:
  ///   - sequence: the position in the journal, from 1; like those of the previous events it is
  ///     written with 20 digits. Nil for an event that is not kept.
  ///   - correlation: the id of the command that began it all.
  ///   - causation: the id of the message that brought it.
  public init(
    id: String, source: String, type: String, subject: String, time: Date,
    traceparent: String? = nil, sequence: Int64? = nil, epoch: String? = nil,
    correlation: String? = nil, causation: String? = nil, previousOfType: Int64? = nil,
    previousOfStandup: Int64? = nil, previousOfMeeting: Int64? = nil,
    data: RawJSON
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
    self.prevtype = previousOfType.map(Self.sequenceText)
    self.prevstandup = previousOfStandup.map(Self.sequenceText)
    self.prevmeeting = previousOfMeeting.map(Self.sequenceText)
    self.data = data
  }

  /// The place in the journal, from 0 and below 2^62, so that one can go on from it; nil for an event
  /// without one, and for what is no such number.
  public var number: Int64? {
    sequence.flatMap { Int64($0) }.flatMap { (0..<Self.endOfNumbers).contains($0) ? $0 : nil }
  }

  private static let endOfNumbers: Int64 = 1 << 62

  /// A sequence as text that sorts like the number: 20 digits.
  public static func sequenceText(_ sequence: Int64) -> String {
    let digits = String(sequence)
    return String(repeating: "0", count: max(0, 20 - digits.count)) + digits
  }
}
