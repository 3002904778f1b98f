import Bus
import Threads

/// Executes commands received over NATS, as a tool on the bus. A command must be allowed by both
/// the bridge's key and the command list.
final class CommandExecutor: Sendable {
  /// Maximum number of commands in progress.
  static let maxInProgress = 64

  private struct State {
    var inProgress = 0
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  let cell: String
  private let list: CommandList
  private let bus: any TargetCaller
  private let metrics: CommandMetrics
  private let state = Locked(State())

  /// Creates the executor of commands.
  ///
  /// - Parameters:
  ///   - cell: the first token of the subjects.
  ///   - list: the accepted commands.
  ///   - bus: the connection to the services.
  ///   - metrics: counts the outcomes.
  init(cell: String, list: CommandList, bus: any TargetCaller, metrics: CommandMetrics) {
    self.cell = cell
    self.list = list
    self.bus = bus
    self.metrics = metrics
  }

  /// Accepts a request on any thread, and returns immediately.
  ///
  /// - Parameter answer: sends the reply to a subject; called once, or never if the request has no
  ///   reply subject.
  func take(_ request: NATSRequest, answer: @escaping @Sendable (NATSReply, String) async -> Void) {
    // Drop a command without a reply subject, because its sender would not learn the outcome.
    guard let subject = request.reply else { return metrics.dropped() }
    let refusal = state.withLock { state -> BusError? in
      if state.isClosed { return BusError(.draining, "The bridge is shutting down; try again.") }
      guard state.inProgress < Self.maxInProgress else {
        return BusError(
          .busy, "\(Self.maxInProgress) commands are already in progress; try again.",
          retryAfterMs: 100)
      }
      state.inProgress += 1
      return nil
    }
    Task {
      let reply: NATSReply
      if let refusal { reply = NATSReply(refusal) } else { reply = await self.reply(to: request) }
      metrics.answered(reply.error)
      await answer(reply, subject)
      if refusal == nil { ended() }
    }
  }

  private func reply(to request: NATSRequest) async -> NATSReply {
    do {
      let command = try NATSCommand(request, cell: cell)
      guard list.allows(command.target) else {
        throw BusError(
          .denied, "“\(command.target)” is not allowed over NATS; see STANDUPS_NATS_COMMANDS.")
      }
      let reply = try await bus.request(
        command.target, body: command.body, attachments: [], key: command.key,
        options: command.options)
      return NATSReply([UInt8](reply))
    } catch {
      return NATSReply(BusError(any: error))
    }
  }

  private func ended() {
    let waiting = state.withLock { state in
      state.inProgress -= 1
      // Callers wait only after closing, when no further command is accepted.
      return state.inProgress == 0 ? state.waiting : []
    }
    for one in waiting { one.resume() }
  }

  /// Accepts no more commands, and returns once all commands in progress are answered.
  func close() async {
    await withCheckedContinuation { continuation in
      let isAtRest = state.withLock { state in
        state.isClosed = true
        if state.inProgress > 0 { state.waiting.append(continuation) }
        return state.inProgress == 0
      }
      if isAtRest { continuation.resume() }
    }
  }
}
