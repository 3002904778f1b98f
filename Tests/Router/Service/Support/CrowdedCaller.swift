import Bus
import TestSupport
import Threads
import ZeroMQ

/// Services that hold the first commands until `crowd` of them are pending, then answer all; records the maximum
/// concurrency of each service.
final class CrowdedCaller: CommandCaller {
  private struct State {
    var underWay = 0
    /// Number of pending commands by service.
    var has: [String: Int] = [:]
    var most = 0
    /// Number of pending commands by id.
    var ids: [String: Int] = [:]
    var overlaps = 0
    var keys: [String: String] = [:]
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isOpen: Bool
  }

  let sent = Recorder<any BusCommand & Sendable>()
  private let state: Locked<State>
  private let crowd: Int
  private let answer: @Sendable (any BusCommand) throws -> any Sendable

  /// - Parameter crowd: number of pending commands before the first is answered; 0 for none.
  init(crowd: Int, _ answer: @escaping @Sendable (any BusCommand) throws -> any Sendable) {
    self.crowd = crowd
    self.answer = answer
    state = Locked(State(isOpen: crowd == 0))
  }

  /// The maximum number of concurrent commands of a service.
  var most: Int { state.withLock { $0.most } }
  /// Number of times that two commands about one id were pending at once.
  var overlaps: Int { state.withLock { $0.overlaps } }
  /// The idempotency keys, by subject.
  var keys: [String: String] { state.withLock { $0.keys } }

  func send<Command: BusCommand>(
    _ command: Command, attachments: [Frame], options: CallOptions
  ) async throws -> Command.Reply {
    sent.record(command)
    let id = "\(Command.target) \(command.routingKey ?? "")"
    let child = String(Command.target.prefix { $0 != "." })
    enter(child, id, key: options.idempotencyKey)
    await waitForOthers()
    // Lets concurrent commands arrive now.
    for _ in 0..<20 { await Task.yield() }
    leave(child, id)
    guard let reply = try answer(command) as? Command.Reply else {
      throw BusError(.internal, "The script answers \(Command.target) with something else.")
    }
    return reply
  }

  private func enter(_ child: String, _ id: String, key: String?) {
    state.withLock { state in
      state.underWay += 1
      state.has[child, default: 0] += 1
      state.most = max(state.most, state.has[child, default: 0])
      if state.ids[id, default: 0] > 0 { state.overlaps += 1 }
      state.ids[id, default: 0] += 1
      if let key { state.keys[key] = id }
    }
  }

  private func leave(_ child: String, _ id: String) {
    state.withLock { state in
      state.underWay -= 1
      state.has[child, default: 0] -= 1
      state.ids[id, default: 0] -= 1
    }
  }

  private func waitForOthers() async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
        state.waiting.append(continuation)
        if state.underWay >= crowd { state.isOpen = true }
        guard state.isOpen else { return [] }
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in ready { continuation.resume() }
    }
  }
}
