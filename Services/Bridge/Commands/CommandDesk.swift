import Bus
import Threads

/// Does what is asked for over NATS, as a tool on the bus: what its key may do, and the list allows.
final class CommandDesk: Sendable {
  /// How many commands are under way at most.
  static let most = 64

  private struct State {
    var underWay = 0
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  let cell: String
  private let list: CommandList
  private let bus: any TargetCaller
  private let metrics: CommandMetrics
  private let state = Locked(State())

  /// - Parameters:
  ///   - cell: the first word of the subjects.
  ///   - list: which commands are taken.
  ///   - bus: the way to the services.
  ///   - metrics: counts what becomes of them.
  init(cell: String, list: CommandList, bus: any TargetCaller, metrics: CommandMetrics) {
    self.cell = cell
    self.list = list
    self.bus = bus
    self.metrics = metrics
  }

  /// Takes a request, on any thread, and returns at once.
  ///
  /// - Parameter answer: sends what is answered to a subject; called once, unless nobody waits for an answer.
  func take(_ request: NATSRequest, answer: @escaping @Sendable (NATSReply, String) async -> Void) {
    // Who does not hear what became of a command has not asked for it.
    guard let subject = request.reply else { return metrics.dropped() }
    let refusal = state.withLock { state -> BusError? in
      if state.isClosed { return BusError(.draining, "The bridge is shutting down; try again.") }
      guard state.underWay < Self.most else {
        return BusError(
          .busy, "\(Self.most) commands are already in progress; try again.", retryAfterMs: 100)
      }
      state.underWay += 1
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
      state.underWay -= 1
      // Who waits does so once it is closed, after which nothing comes under way.
      return state.underWay == 0 ? state.waiting : []
    }
    for one in waiting { one.resume() }
  }

  /// Takes no more, and returns when what is under way is answered.
  func close() async {
    await withCheckedContinuation { continuation in
      let isAtRest = state.withLock { state in
        state.isClosed = true
        if state.underWay > 0 { state.waiting.append(continuation) }
        return state.underWay == 0
      }
      if isAtRest { continuation.resume() }
    }
  }
}
