public import Bus
public import FastJSON
public import Foundation
import ServiceCatalog

/// Publishes events of other tools, for tests or to tell what happened elsewhere.
///
/// They go through the journal like any other, all of one command in one transaction, and out when they
/// are on disk; ephemeral ones go out at once. A command that is repeated under its idempotency key
/// publishes nothing twice, and gets the same events.
///
/// ```swift
/// let data = try RawJSON(encoding: ["version": "7"])
/// let draft = EventDraft(type: "com.example.deploy.done", subject: "web", data: data)
/// let reply = try await caller.send(PublishEvents(events: [draft]))
/// reply.events[0].sequence  // its place in the journal
/// ```
public struct PublishEvents: BusCommand, Hashable {
  /// The name on the wire; the router answers it with the help of persistence.
  public static let target = "events.publish"
  /// The most events of one command.
  public static let maxEvents = 1000
  /// From 1 to 1000, in order.
  public var events: [EventDraft]
  /// Whether they are not kept.
  public var isEphemeral: Bool?
  /// A command for some events.
  ///
  /// - Parameters:
  ///   - events: from 1 to `maxEvents`; with one that is wrong none is published, and the error
  ///     `invalid` has its place, from 0, as `event` in its detail.
  ///   - isEphemeral: true sends them out at once and keeps none; nil stands for false.
  public init(events: [EventDraft], isEphemeral: Bool? = nil) {
    self.events = events
    self.isEphemeral = isEphemeral
  }

  /// Where the events are, in the order of the command.
  public struct Reply: Codable, Hashable, Sendable {
    /// One entry for each draft of the command, in its order.
    public var events: [PublishedEvent]
    /// Names the journal; nil for ephemeral events.
    public var epoch: String?
    /// The answer; `epoch` is left out where nothing was kept.
    public init(events: [PublishedEvent], epoch: String? = nil) {
      self.events = events
      self.epoch = epoch
    }
  }
}

/// Where an event is that was published.
public struct PublishedEvent: Codable, Hashable, Sendable, Identifiable {
  /// The CloudEvents id: the UUID of the draft, or the one that the router made, in lower case.
  public var id: String
  /// The CloudEvents type, as the draft has it.
  public var type: String
  /// When the router took it, which is the `time` of the event; to the millisecond on the wire.
  public var time: Date
  /// Its place in the journal; nil for an ephemeral event.
  public var sequence: Int64?
  /// What is told of one published event; without a `sequence` it was not kept.
  public init(id: String, type: String, time: Date, sequence: Int64? = nil) {
    self.id = id
    self.type = type
    self.time = time
    self.sequence = sequence
  }
}

/// An event that somebody wants to publish.
public struct EventDraft: Codable, Hashable, Sendable {
  /// A UUID that no other event has; the router makes one unless told.
  public var id: String?
  /// `test.…`, or a name that begins with a domain backwards, such as `com.example.deploy.done`.
  public var type: String
  /// What it is about; from 1 to 256 bytes.
  public var subject: String
  /// A JSON object; empty unless told.
  public var data: RawJSON?
  /// The standup whose view shows it as well.
  public var standup: String?
  /// The meeting whose view shows it as well.
  public var meeting: String?
  /// A draft, which is checked only where it is published; `problem` says beforehand what is wrong.
  ///
  /// - Parameters:
  ///   - id: a UUID in either case; nil lets the router make one.
  ///   - data: a JSON object, nested at most 56 levels deep; nil stands for `{}`.
  ///   - standup: the id of a standup, from 1 to 256 bytes; nil for no such view.
  ///   - meeting: the id of a meeting, from 1 to 256 bytes; nil for no such view.
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
  /// What types of events begin with that only the services may publish, and what may be theirs one day.
  public static let reserved = ServiceCatalog.reservedWords
  /// The most bytes of a type.
  public static let maxTypeBytes = 128
  /// The most bytes of a subject or a view.
  public static let maxSubjectBytes = 256

  /// Why the type may not be published: a sentence; nil if it may.
  public static func problem(ofType type: String) -> String? {
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
    if words[0] == "test", words.count > 1 { return nil }
    guard words.count > 2 else {
      return
        "Event type “\(type)” may clash with another one; begin it with “test.”, or with a reversed domain"
        + " name as in com.example.deploy.done."
    }
    return nil
  }

  /// What is wrong with it: a sentence; nil if it may be published.
  public var problem: String? {
    if let problem = Self.problem(ofType: type) { return problem }
    if let id, UUID(text: id) == nil { return "“\(id.prefix(40))” is not a UUID." }
    for (name, text) in [("subject", subject), ("standup", standup), ("meeting", meeting)] {
      guard let text else { continue }
      guard (1...Self.maxSubjectBytes).contains(text.utf8.count), !text.hasControlCharacters else {
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
