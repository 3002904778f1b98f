import Threads
import ZeroMQ

/// The values so far, and the callers that wait for one.
final class Log<Value: Sendable>: Sendable {
  private struct Waiter {
    var matches: @Sendable (Value) -> Bool
    var continuation: CheckedContinuation<Value, Never>
  }

  private struct State {
    var values: [Value] = []
    var waiters: [Waiter] = []
  }

  private let state = Locked(State())

  var values: [Value] { state.withLock { $0.values } }

  func add(_ value: Value) {
    let ready = state.withLock { state -> [CheckedContinuation<Value, Never>] in
      state.values.append(value)
      let ready = state.waiters.filter { $0.matches(value) }
      state.waiters.removeAll { $0.matches(value) }
      return ready.map(\.continuation)
    }
    for continuation in ready { continuation.resume(returning: value) }
  }

  /// The first value that matches, past or future, after the first `skipped` ones.
  @discardableResult
  func first(
    after skipped: Int = 0, where matches: @escaping @Sendable (Value) -> Bool
  ) async -> Value {
    await withCheckedContinuation { continuation in
      let found = state.withLock { state -> Value? in
        if let value = state.values.dropFirst(skipped).first(where: matches) { return value }
        state.waiters.append(Waiter(matches: matches, continuation: continuation))
        return nil
      }
      if let found { continuation.resume(returning: found) }
    }
  }
}

/// A gate that a test opens once and handlers wait for.
final class Gate: Sendable {
  private let log = Log<Void>()
  func open() { log.add(()) }
  func wait() async { await log.first { true } }
}
