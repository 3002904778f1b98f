/// A command: a request to a service, answered by one reply or one error.
///
/// Commands, delegate messages and events are `Codable` values; their JSON is the body on the wire.
public protocol BusCommand: Codable, Sendable {
  /// What the command is answered with.
  associatedtype Reply: Codable & Sendable
  /// The name on the wire: the service's word, a dot and a verb, such as `timer.start`.
  static var target: String { get }
  /// The id whose owner must be asked where several instances share a service's work; nil if any may.
  var routingKey: String? { get }
  /// Whether it begins something new, which can come a little later: where much is to be done, the router
  /// refuses it first, as `busy`, and keeps the room for what belongs to something that runs.
  static var isDeferrable: Bool { get }
  /// Whether it changes nothing, and tells only what may be known to those who follow the events: then keys
  /// with the role of an observer may send it.
  static var isForObservers: Bool { get }
}

extension BusCommand {
  /// False: it is taken as long as there is room.
  public static var isDeferrable: Bool { false }

  /// False: observers may not send it.
  public static var isForObservers: Bool { false }

  /// Nil: any instance of the service may answer.
  public var routingKey: String? { nil }
}

/// A command about a piece of work, whose id is the routing key.
public protocol KeyedCommand: BusCommand {
  /// An `OwnedID` as text.
  var id: String { get }
}

extension KeyedCommand {
  /// The id of the work, so that the instance which has it is asked.
  public var routingKey: String? { id }
}

/// A delegate call: a child tells its parent what happened, and knows nothing of what it causes.
///
/// It is answered when all that it causes is durable.
public protocol DelegateMessage<Reply>: Codable, Sendable {
  /// What the parent hands back.
  associatedtype Reply: Codable & Sendable
  /// The name on the wire: the child's word, a dot and what happened, such as `timer.finished`.
  static var target: String { get }
}

/// The data of an event, as other tools see it.
public protocol EventData: Codable, Sendable {
  /// The CloudEvents type, such as `meeting.started`.
  static var type: String { get }
}

/// The reply that says only that it was done: `{}`.
public struct Done: Codable, Hashable, Sendable {
  /// The only value there is.
  public init() {}
}

/// A delegate call about work that the parent handed out, of which each piece has an owner.
public protocol OwnedMessage: DelegateMessage {
  /// What it is about, as the parent named it: an `OwnedID` as text.
  var id: String { get }
}

/// A delegate call with which a child asks for its work, a page at a time.
public protocol WorkRequest: DelegateMessage where Reply: WorkPage {
  /// The `next` of the page before; nil asks for the first.
  var after: String? { get }
}

/// A page of a child's work.
public protocol WorkPage: Codable, Sendable {
  /// Pass it as `after` for the next page; nil on the last.
  var next: String? { get set }
  /// The owners that were passed over, as they are away: that their work is not named says nothing.
  var away: [String]? { get set }
  /// A page without work.
  static var empty: Self { get }
}

/// The id of a piece of work that the parent hands to a child: whose it is, and how its owner calls it.
///
/// The child carries it as it is. When it tells of the work, the owner decides which binding hears it.
///
/// ```swift
/// OwnedID("meeting", "81275fde-b449-40dd-8681-6517b2905368").description
/// // meeting/81275fde-b449-40dd-8681-6517b2905368
/// ```
public struct OwnedID: Hashable, Sendable, LosslessStringConvertible {
  /// Such as `meeting`: small letters.
  public let owner: String
  /// The owner's own id for it.
  public let name: String

  /// An id of two parts that are taken as they are: for an owner of 1 to 32 small letters, and a
  /// name that is not empty.
  public init(_ owner: String, _ name: String) {
    self.owner = owner
    self.name = name
  }

  /// Reads an id from the wire.
  ///
  /// - Returns: nil unless the text is `owner/name`, the owner of 1 to 32 small letters, the name not
  ///   empty.
  public init?(_ text: String) {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    let (owner, name) = (text[..<slash], text[text.index(after: slash)...])
    guard (1...32).contains(owner.utf8.count), !name.isEmpty,
      owner.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return nil }
    self.init(String(owner), String(name))
  }

  /// The owner of what tools start for themselves.
  public static let tool = "tool"
  /// The owner of what load testers start, so that they can touch nobody else's.
  public static let load = "load"
  /// Whether it is work that somebody started for themselves, and not the parent.
  public var isTools: Bool { owner == Self.tool || owner == Self.load }

  /// The id as it goes over the wire: `owner/name`.
  public var description: String { "\(owner)/\(name)" }
}
