import Threads
import ZeroMQ

/// Collects values from anywhere, in the order they come; a test can wait for a number of them.
public final class Recorder<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// A recorder without values.
  public init() {}

  /// Everything so far.
  public var values: [Value] { state.withLock { $0.values } }

  /// Appends a value, from any thread, and wakes those who waited for that many.
  public func record(_ value: Value) {
    let ready = state.withLock { state in
      state.values.append(value)
      let count = state.values.count
      let ready = state.watchers.filter { $0.count <= count }
      state.watchers.removeAll { $0.count <= count }
      return ready.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  /// Everything so far, as soon as there are at least so many.
  @discardableResult
  public func wait(for count: Int) async -> [Value] {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.values.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
    return values
  }
}
