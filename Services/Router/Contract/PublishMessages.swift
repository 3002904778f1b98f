public import Bus
package import Documents
public import FastJSON
public import Foundation
public import Schema
import ServiceCatalog

/// Publishes events of tools and of outside services, for tests or to report events from elsewhere.
///
/// An outside service publishes events whose types begin with its name; see
/// docs/outside-services.md.
///
/// The events are added to the journal, all of one command in one transaction, and published once
/// they are on disk; ephemeral ones are published at once. A retry under the same idempotency key
/// publishes nothing twice, and returns the same events.
///
/// ```swift
/// let data = try RawJSON(encoding: ["version": "7"])
/// let draft = EventDraft(type: "com.example.deploy.done", subject: "web", data: data)
/// let reply = try await caller.send(PublishEvents(events: [draft]))
/// reply.events[0].sequence  // its place in the journal
/// ```
public struct PublishEvents: BusCommand, FastCodable, Hashable {
  /// Wire name. The router answers it with the help of persistence.
  public static let target = "events.publish"
  public static let traits = CommandTraits(access: .member, isStored: true, errors: [.invalid])
  /// Maximum number of events per command.
  public static let maxEvents = 1000
  /// Events to publish, from 1 to 1000, in order and in one transaction.
  public var events: [EventDraft]
  /// Publishes the events at once, without saving them. Default: false.
  public var isEphemeral: Bool?
  public static let bounds: MemberBounds<Self> = [\.events: .count(1...maxEvents)]
  /// Creates a command for some events.
  ///
  /// - Parameters:
  ///   - events: from 1 to `maxEvents`. If one of them is invalid, none is published, and its
  ///     index, from 0, is `event` in the detail of the error `invalid`.
  ///   - isEphemeral: true to publish them immediately without saving them; nil is the same as
  ///     false.
  public init(events: [EventDraft], isEphemeral: Bool? = nil) {
    self.events = events
    self.isEphemeral = isEphemeral
  }

  /// Published events, in the order of the command.
  public struct Reply: Codable, Hashable, Sendable {
    /// Published events, one for each draft, in the order of the command.
    public var events: [PublishedEvent]
    /// Epoch of the journal. Absent for ephemeral events.
    public var epoch: String?
    /// Creates the reply; `epoch` is nil if nothing was saved.
    public init(events: [PublishedEvent], epoch: String? = nil) {
      self.events = events
      self.epoch = epoch
    }
  }
}

/// A published event and its place in the journal.
public struct PublishedEvent: Codable, Hashable, Sendable, Identifiable, Bounded {
  /// CloudEvents id: the UUID of the draft, or the one that the router generated, in lower case.
  public var id: String
  /// CloudEvents type of the draft.
  public var type: String
  /// Time at which the router accepted the event, which is the event's `time`, to the millisecond.
  public var time: Date
  /// Sequence of the event in the journal. Absent for an ephemeral event.
  public var sequence: Int64?
  public static let bounds: MemberBounds<Self> = [\.id: .uuid, \.sequence: .atLeast(1)]
  /// Creates the entry for one event; `sequence` is nil if the event was not saved.
  public init(id: String, type: String, time: Date, sequence: Int64? = nil) {
    self.id = id
    self.type = type
    self.time = time
    self.sequence = sequence
  }
}

