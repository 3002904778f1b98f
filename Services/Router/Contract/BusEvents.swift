public import Bus
public import Foundation
public import Schema

/// A service registered with the router.
public struct ServiceUp: EventData, Hashable {
  public static let type = "service.up"
  public static let traits = EventTraits(subject: "the service’s name", source: "router")
  /// Name of the service, such as `timer`.
  public var service: String
  /// Id of the instance that registered: a UUID that it chose at its start, in lower case on the
  /// wire (RFC 9562).
  @LowercaseUUID public var instance: UUID
  /// Creates the event for an instance whose registration the router accepted.
  public init(service: String, instance: UUID) {
    self.service = service
    self.instance = instance
  }
}

/// A service left the bus in good order.
public struct ServiceDown: EventData, Hashable {
  public static let type = "service.down"
  public static let traits = EventTraits(subject: "the service’s name", source: "router")
  /// Name of the service, such as `timer`. Other instances of it may still be connected.
  public var service: String
  /// Id of the instance that left, as in its `service.up`.
  @LowercaseUUID public var instance: UUID
  /// Creates the event for an instance that left in good order.
  public init(service: String, instance: UUID) {
    self.service = service
    self.instance = instance
  }
}

/// The connection to a service was lost.
public struct ServiceLost: EventData, Hashable {
  public static let type = "service.lost"
  public static let traits = EventTraits(subject: "the service’s name", source: "router")
  /// Name of the service, such as `timer`. Other instances of it may still be connected.
  public var service: String
  /// Id of the lost instance, as in its `service.up`. It has another id after a restart.
  @LowercaseUUID public var instance: UUID
  /// Creates the event for an instance that stopped sending heartbeats or lost its connection.
  public init(service: String, instance: UUID) {
    self.service = service
    self.instance = instance
  }
}

/// A delegate message has no binding.
public struct BusUnbound: EventData, Hashable {
  public static let type = "bus.unbound"
  public static let traits = EventTraits(subject: "the message’s target", source: "router")
  /// Name of the service that declared or sent the message.
  public var service: String
  /// Target of the delegate message, such as `timer.finished`.
  public var message: String
  /// True if the message was sent; false if it was only declared.
  public var wasSent: Bool
  /// Creates the event for a message without a binding, which is a defect of the router's
  /// integration.
  public init(service: String, message: String, wasSent: Bool) {
    self.service = service
    self.message = message
    self.wasSent = wasSent
  }
}

/// A delegate call was added to the dead-letter queue.
public struct BusDeadLetter: EventData, Hashable {
  public static let type = "bus.deadLetter"
  public static let traits = EventTraits(subject: "the message’s target", source: "router")
  /// Id of the dead-letter message, which is that of the delegate call: a UUID in lower case, as
  /// `router.deadLetters` accepts it.
  public var id: String
  /// Name of the service that sent the message.
  public var service: String
  /// Target of the delegate message, or of the command that its binding caused.
  public var message: String
  /// Message of the error that ended the attempts, cut to 1000 characters.
  public var reason: String
  public static let bounds: MemberBounds<Self> = [\.id: .uuid]
  /// Creates the event, which is written in one transaction with the dead-letter message.
  public init(id: String, service: String, message: String, reason: String) {
    self.id = id
    self.service = service
    self.message = message
    self.reason = reason
  }
}

/// The time of a countdown is up that a tool had started for itself.
public struct CountdownEnded: EventData, Hashable {
  public static let type = "countdown.ended"
  public static let traits = EventTraits(subject: "the same name", source: "router")
  /// Tool's own name for the countdown: the part of its id after `tool/`.
  public var id: String
  /// Elapsed time of the countdown, in milliseconds.
  public var elapsedMs: Int64
  public static let bounds: MemberBounds<Self> = [\.id: .notEmpty]
  /// Creates the event for the countdown `tool/<id>`.
  ///
  /// - Parameters:
  ///   - id: the name without `tool/`.
  ///   - elapsedMs: elapsed time in milliseconds, without pauses.
  public init(id: String, elapsedMs: Int64) {
    self.id = id
    self.elapsedMs = elapsedMs
  }
}
