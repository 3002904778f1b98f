import Bus
import BusRouter
import OTLP

extension Span {
  /// The span of a message that was answered, from what its head said.
  ///
  /// Its id follows from the message's, and its parent from the id of what led to it; of what a tool sent, the parent is the
  /// span that the tool named. Its trace is the one that came with it, or else called as the command that began it all.
  ///
  /// - Parameter wallOffsetNs: what a moment of the steady clock is less than the same of the wall clock.
  /// - Returns: nil while there is no answer.
  init?(_ flight: Flight, wallOffsetNs: Int64) {
    guard let answer = flight.answer else { return nil }
    let startNs = flight.steadyUs &* 1000 &+ wallOffsetNs
    let isReached = flight.to != nil
    self.init(
      participant: flight.to ?? RouterCore.ownName, trace: flight.trace, id: SpanID(flight.id),
      parent: Self.parent(of: flight),
      // What nobody answers can be called anything.
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
    // A tool that begins a trace names the span of its own command.
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

  /// Whether an error is its service's fault, and not its asker's: RPC's conventions mark only those.
  private static func isFailure(_ code: BusError.Code) -> Bool {
    switch code {
    case .internal, .unavailable, .expired, .unbound: true
    default: false
    }
  }
}

extension Flight {
  /// The trace that it belongs to.
  var trace: TraceID { traceparent?.trace ?? TraceID(correlation) }
}