/// An event that a tool wants to publish.
public struct EventDraft: FastCodable, Hashable, Sendable, Bounded {
  /// UUID, unique in the journal. Default: the router generates one.
  public var id: String?
  /// CloudEvents type of at most 128 bytes. From a tool: `test.…`, or a reversed domain name, such
  /// as `com.example.deploy.done`. From an outside service: its name, a dot and more words, such as
  /// `polls.closed`. Types that begin like those of the services are rejected.
  public var type: String
  /// CloudEvents subject, from 1 to 256 bytes.
  public var subject: String
  /// Data of the event, a JSON object at most 56 levels deep; the order of its members is kept.
  /// Default: empty.
  public var data: RawJSON?
  /// Id of the standup in whose topic family the event is published as well, from 1 to 256 bytes.
  /// Default: none.
  public var standup: String?
  /// Id of the meeting in whose topic family the event is published as well, from 1 to 256 bytes.
  /// Default: none.
  public var meeting: String?
  public static let bounds: MemberBounds<Self> = [
    \.data: .object,
    \.id: .uuid,
    \.type: .text(
      0...maxTypeBytes,
      pattern: #"^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$"#),
    \.subject: .text(1...maxSubjectBytes),
    \.standup: .text(1...maxSubjectBytes),
    \.meeting: .text(1...maxSubjectBytes),
  ]
  /// Creates a draft, which is checked when it is published; `problem` checks it beforehand.
  ///
  /// - Parameters:
  ///   - id: a UUID in either case; if nil, the router generates one.
  ///   - data: a JSON object, nested at most 56 levels deep; nil stands for `{}`.
  ///   - standup: id of the standup in whose topic family the event is published as well, from 1 to
  ///     256 bytes; nil for none.
  ///   - meeting: id of the meeting in whose topic family the event is published as well, from 1 to
  ///     256 bytes; nil for none.
  public init(
    id: String? = nil, type: String, subject: String, data: RawJSON? = nil,
    standup: String? = nil, meeting: String? = nil
  ) {
    self.id = id
    self.type = type
    self.subject = subject
    self.data = data
    self.standup = standup
    self.meeting = meeting
  }
}

extension EventDraft {
  /// Creates the draft of an event that a service stores with its documents.
  package init(_ event: NewEvent) {
    let labels = event.labels
    self.init(
      id: event.id, type: labels.type, subject: labels.subject, data: event.data,
      standup: labels.standup, meeting: labels.meeting)
  }

  /// First words of event types that are reserved for present and future services.
  public static let reserved = ServiceCatalog.reservedWords
  /// Maximum number of bytes of a type.
  public static let maxTypeBytes = 128
  /// Maximum number of bytes of a subject or of an id of a topic family.
  public static let maxSubjectBytes = 256

  /// Returns the reason why the type may not be published, as a sentence; nil if it may.
  ///
  /// - Parameter service: the registered service that publishes the event; nil for a tool.
  public static func problem(ofType type: String, from service: String? = nil) -> String? {
    let words = type.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = words.allSatisfy { word in
      !word.isEmpty
        && word.utf8.allSatisfy {
          switch $0 {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
    guard isPlain, type.utf8.count <= maxTypeBytes else {
      return
        "Invalid event type “\(type.prefix(64))”; expected words of letters, digits, “-” and “_”, separated"
        + " by dots, at most \(maxTypeBytes) bytes."
    }
    if reserved.contains(words[0].lowercased()) {
      return
        "Event types that begin with “\(words[0]).” are reserved for the services; use “test.” instead."
    }
    if let service { return problem(ofWords: words, from: service) }
    if words[0] == "test", words.count > 1 { return nil }
    guard words.count > 2 else {
      return
        "Event type “\(type)” may clash with another one; begin it with “test.”, or with a reversed domain"
        + " name as in com.example.deploy.done."
    }
    return nil
  }

  private static func problem(ofWords words: [Substring], from service: String) -> String? {
    guard service.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
      return
        "The name of the \(service) service cannot begin an event type; expected lower-case letters."
    }
    guard words.count > 1, words[0] == service else {
      return
        "The \(service) service publishes only event types that begin with its name; expected"
        + " “\(service).” and more words."
    }
    return nil
  }

  /// Problem of the draft of a tool, as a sentence; nil if it may be published.
  public var problem: String? { problem(from: nil) }

  /// Problem of the draft, as a sentence; nil if it may be published.
  ///
  /// - Parameter service: the registered service that publishes the event; nil for a tool.
  public func problem(from service: String?) -> String? {
    if let problem = Self.problem(ofType: type, from: service) { return problem }
    if let id, UUID(text: id) == nil { return "“\(id.prefix(40))” is not a UUID." }
    for (name, text) in [("subject", subject), ("standup", standup), ("meeting", meeting)] {
      guard let text else { continue }
      guard text.isLine(Self.maxSubjectBytes) else {
        return
          "Invalid \(name); expected 1 to \(Self.maxSubjectBytes) bytes without control characters."
      }
    }
    if let data {
      guard data.isObject else { return "Invalid data; expected a JSON object." }
    }
    return nil
  }
}
