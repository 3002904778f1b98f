public import FastJSON
public import Schema

/// A command: a request to a service, answered by one reply or one error.
///
/// Commands, delegate messages and events are `Codable` values; their JSON is the body on the wire.
public protocol BusCommand: Codable, Sendable, Bounded {
  /// The type of the command's reply.
  associatedtype Reply: Codable & Sendable
  /// The wire name: the name of the service, a dot and a verb, such as `timer.start`.
  static var target: String { get }
  /// The id that determines which instance of a sharded service receives the command; nil if any
  /// instance may.
  var routingKey: String? { get }
  /// Permission, retries and errors of the command.
  static var traits: CommandTraits { get }
}

/// Permission, retries and errors of a command.
public struct CommandTraits: Codable, Hashable, Sendable {
  /// The permission that the command requires.
  public var access: CommandAccess
  /// The teams in which a person must have the permission. It matters only for commands that require
  /// `observer`, `member` or `admin`.
  public var teams: CommandTeams
  /// True if the reply is stored under the idempotency key for 24 hours, so that a repeated command
  /// returns the first reply.
  public var isStored: Bool
  /// True if the command begins new work or reads a lot, and can wait. Under load, the router
  /// rejects such commands first, as `busy`, and keeps its capacity for commands about work in
  /// progress.
  public var isDeferrable: Bool
  /// The codes of errors that the command may cause, in addition to those that any command may
  /// cause.
  public var errors: [BusError.Code]
  /// Description of the binary frames that follow the body; nil for a command without any.
  public var attachments: String?

  /// Declares the traits. The permission has no default, so that each command states its own.
  /// Default: a command that is executed again if it is repeated, and that a person may send only
  /// with the permission in every team.
  public init(
    access: CommandAccess, in teams: CommandTeams = .all, isStored: Bool = false,
    isDeferrable: Bool = false,
    errors: [BusError.Code] = [], attachments: String? = nil
  ) {
    self.access = access
    self.teams = teams
    self.isStored = isStored
    self.isDeferrable = isDeferrable
    self.errors = errors
    self.attachments = attachments
  }
}

extension CommandTraits {
  /// Permission and teams of the command.
  public var rule: CommandRule { CommandRule(access, in: teams) }
}

extension BusCommand {
  /// Nil: any instance of the service may answer.
  public var routingKey: String? { nil }
}

/// A command about a piece of work, whose id is the routing key.
public protocol KeyedCommand: BusCommand {
  /// The string form of an `OwnedID`.
  var id: String { get }
}

extension KeyedCommand {
  /// The id of the work, which routes the command to the instance that has it.
  public var routingKey: String? { id }
}

/// A delegate message: a service reports an event to the composition root, without knowing the
/// consequences.
///
/// The reply is sent when all consequences are durable.
public protocol DelegateMessage<Reply>: Codable, Sendable, Bounded {
  /// The reply of the composition root.
  associatedtype Reply: Codable & Sendable
  /// The wire name: the name of the service, a dot and the event, such as `timer.finished`. The
  /// name of a `SharedMessage` begins with another word.
  static var target: String { get }
  /// The codes of errors that the message may cause, in addition to those that any message may
  /// cause.
  static var errors: [BusError.Code] { get }
}

extension DelegateMessage {
  /// No specific error codes by default.
  public static var errors: [BusError.Code] { [] }
}

/// A delegate message that several services send, such as `store.changesDecided`. Each sender has a
/// binding of its own.
public protocol SharedMessage: DelegateMessage {}

/// The data of an event, in a form that other tools can read.
public protocol EventData: Codable, Sendable, Bounded {
  /// The CloudEvents type, such as `meeting.started`.
  static var type: String { get }
  /// Source and topic families of the event.
  static var traits: EventTraits { get }
}

/// An event whose data another service writes; the composition root provides its labels.
public protocol ForwardedEvent {
  /// The CloudEvents type, such as `meeting.tick`.
  static var type: String { get }
  /// The name of the type of the data, such as `TickData`.
  static var data: String { get }
  /// Source and topic families of the event.
  static var traits: EventTraits { get }
}

