public import Bus
public import Foundation

/// A service connected to the bus.
public struct ServiceUp: EventData, Hashable {
  public static let type = "service.up"
  public var service: String
  @LowercaseUUID public var instance: UUID
  public init(service: String, instance: UUID) {
    self.service = service
    self.instance = instance
  }
}

/// A service said goodbye.
public struct ServiceDown: EventData, Hashable {
  public static let type = "service.down"
  public var service: String
  @LowercaseUUID public var instance: UUID
  public init(service: String, instance: UUID) {
    self.service = service
    self.instance = instance
  }
}

/// A service was not heard of any more.
public struct ServiceLost: EventData, Hashable {
  public static let type = "service.lost"
  public var service: String
  @LowercaseUUID public var instance: UUID
  public init(service: String, instance: UUID) {
    self.service = service
    self.instance = instance
  }
}

/// A delegate message has no binding.
public struct BusUnbound: EventData, Hashable {
  public static let type = "bus.unbound"
  public var service: String
  public var message: String
  /// Whether it was sent; otherwise it was only declared.
  public var wasSent: Bool
  public init(service: String, message: String, wasSent: Bool) {
    self.service = service
    self.message = message
    self.wasSent = wasSent
  }
}

/// A delegate call was put with the dead letters.
public struct BusDeadLetter: EventData, Hashable {
  public static let type = "bus.deadLetter"
  public var id: String
  public var service: String
  public var message: String
  public var reason: String
  public init(id: String, service: String, message: String, reason: String) {
    self.id = id
    self.service = service
    self.message = message
    self.reason = reason
  }
}

/// A countdown that a tool had started for itself is over.
public struct CountdownEnded: EventData, Hashable {
  public static let type = "countdown.ended"
  /// The tool's own name for it: what follows `tool/` in its id.
  public var id: String
  /// How long it ran, in milliseconds.
  public var elapsedMs: Int64
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
