public import Bus
public import Foundation

/// One command or delegate call that went through the router, and its answer: what their heads say,
/// and never what their bodies say.
public struct Flight: Hashable, Sendable {
  /// The id of the message.
  public var id: UUID
  /// The id of the command that began it all; its own if it is that one.
  public var correlation: UUID
  /// The id of the message that led to it.
  public var cause: UUID?
  /// The trace of somebody else's that it belongs to.
  public var traceparent: TraceParent?
  /// `CMD` or `DLG`.
  public var kind: Kind
  /// What it asked for or told, such as `timer.start`.
  public var target: String
  /// The service that sent it, `tool`, or `router` for a binding.
  public var from: String
  /// The service that got it, or `router`; nil while it waits for one, or if it was refused before.
  public var to: String?
  /// Which attempt it was, from 1.
  public var attempt: Int
  /// When the router got it, in milliseconds since 1970.
  public var wallMs: Int64
  /// The same in microseconds of a clock that never steps.
  public var steadyUs: Int64
  /// The reply's end; nil while there is none.
  public var answer: Answer?

  /// A `FIN` or an `ERR`.
  public struct Answer: Hashable, Sendable {
    /// The id of the answer's own message.
    public var id: UUID
    /// The code of an `ERR`; nil for a `FIN`.
    public var code: BusError.Code?
    /// When it left the router, in microseconds of the steady clock.
    public var steadyUs: Int64
  }
}

/// Where a flight is in the recorder: the first one ever is 0.
public typealias FlightNumber = Int
