public import Bus
public import Foundation

/// A service connected to the bus.
public struct ServiceUp: EventData, Hashable {
  /// The CloudEvents type; the subject is the name of the service.
  public static let type = "service.up"
  /// The name that it gave in its hello, such as `timer`.
  public var service: String
  /// The instance that connected: a UUID that it chose when it started, in lower case on the wire
  /// (RFC 9562).
  @LowercaseUUID public var instance: UUID
  /// An event that tells of an instance whose hello the router took.
  public init(service: String, instance: UUID) {
    self.service = service
    self.instance = instance
  }
}

/// A service said goodbye.
public struct ServiceDown: EventData, Hashable {
  /// The CloudEvents type; the subject is the name of the service that leaves.
  public static let type = "service.down"
  /// The name of the service that left, such as `timer`; other instances of it may still be there.
  public var service: String
  /// The instance that said goodbye, as its `ServiceUp` named it.
  @LowercaseUUID public var instance: UUID
  /// An event that tells of an instance that left in good order.
  public init(service: String, instance: UUID) {
    self.service = service
    self.instance = instance
  }
}

/// A service was not heard of any more.
public struct ServiceLost: EventData, Hashable {
  /// The CloudEvents type; the subject is the name of the service that is missed.
  public static let type = "service.lost"
  /// The name of the lost service, such as `timer`; other instances of it may still be there.
  public var service: String
  /// The instance that was lost, as its `ServiceUp` named it; a new start brings another.
  @LowercaseUUID public var instance: UUID
  /// An event that tells of an instance that fell silent, or whose connection broke.
  public init(service: String, instance: UUID) {
    self.service = service
    self.instance = instance
  }
}

/// A delegate message has no binding.
public struct BusUnbound: EventData, Hashable {
  /// The CloudEvents type; the subject is the target of the message.
  public static let type = "bus.unbound"
  /// The name of the child that declared or sent the message.
  public var service: String
  /// The target of the delegate message, such as `timer.finished`.
  public var message: String
  /// Whether it was sent; otherwise it was only declared.
  public var wasSent: Bool
  /// An event that tells of a message for which the parent has no binding; a defect of the
  /// integration.
  public init(service: String, message: String, wasSent: Bool) {
    self.service = service
    self.message = message
    self.wasSent = wasSent
  }
}

/// A delegate call was put with the dead letters.
public struct BusDeadLetter: EventData, Hashable {
  /// The CloudEvents type; the subject is the target of the message.
  public static let type = "bus.deadLetter"
  /// The id of the letter, which is that of the message: a UUID in lower case, as `DeadLetters.id`
  /// takes it.
  public var id: String
  /// The name of the service that sent the message.
  public var service: String
  /// The target of the delegate message, or of the command that a binding caused.
  public var message: String
  /// The sentence of the error with which it was given up, cut after 1000 characters.
  public var reason: String
  /// An event that tells of a letter; it is written in one transaction with the letter.
  public init(id: String, service: String, message: String, reason: String) {
    self.id = id
    self.service = service
    self.message = message
    self.reason = reason
  }
}

/// A countdown that a tool had started for itself is over.
public struct CountdownEnded: EventData, Hashable {
  /// The CloudEvents type; the subject is the tool's name for the countdown.
  public static let type = "countdown.ended"
  /// The tool's own name for it: what follows `tool/` in its id.
  public var id: String
  /// How long it ran, in milliseconds.
  public var elapsedMs: Int64
  /// An event for the countdown `tool/<id>`.
  ///
  /// - Parameters:
  ///   - id: the name without `tool/`.
  ///   - elapsedMs: how long it ran, in milliseconds, without its pauses.
  public init(id: String, elapsedMs: Int64) {
    self.id = id
    self.elapsedMs = elapsedMs
  }
}

/// The types of the events that the router itself tells.
public enum RouterEvents {
  /// What the journal keeps.
  public static let durable = [
    ServiceUp.type, ServiceDown.type, ServiceLost.type, BusUnbound.type, BusDeadLetter.type,
    CountdownEnded.type,
  ]
}