/// Source and topic families of an event.
public struct EventTraits: Codable, Hashable, Sendable {
  /// A topic family that selects the events of one standup, one meeting or one team.
  public enum Family: String, Codable, Sendable {
    /// `s/`: the events of a standup and its meetings.
    case standup = "s"
    /// `m/`: the events of a meeting.
    case meeting = "m"
    /// `g/`: the events of a team.
    case team = "g"
  }

  /// Meaning of the CloudEvents subject, such as “the meeting’s id”.
  public var subject: String
  /// The service that publishes the event. The CloudEvents source is `/standups/` and this name.
  public var source: String
  /// The topic families in which the event is published, in addition to `t/`, that of its type.
  public var families: [Family]
  /// True if the event is in the journal; false if only its current subscribers receive it.
  public var isDurable: Bool

  /// True if the event is published on the bus; false if only other programs receive it, such as
  /// those that a webhook posts to.
  public var isPublished: Bool

  /// Declares the traits. Default: a durable event that is published by type only.
  public init(
    subject: String, source: String, families: [Family] = [], isDurable: Bool = true,
    isPublished: Bool = true
  ) {
    self.subject = subject
    self.source = source
    self.families = families
    self.isDurable = isDurable
    self.isPublished = isPublished
  }
}

/// The empty object, `{}`: the command was executed, and there is nothing to return.
public struct Done: FastCodable, Hashable, Sendable {
  /// Creates the only value of this type.
  public init() {}
}

/// A delegate message about work that the composition root assigned; each piece of work has an
/// owner.
public protocol OwnedMessage: DelegateMessage {
  /// The id of the work as the composition root assigned it: the string form of an `OwnedID`.
  var id: String { get }
}

/// A delegate message with which a service requests its work, page by page.
public protocol WorkRequest: DelegateMessage where Reply: WorkPage {
  /// `next` of the previous page; nil requests the first page.
  var after: String? { get }
}

/// A page of a service's work.
public protocol WorkPage: Codable, Sendable {
  /// The `after` of the request for the next page; nil on the last page.
  var next: String? { get set }
  /// The owners that were skipped because they are unavailable. Their work may exist although it is
  /// not on the page.
  var away: [String]? { get set }
  /// A page without work.
  static var empty: Self { get }
}

/// The id of a piece of work that the composition root assigns to a service: the owner, and the
/// owner's name for it.
///
/// The service passes the id on unchanged. The owner determines which binding handles the service's
/// reports about the work.
///
/// ```swift
/// OwnedID("meeting", "81275fde-b449-40dd-8681-6517b2905368").description
/// // meeting/81275fde-b449-40dd-8681-6517b2905368
/// ```
public struct OwnedID: Hashable, Sendable, LosslessStringConvertible {
  /// The owner, such as `meeting`: lower-case letters.
  public let owner: String
  /// The owner's own name for the work.
  public let name: String

  /// Creates an id from two parts without checking them. The owner must have 1 to 32 lower-case
  /// letters, and the name must not be empty.
  public init(_ owner: String, _ name: String) {
    self.owner = owner
    self.name = name
  }

  /// Parses an id from the wire.
  ///
  /// - Returns: nil unless the string is `owner/name`, with an owner of 1 to 32 lower-case letters
  ///   and a name that is not empty.
  public init?(_ text: String) {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    let (owner, name) = (text[..<slash], text[text.index(after: slash)...])
    guard Self.isOwner(owner), !name.isEmpty else { return nil }
    self.init(String(owner), String(name))
  }

  /// Returns true for the form of an owner, and of the name of an outside service: 1 to 32
  /// lower-case letters.
  package static func isOwner(_ text: some StringProtocol) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  /// The owner of work that tools start for themselves.
  public static let tool = "tool"
  /// The owner of work that load testers start, so that they cannot touch the work of others.
  public static let load = "load"
  /// True if a tool or a load tester started the work, and not the composition root.
  public var isTools: Bool { owner == Self.tool || owner == Self.load }

  /// The id on the wire: `owner/name`.
  public var description: String { "\(owner)/\(name)" }
}
