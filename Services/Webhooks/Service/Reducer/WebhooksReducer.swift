import Bus
import Dependencies
import Foundation
import Logging

/// The logic of the webhooks service: it handles an action, changes the state, and returns effects.
///
/// It does no I/O. Ids, dates and random numbers are injected.
struct WebhooksReducer: Sendable {
  /// External dependencies, which the shell uses to perform effects.
  let world: World
  var uuid: UUIDGenerator = .live
  var date: DateGenerator = .live
  /// Random number from 0 to 1.
  var jitter: @Sendable () -> Double = {
    var random = PooledRandom()
    return Double.random(in: 0...1, using: &random)
  }
  var backOff = BackOff()

  /// Maximum number of webhooks, and thereby of requests in progress, since each webhook has at
  /// most one.
  static let maxHooks = 100
  /// Maximum age of a read event when it is posted, in seconds. An older one is read again, because
  /// it may have been erased.
  static let maxAge: Double = 10
  /// Number of events that are read at once.
  static let pageSize = 100
  /// Number of events that are read at once as text for people.
  static let textPageSize = 10
  /// Time for which accepted deliveries are collected before their positions are saved, in
  /// milliseconds.
  static let saveAfterMs = 200
  /// Number of skipped events after which the position is saved without a delivery.
  static let skippedBeforeSave: Int64 = 1000
  /// Maximum number of event types in the subscription; events of other types are found after a
  /// heartbeat.
  static let maxTypes = 200

  /// Handles an action.
  ///
  /// - Returns: the tasks for the shell, in order.
  func reduce(_ state: inout WebhooksState, _ action: WebhooksAction) -> [WebhooksEffect] {
    var reduction = Reduction(state: WebhooksState(), reducer: self)
    // Swapped, not copied: with a second reference, every change would copy the replies.
    swap(&reduction.state, &state)
    reduction.take(action)
    swap(&reduction.state, &state)
    return reduction.effects
  }

  /// Problems that need a person's attention, one sentence each.
  func problems(_ state: WebhooksState) -> [String] {
    let now = date()
    let unreadable = state.unreadable.sorted().map {
      "The webhook \($0) cannot be read and is left unchanged; restore a backup, or discard it with"
        + " “standups webhook remove \($0)”."
    }
    return unreadable
      + state.sorted.compactMap { hook in
        let stored = hook.stored
        let name = "The webhook \(stored.id.prefix(8)) to \(stored.receiver)"
        let more = "see “standups webhook show \(stored.id.prefix(8))”."
        if let pause = stored.pause {
          return pause.isWanted
            ? nil
            : "\(name) is paused: \(pause.reason) Fix the receiver and resume the webhook; \(more)"
        }
        guard let since = stored.failingSince,
          now.timeIntervalSince(since) >= backOff.problemAfter
        else { return nil }
        return
          "\(name) has been failing since \(Timestamp.format(since)): \(hook.reason ?? "no response.") "
          + "The service keeps retrying; \(more)"
      }
  }
}

/// The handling of one action.
struct Reduction {
  var state: WebhooksState
  var effects: [WebhooksEffect] = []
  let reducer: WebhooksReducer

  init(state: WebhooksState, reducer: WebhooksReducer) {
    self.state = state
    self.reducer = reducer
  }

  mutating func take(_ action: WebhooksAction) {
    switch action {
    case .start: start()
    case .loaded(let result): loaded(result)
    case .retryLoading(let after): load(after: after)
    case .received(let caller, let command, let key, let request, let message):
      receive(caller, command, key, request, message)
    case .beat(let head): heard(head, type: nil)
    case .published(let type, let head): heard(head, type: type)
    case .page(let id, let token, let result): page(id, token, result)
    case .types(let token, let result): types(token, result)
    case .heads(let token, let id, let result): heads(token, id, result)
    case .posted(let id, let token, let outcome): posted(id, token, outcome)
    case .tested(let token, let outcome, let ms): tested(token, outcome, ms)
    case .retryDue(let id, let token): retry(id, token)
    case .saveDue: saveDue()
    case .committed(let result): committed(result)
    case .retryCommit: retryCommit()
    case .drain: drain()
    }
  }

  mutating func token() -> Token {
    defer { state.nextToken += 1 }
    return state.nextToken
  }

  mutating func log(_ level: LogEntry.Level, _ message: String) {
    effects.append(.log(LogEntry(level, message)))
  }

  /// Stops accepting new work. Events that were read remain in the journal, and the next run
  /// retries pending deliveries.
  private mutating func drain() {
    guard state.phase != .draining else { return }
    state.phase = .draining
    let stopping = Self.stopping
    for early in state.early { effects.append(.reply(early.caller, .failure(stopping))) }
    state.early = []
    for (token, draft) in state.drafts.sorted(by: { $0.key < $1.key }) {
      state.drafts[token] = nil
      answer(draft.asker, .failure(stopping))
    }
    saveNow()
  }

  static let stopping = BusError(
    .draining, "The webhooks service is stopping; try again.", retryAfterMs: 100)
}
