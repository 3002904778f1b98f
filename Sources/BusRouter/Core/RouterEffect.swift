public import Bus
public import Foundation
public import ZeroMQ

/// What the router's core wants done.
public enum RouterEffect: Sendable {
  /// Send it; if the peer is gone, tell `unreachable`.
  case send(ConnectionID, Message)
  /// A reply to a command that the parent sent.
  case parentReply(Envelope)
  /// A delegate call for a binding; its answer goes through `answerDelegate`.
  case delegate(DelegateCall)
  /// A command for the router itself; its answer goes through `answer`.
  case local(LocalCommand)
  /// Take this message again after what came before is done.
  case again(ConnectionID, Message)
  /// Something to tell operators and subscribers.
  case notice(RouterNotice)
}

/// A delegate call on its way to a binding.
public struct DelegateCall: Sendable {
  /// The connection over which the service sent it.
  public var from: ConnectionID
  /// The name of the service that calls.
  public var service: String
  /// The run of that service.
  public var instance: UUID
  /// The `DLG` as it came.
  public var envelope: Envelope
  var flight: FlightNumber?
}

/// A command that the router answers itself.
public struct LocalCommand: Sendable {
  /// Whose command it is; `parent` for a binding's.
  public var from: ConnectionID
  /// The `CMD` as it came; its target begins with `router.` or `events.`.
  public var envelope: Envelope
  var flight: FlightNumber?
}

/// What happened to the bus.
public enum RouterNotice: Hashable, Sendable {
  /// A hello was taken, and the instance gets work from now on.
  case serviceUp(service: String, instance: UUID)
  /// It said goodbye.
  case serviceDown(service: String, instance: UUID)
  /// It was not heard of, or its connection broke.
  case serviceLost(service: String, instance: UUID)
  /// A service may send a delegate message that no binding handles; or sent it.
  case unbound(service: String, message: String, wasSent: Bool)
  /// A delegate call that no binding handles, or whose binding failed for good.
  case deadLetter(Letter)
  /// A message that its sender's key does not allow was refused; the fingerprint is the key's.
  case denied(fingerprint: String, reason: String)

  /// A delegate call that had no effect.
  public struct Letter: Hashable, Sendable {
    /// The name of the service that sent it.
    public var service: String
    /// The target of the message, such as `timer.finished`.
    public var message: String
    /// The id of the message, from its header.
    public var id: UUID
    /// The id of the command that began it all; nil if the header named none.
    public var correlation: UUID?
    /// Which attempt it was, from 1, as its sender counted.
    public var attempts: Int
    /// JSON.
    public var body: Data
    /// What it was answered with.
    public var error: BusError
  }
}
