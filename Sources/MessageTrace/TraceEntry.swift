public import Bus
public import Foundation

/// A trace entry: one command or delegate call that passed the router, and its reply. It has the
/// content of their heads, never of their bodies.
public struct TraceEntry: Hashable, Sendable {
  /// The id of the message.
  public var id: UUID
  /// Correlation id: the id of the command that the message ultimately results from; its own id if
  /// it is that command.
  public var correlation: UUID
  /// The id of the message that caused it.
  public var cause: UUID?
  /// The external trace that it belongs to.
  public var traceparent: TraceParent?
  /// The actor on whose behalf it was sent; nil for the user of the machine.
  public var by: String?
  /// Kind of the message: `CMD` or `DLG`.
  public var kind: Kind
  /// The target of the command or delegate message, such as `timer.start`.
  public var target: String
  /// The service that sent it, `tool`, or `router` for a binding.
  public var from: String
  /// The service that received it, or `router`; nil while it waits for a service, or if it was
  /// rejected before.
  public var to: String?
  /// Number of the attempt, from 1.
  public var attempt: Int
  /// Time of arrival at the router, in milliseconds since 1970.
  public var wallMs: Int64
  /// Time of arrival in microseconds of a monotonic clock.
  public var steadyUs: Int64
  /// The reply; nil until it is sent.
  public var answer: Answer?

  /// Name of the router and its bindings.
  @inlinable package static var routerName: String { "router" }
  /// Name of a connection that is not a service.
  @inlinable package static var toolName: String { "tool" }

  /// Creates an entry of a message without a reply.
  ///
  /// Inlined, like the recording: the router creates an entry for every command.
  @inlinable package init(
    id: UUID, correlation: UUID, cause: UUID? = nil, traceparent: TraceParent? = nil,
    by: String? = nil, kind: Kind, target: String, from: String, to: String? = nil, attempt: Int,
    wallMs: Int64, steadyUs: Int64, answer: Answer? = nil
  ) {
    self.id = id
    self.correlation = correlation
    self.cause = cause
    self.traceparent = traceparent
    self.by = by
    self.kind = kind
    self.target = target
    self.from = from
    self.to = to
    self.attempt = attempt
    self.wallMs = wallMs
    self.steadyUs = steadyUs
    self.answer = answer
  }

  /// A `FIN` or an `ERR`.
  public struct Answer: Hashable, Sendable {
    /// The id of the reply message.
    public var id: UUID
    /// The code of an `ERR`; nil for a `FIN`.
    public var code: BusError.Code?
    /// Time at which the router sent the reply, in microseconds of the monotonic clock.
    public var steadyUs: Int64

    @inlinable package init(id: UUID, code: BusError.Code?, steadyUs: Int64) {
      self.id = id
      self.code = code
      self.steadyUs = steadyUs
    }
  }
}

/// Number of a trace entry; the first one ever is 0.
public typealias TraceNumber = Int
