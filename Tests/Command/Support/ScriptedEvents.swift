import Threads

@testable import Command

/// Delivers the events that a test sends.
final class ScriptedEvents: EventSource {
  private struct State {
    var subscriptions: [[String]] = []
    var readers: [AsyncThrowingStream<EventNotice, any Error>.Continuation] = []
    var script: [EventNotice]?
  }
  private let state = Locked(State())

  /// The prefixes of each subscription.
  var subscriptions: [[String]] { state.withLock { $0.subscriptions } }

  /// Sets the events that the first subscriber receives at once, and after which its stream ends.
  func script(_ notices: [EventNotice]) { state.withLock { $0.script = notices } }

  func send(_ notice: EventNotice) {
    state.withLock { $0.readers.last }?.yield(notice)
  }

  /// Ends the last subscription, as a lost connection does.
  func lose() { state.withLock { $0.readers.popLast() }?.finish() }

  func subscribe(
    _ prefixes: [String]
  ) async throws -> AsyncThrowingStream<EventNotice, any Error> {
    let (stream, continuation) = AsyncThrowingStream<EventNotice, any Error>.makeStream()
    let script = state.withLock { state in
      state.subscriptions.append(prefixes)
      state.readers.append(continuation)
      defer { state.script = nil }
      return state.script
    }
    if let script {
      for notice in script { continuation.yield(notice) }
      continuation.finish()
    }
    return stream
  }
}
