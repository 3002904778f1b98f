import BridgeAPI
import Bus
import Documents
import FastJSON
import Foundation
import TestSupport
import Threads

@testable import BridgeService

/// A router with a journal in memory.
final class InMemoryRouter: Sendable {
  struct State {
    var events: [CloudEvent] = []
    var listeners: [AsyncStream<BridgeAction>.Continuation] = []

    var head: JournalHead { JournalHead(epoch: Scenario.epoch, head: Int64(events.count)) }
  }

  let state = Locked(State())

  var delegate: ScriptedDelegate { ScriptedDelegate { try self.answer($0) } }
  var head: Int64 { state.withLock { $0.head.head } }

  func news() -> AsyncStream<BridgeAction> {
    let (stream, continuation) = AsyncStream.makeStream(of: BridgeAction.self)
    state.withLock { state in
      state.listeners.append(continuation)
      continuation.yield(.beat(state.head))
    }
    return stream
  }

  /// Publishes new events.
  func publish(_ count: Int, team: String? = nil) {
    state.withLock { state in
      for _ in 0..<count {
        var event = Scenario.event(Int64(state.events.count) + 1)
        event.team = team
        state.events.append(event)
      }
      for news in state.listeners { news.yield(.published(type: "meeting.started", state.head)) }
    }
  }

  private func answer(_ message: any DelegateMessage) throws -> any Sendable {
    try state.withLock { state in
      switch message {
      case is BridgeJournalRequested: return Scenario.journal(state.head.head)
      case let message as BridgeEventsRequested:
        let all = state.events.dropFirst(Int(message.query.after))
        let events = Array(all.prefix(message.query.limit ?? 100))
        return EventPage(
          events: events, epoch: Scenario.epoch, head: state.head.head,
          hasMore: events.count < all.count,
          resume: events.last?.number ?? message.query.after)
      default: throw BusError(.unbound, "\(message)")
      }
    }
  }
}
