import AssistantTools
import Bus
import Threads

/// The bus for one message of an assistant, with the permissions of the visitor who sends it.
struct VisitorBus: AssistantBus {
  let gateway: Gateway
  let visitor: Visitor
  /// Number of the reply that the visitor is waiting for.
  let reply: Int
  /// Trace to which the message belongs.
  let traceparent: TraceParent?
  /// True once a command was sent. The message itself counts as the first one.
  private let hasSent = Locked(false)

  init(gateway: Gateway, visitor: Visitor, reply: Int, traceparent: TraceParent?) {
    self.gateway = gateway
    self.visitor = visitor
    self.reply = reply
    self.traceparent = traceparent
  }

  func send<Command: BusCommand>(
    _ command: Command, idempotencyKey: String?
  ) async throws -> Command.Reply {
    let isFirst = hasSent.withLock { hasSent in
      defer { hasSent = true }
      return !hasSent
    }
    return try await gateway.send(command, idempotencyKey, for: self, isCounted: isFirst)
  }
}

extension Gateway {
  /// Sends a command of an assistant in the same way as one of a browser.
  ///
  /// Commands beyond the rate limit of the visitor wait, because the visitor sends one message for
  /// several of them.
  ///
  /// - Parameter isCounted: true if the command has already been counted.
  /// - Throws: `BusError`: `denied` if the visitor may not send the command, or is no longer logged
  ///   in; `expired` if the visitor has disconnected; the error of the reply.
  func send<Command: BusCommand>(
    _ command: Command, _ idempotencyKey: String?, for bus: VisitorBus, isCounted: Bool
  ) async throws -> Command.Reply {
    let visitor = bus.visitor
    if let denial = denial(of: Command.target, to: visitor, isDecidedHere: false) { throw denial }
    while !isCounted, let waitMs = commands.take(visitor.session, at: uptimeMs) {
      // Sleeps because the bucket of the visitor fills with time.
      try await Task.sleep(for: .milliseconds(waitMs))
    }
    try checkSession(of: visitor)
    guard isWanted(bus.reply) else { throw BusError(.expired, "The client has disconnected.") }
    return try await self.bus.send(
      command,
      options: CallOptions(
        timeoutMs: Self.commandMs, idempotencyKey: idempotencyKey, traceparent: bus.traceparent,
        via: "gateway", principal: visitor.principal))
  }
}
