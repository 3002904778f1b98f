import Bus
import Foundation
import MessageTrace
import RouterConnections
import ZeroMQ

extension RouterCore {
  /// Records a command or a delegate call.
  mutating func note(_ head: Head, from: ConnectionID, now: BusTime) -> TraceNumber? {
    let sender = from == .parent ? TraceEntry.routerName : instances[from]?.manifest.service
    return traceRing.note(
      TraceEntry(
        id: head.header.id, correlation: head.header.corr ?? head.header.id,
        cause: head.header.cause, traceparent: head.header.traceparent,
        by: head.header.by, kind: head.kind, target: head.target,
        from: sender ?? TraceEntry.toolName, attempt: head.header.attempt ?? 1, wallMs: now.wallMs,
        steadyUs: now.steadyUs))
  }

  /// Records a reply that passes the router.
  mutating func noteAnswer(_ message: Message, _ head: Head, of number: TraceNumber?) {
    guard number != nil else { return }
    switch head.kind {
    case .final: traceRing.answered(number, by: head.header.id, nil, atUs: nowUs)
    default:
      let code = message.count > 1 ? ErrorCodeScanner.code(in: message[1]) : nil
      traceRing.answered(number, by: head.header.id, code ?? .internal, atUs: nowUs)
    }
  }
}
