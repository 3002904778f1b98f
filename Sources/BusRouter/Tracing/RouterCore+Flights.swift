import Bus
import Foundation
import ZeroMQ

extension RouterCore {
  /// Records a command or a delegate call.
  mutating func note(_ head: Head, from: ConnectionID, now: BusTime) -> FlightNumber? {
    let sender = from == .parent ? Self.ownName : instances[from]?.manifest.service
    return recorder.note(
      Flight(
        id: head.header.id, correlation: head.header.corr ?? head.header.id,
        cause: head.header.cause, traceparent: head.header.traceparent, kind: head.kind,
        target: head.target,
        from: sender ?? Self.toolName, attempt: head.header.attempt ?? 1, wallMs: now.wallMs,
        steadyUs: now.steadyUs))
  }

  /// Records a reply that passes the router.
  mutating func noteAnswer(_ message: Message, _ head: Head, of number: FlightNumber?) {
    guard number != nil else { return }
    switch head.kind {
    case .final: recorder.answered(number, by: head.header.id, nil, atUs: nowUs)
    default:
      let code = message.count > 1 ? ErrorCodeScanner.code(in: message[1]) : nil
      recorder.answered(number, by: head.header.id, code ?? .internal, atUs: nowUs)
    }
  }

  /// Name of the router and its bindings in a trace.
  package static let ownName = "router"
  /// Name of a connection that is not a service.
  package static let toolName = "tool"
}

/// Finds the code in the body of an `ERR`, whose format is defined by the bus and not by a service.
enum ErrorCodeScanner {
  private static let name = Array("\"code\"".utf8)
  private static let maxBytes = 32

  /// - Returns: nil if the body has no valid code.
  static func code(in body: Frame) -> BusError.Code? {
    body.withUnsafeBytes { bytes in
      guard let start = bytes.firstRange(of: name)?.upperBound else { return nil }
      let rest = bytes[start...].drop { $0 == 0x20 || $0 == UInt8(ascii: ":") }
      guard rest.first == UInt8(ascii: "\"") else { return nil }
      let text = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
      let isWord = text.allSatisfy {
        $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
      }
      guard isWord, !text.isEmpty, text.count <= maxBytes else { return nil }
      return BusError.Code(rawValue: String(decoding: text, as: UTF8.self))
    }
  }
}
