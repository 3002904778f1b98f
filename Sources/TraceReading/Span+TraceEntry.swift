import Bus
import MessageTrace
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
  init?(_ entry: TraceEntry, wallOffsetNs: Int64) {
    guard let answer = entry.answer else { return nil }
    let startNs = entry.steadyUs &* 1000 &+ wallOffsetNs
    let isReached = entry.to != nil
    self.init(
      participant: entry.to ?? TraceEntry.routerName, trace: entry.trace, id: SpanID(entry.id),
      parent: Self.parent(of: entry),
      // A message without a receiver can have any name, which a span must not adopt.
      name: isReached ? entry.target : "unroutable", startNs: startNs,
      endNs: max(startNs, answer.steadyUs &* 1000 &+ wallOffsetNs),
      attributes: Self.attributes(of: entry, isReached: isReached, answer.code),
      isFailed: answer.code.map(Self.isFailure) ?? false)
  }

  private static func parent(of entry: TraceEntry) -> SpanID? {
    let isTools = entry.from == TraceEntry.toolName
    guard let given = entry.traceparent, isTools || entry.cause == nil else {
      return entry.cause.map { SpanID($0) }
    }
    // A tool that begins a trace sends the span of its own command.
    return given.span == SpanID(entry.id) ? nil : given.span
  }

  private static func attributes(
    of entry: TraceEntry, isReached: Bool, _ code: BusError.Code?
  ) -> [SpanAttribute] {
    var attributes = [
      SpanAttribute("rpc.system.name", "standups"),
      SpanAttribute("rpc.method", isReached ? entry.target : "_OTHER"),
      SpanAttribute("rpc.response.status_code", code?.rawValue ?? "ok"),
      SpanAttribute("messaging.message.id", entry.id.lowercaseText),
      SpanAttribute("messaging.message.conversation_id", entry.correlation.lowercaseText),
      SpanAttribute("standups.kind", entry.kind == .delegate ? "delegate" : "command"),
      SpanAttribute("standups.from", entry.from),
    ]
    if !isReached { attributes.append(SpanAttribute("rpc.method_original", entry.target)) }
    if let code { attributes.append(SpanAttribute("error.type", code.rawValue)) }
    if entry.attempt > 1 {
      attributes.append(SpanAttribute("standups.attempt", Int64(entry.attempt)))
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

extension TraceEntry {
  /// Trace of the message: the received one, or one derived from its correlation id.
  var trace: TraceID { traceparent?.trace ?? TraceID(correlation) }
}
