public import Bus
public import Foundation
import MessageTrace
public import RouterConnections
public import ZeroMQ

/// An effect that the router's core requests.
public enum RouterEffect: Sendable {
  /// Send the message; if the peer is gone, call `unreachable`.
  case send(ConnectionID, Message)
  /// The reply to a command that the composition root sent.
  case parentReply(Envelope)
  /// A delegate call for a binding; `answerDelegate` receives the reply.
  case delegate(DelegateCall)
  /// A command for the router itself; `answer` receives the reply.
  case local(LocalCommand)
  /// Handle this message again after the preceding effects.
  case again(ConnectionID, Message)
  /// An event for operators and subscribers.
  case notice(RouterNotice)
}

/// A delegate call on its way to a binding.
public struct DelegateCall: Sendable {
  /// The connection on which the service sent the call.
  public var from: ConnectionID
  /// The name of the calling service.
  public var service: String
  /// The run of the calling service.
  public var instance: UUID
  /// The `DLG` as received.
  public var envelope: Envelope
  var traceNumber: TraceNumber?
}

/// A command that the router answers itself.
public struct LocalCommand: Sendable {
  /// The connection of the sender; `parent` for a binding.
  public var from: ConnectionID
  /// Name of the registered service that sent it; nil for a tool and for a binding.
  public var sender: String?
  /// The `CMD` as received; its target begins with `router.`, `events.` or `archive.`.
  public var envelope: Envelope
  var traceNumber: TraceNumber?
}

/// An event of the bus.
public enum RouterNotice: Hashable, Sendable {
  /// The router accepted a registration; the instance receives work from now on.
  case serviceUp(service: String, instance: UUID)
  /// The instance sent its last `BYE`.
  case serviceDown(service: String, instance: UUID)
  /// The instance was silent for too long, or its connection was lost.
  case serviceLost(service: String, instance: UUID)
  /// A service declared a delegate message that no binding handles, or sent it.
  case unbound(service: String, message: String, wasSent: Bool)
  /// A delegate call that no binding handles, or whose binding failed permanently.
  case deadLetter(Letter)
  /// The router rejected a message that its sender's key does not permit; the fingerprint is that
  /// of the key.
  case denied(fingerprint: String, reason: String)

  /// A dead-letter message: a delegate call that had no effect.
  public struct Letter: Hashable, Sendable {
    /// The name of the sending service.
    public var service: String
    /// The target of the message, such as `timer.finished`.
    public var message: String
    /// The id of the message, from its header.
    public var id: UUID
    /// Correlation id: the id of the command that the message ultimately results from; nil if the
    /// header has none.
    public var correlation: UUID?
    /// The actor on whose behalf the message was sent; nil if the header has none.
    public var by: String?
    /// Number of the attempt, from 1, as its sender counts.
    public var attempts: Int
    /// Body of the message: JSON in UTF-8.
    public var body: Data
    /// The error that the sender received.
    public var error: BusError
  }
}
