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
}

extension BusCommand {
  public var routingKey: String? { nil }
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
  public init() {}
}
