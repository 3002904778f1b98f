import Threads
import ZeroMQ

/// Collects values from anywhere, in the order they come; a test can wait until it has those that it wants.
public final class Recorder<Value: Sendable>: Sendable {
  /// Whether those are the values that are waited for.
  private typealias Condition = @Sendable ([Value]) -> Bool

  private struct State {
    var values: [Value] = []
    var watchers: [(isMet: Condition, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// A recorder without values.
  public init() {}

  /// Everything so far.
  public var values: [Value] { state.withLock { $0.values } }

  /// Appends a value, from any thread, and wakes those who waited for it.
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

  /// Everything so far, as soon as there are at least so many.
  @discardableResult
  public func wait(for count: Int) async -> [Value] {
    await wait { $0.count >= count }
  }

  /// Everything so far, as soon as it is what is wanted.
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
