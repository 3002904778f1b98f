import Threads
import ZeroMQ

/// Collects values from any thread, in order of arrival; a test can wait for the values it needs.
public final class Recorder<Value: Sendable>: Sendable {
  /// A condition on the values that a test waits for.
  private typealias Condition = @Sendable ([Value]) -> Bool

  private struct State {
    var values: [Value] = []
    var watchers: [(isMet: Condition, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// Creates an empty recorder.
  public init() {}

  /// All values so far.
  public var values: [Value] { state.withLock { $0.values } }

  /// Appends a value, from any thread, and wakes the tests that were waiting for it.
  public func record(_ value: Value) {
    let ready = state.withLock { state in
      state.values.append(value)
      let isReady = state.watchers.map { $0.isMet(state.values) }
      let ready = zip(state.watchers, isReady).filter(\.1).map(\.0.continuation)
      state.watchers = zip(state.watchers, isReady).filter { !$0.1 }.map(\.0)
      return ready
    }
    for continuation in ready { continuation.resume() }
  }

  /// Returns all values once there are at least `count`.
  @discardableResult
  public func wait(for count: Int) async -> [Value] {
    await wait { $0.count >= count }
  }

  /// Returns all values once they meet a condition.
  @discardableResult
  public func wait(until isMet: @escaping @Sendable ([Value]) -> Bool) async -> [Value] {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if isMet(state.values) { return true }
        state.watchers.append((isMet, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
    return values
  }
}
