import Bus
import BusRouter
import OTLP

extension Span {
  /// Span of a message that has been answered, from the header of the message.
  ///
  /// The span id is derived from the message id, the parent from the id of the cause; for a message
  /// of a tool, the parent is the span that the tool sent. The trace is the one received with the
  /// message, or else derived from the id of the command at the root.
  ///
  /// - Parameter wallOffsetNs: offset to add to the monotonic clock for wall time, in nanoseconds.
  /// - Returns: nil while the answer is missing.
  init?(_ flight: Flight, wallOffsetNs: Int64) {
    guard let answer = flight.answer else { return nil }
    let startNs = flight.steadyUs &* 1000 &+ wallOffsetNs
    let isReached = flight.to != nil
    self.init(
      participant: flight.to ?? RouterCore.ownName, trace: flight.trace, id: SpanID(flight.id),
      parent: Self.parent(of: flight),
      // A message without a receiver can have any name, which a span must not adopt.
      name: isReached ? flight.target : "unroutable", startNs: startNs,
      endNs: max(startNs, answer.steadyUs &* 1000 &+ wallOffsetNs),
      attributes: Self.attributes(of: flight, isReached: isReached, answer.code),
      isFailed: answer.code.map(Self.isFailure) ?? false)
  }

  private static func parent(of flight: Flight) -> SpanID? {
    let isTools = flight.from == RouterCore.toolName
    guard let given = flight.traceparent, isTools || flight.cause == nil else {
      return flight.cause.map { SpanID($0) }
    }
    // A tool that begins a trace sends the span of its own command.
    return given.span == SpanID(flight.id) ? nil : given.span
  }

  private static func attributes(
    of flight: Flight, isReached: Bool, _ code: BusError.Code?
  ) -> [SpanAttribute] {
    var attributes = [
      SpanAttribute("rpc.system.name", "standups"),
      SpanAttribute("rpc.method", isReached ? flight.target : "_OTHER"),
      SpanAttribute("rpc.response.status_code", code?.rawValue ?? "ok"),
      SpanAttribute("messaging.message.id", flight.id.lowercaseText),
      SpanAttribute("messaging.message.conversation_id", flight.correlation.lowercaseText),
      SpanAttribute("standups.kind", flight.kind == .delegate ? "delegate" : "command"),
      SpanAttribute("standups.from", flight.from),
    ]
    if !isReached { attributes.append(SpanAttribute("rpc.method_original", flight.target)) }
    if let code { attributes.append(SpanAttribute("error.type", code.rawValue)) }
    if flight.attempt > 1 {
      attributes.append(SpanAttribute("standups.attempt", Int64(flight.attempt)))
    }
    return attributes
  }

  /// True if an error is the fault of the service rather than the caller; OpenTelemetry's RPC
  /// conventions mark only those as failed.
  private static func isFailure(_ code: BusError.Code) -> Bool {
    switch code {
    case .internal, .unavailable, .expired, .unbound: true
    default: false
    }
  }
}

extension Flight {
  /// Trace of the message: the received one, or one derived from its correlation id.
  var trace: TraceID { traceparent?.trace ?? TraceID(correlation) }
}
