public import Bus
public import FastJSON
public import Foundation
import ServiceCatalog

/// Publishes events of other tools, for tests or to tell what happened elsewhere.
///
/// They go through the journal like any other, all of one command in one transaction, and out when they
/// are on disk; ephemeral ones go out at once. A command that is repeated under its idempotency key
/// publishes nothing twice, and gets the same events.
public struct PublishEvents: BusCommand, Hashable {
  public static let target = "events.publish"
  /// The most events of one command.
  public static let mostEvents = 1000
  /// From 1 to 1000, in order.
  public var events: [EventDraft]
  /// Whether they are not kept.
  public var isEphemeral: Bool?
  public init(events: [EventDraft], isEphemeral: Bool? = nil) {
    self.events = events
    self.isEphemeral = isEphemeral
  }

  public struct Reply: Codable, Hashable, Sendable {
    public var events: [PublishedEvent]
    /// Names the journal; nil for ephemeral events.
    public var epoch: String?
    public init(events: [PublishedEvent], epoch: String? = nil) {
      self.events = events
      self.epoch = epoch
    }
  }
}

/// Where an event is that was published.
public struct PublishedEvent: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var type: String
  public var time: Date
  /// Its place in the journal; nil for an ephemeral event.
  public var sequence: Int64?
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
  public static let mostTypeBytes = 128
  /// The most bytes of a subject or a view.
  public static let mostSubjectBytes = 256

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
    guard isPlain, type.utf8.count <= mostTypeBytes else {
      return "A type is words of letters, digits, “-” and “_” with dots between them, at most"
        + " \(mostTypeBytes) bytes."
    }
    if reserved.contains(words[0].lowercased()) {
      return "“\(words[0]).” is for the services' own events; begin the type with “test.”."
    }
    if words[0] == "test", words.count > 1 { return nil }
    guard words.count > 2 else {
      return
        "“\(type)” could be anybody's: begin the type with “test.”, or with a domain backwards as"
        + " in com.example.deploy.done."
    }
    return nil
  }

  /// What is wrong with it: a sentence; nil if it may be published.
  public var problem: String? {
    if let problem = Self.problem(ofType: type) { return problem }
    if let id, UUID(uuidString: id) == nil { return "“\(id.prefix(40))” is not a UUID." }
    for (name, text) in [("subject", subject), ("standup", standup), ("meeting", meeting)] {
      guard let text else { continue }
      let isPrintable = !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
      guard isPrintable, (1...Self.mostSubjectBytes).contains(text.utf8.count) else {
        return
          "The \(name) has from 1 to \(Self.mostSubjectBytes) bytes, and no control characters."
      }
    }
    if let data {
      guard data.isObject else { return "The data of an event is a JSON object." }
    }
    return nil
  }
}
