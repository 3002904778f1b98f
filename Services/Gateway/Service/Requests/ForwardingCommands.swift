import Bus
import Cells
import Foundation
import GatewayAPI
import WebServer

/// Forwards the commands of browsers to the bus.
extension Gateway {
  /// Time limit for a command, in milliseconds.
  static let commandMs = 15_000

  func command(_ target: String, _ request: WebRequest, _ visitor: Visitor) -> WebAnswer {
    if let refusal = tooMany(visitor)
      ?? refusal(of: target, to: visitor, isDecidedHere: request.query != nil)
    {
      return refusal
    }
    var options = CallOptions(
      timeoutMs: Self.commandMs, via: "gateway", principal: visitor.principal)
    let key: String?
    do {
      options.idempotencyKey = try ForeignCommand.idempotencyKey(
        request[WebParameter.idempotencyKey.rawValue],
        named: WebParameter.idempotencyKey.rawValue)
      key = try ForeignCommand.key(
        request[WebParameter.key.rawValue], named: WebParameter.key.rawValue)
    } catch {
      return refuse(error)
    }
    // An invalid header is ignored, so that the command is still executed, but without a trace.
    options.traceparent = request[WebParameter.traceparent.rawValue].flatMap { TraceParent($0) }
    let cell = request.query.map { $0.dropping("cell=").map(String.init) ?? "" }
    guard cell.map(CellMap.isName) ?? true else {
      return refuse(BusError(.invalid, "Invalid query; expected ?cell=NAME."))
    }
    return .read(most: WebRoute.command.traits.maxBytes) { body, reply in
      self.send(target, to: cell, body, key: key, options, answering: self.keep(reply))
    }
  }

  /// Sends a command and answers the request with its reply.
  ///
  /// - Parameter cell: the cell that executes the command; nil for this one.
  func send(
    _ target: String, to cell: String?, _ body: [UInt8], key: String?, _ options: CallOptions,
    answering number: Int
  ) {
    Task {
      do {
        let reply = try await request(
          target, of: cell, body: Data(body), key: key, options: options)
        answer(number, .json(200, [UInt8](reply)))
      } catch {
        answer(number, WebResponse.error(BusError(any: error)))
      }
    }
  }
}
