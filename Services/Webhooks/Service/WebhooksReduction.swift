import Bus
import FastJSON
import Foundation
import StandupsLogging
import ServiceShell
import WebhooksAPI

/// Handles one action.
struct WebhooksReduction: ServiceReduction {
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
    case .beat(let head): journalAdvanced(to: head, type: nil)
    case .published(let type, let head): journalAdvanced(to: head, type: type)
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

  /// Stops accepting new work. Events that were read remain in the journal, so the next run retries
  /// pending deliveries.
  private mutating func drain() {
    guard state.phase != .draining else { return }
    state.phase = .draining
    let stopping = Self.stopping
    for early in state.early { effects.append(.reply(early.caller, .failure(stopping))) }
    state.early = []
    for (token, draft) in state.drafts.sorted(by: { $0.key < $1.key }) {
      state.drafts[token] = nil
      answer(draft.requester, .failure(stopping))
    }
    saveNow()
  }

  static let stopping = BusError(
    .draining, "The webhooks service is stopping; try again.", retryAfterMs: 100)
}

extension WebhooksReduction {
  /// Accepts a command. A repeated command gets the reply to the first one.
  mutating func receive(
    _ caller: CallerID, _ command: WebhooksCommand, _ key: String?, _ request: String?,
    _ message: UUID?
  ) {
    guard state.phase != .draining else {
      effects.append(.reply(caller, .failure(Self.stopping)))
      return
    }
    guard state.phase == .ready else {
      state.early.append(
        .init(
          caller: caller, command: command, key: key, request: request, message: message))
      return
    }
    let requester = Requester(caller: caller, key: command.isKept ? key : nil, request: request)
    if let key = requester.key {
      switch state.replies.begin(key, request: request, message: message, for: caller) {
      case .run: break
      case .wait: return
      case .answer(let reply):
        return effects.append(
          .reply(caller, reply == .erased ? .failure(.wasErased) : .success(reply)))
      case .refuse(let refusal): return effects.append(.reply(caller, .failure(refusal)))
      }
    }
    do {
      try run(command, requester)
    } catch {
      answer(requester, .failure(BusError(any: error)))
    }
  }

  private mutating func run(_ command: WebhooksCommand, _ requester: Requester) throws {
    switch command {
    case .list:
      let all = state.sorted.map { $0.status(state.journal) }
      answer(requester, .success(try ListWebhooks.encoded(.init(webhooks: all))))
    case .get(let id):
      answer(requester, .success(try GetWebhook.encoded(webhook(id).status(state.journal))))
    case .add(let command, let isLocal): try add(command, isLocal: isLocal, requester)
    case .remove(let name):
      let id = name.lowercased()
      if state.unreadable.contains(name) {
        change(.remove(name, requester))
      } else if state.webhooks[id] == nil, requester.key != nil {
        change(.recall(id, requester))
      } else {
        change(.remove(try webhook(id).stored.id, requester))
      }
    case .pause(let id): change(.pause(try webhook(id).stored.id, requester))
    case .resume(let id): change(.resume(try webhook(id).stored.id, requester))
    case .test(let id):
      let token = token()
      let stored = try webhook(id).stored
      state.tests[token] = requester.caller
      effects.append(.test(token, try ping(stored)))
    }
  }

  func webhook(_ id: WebhookID) throws -> Webhook {
    guard let webhook = state.webhooks[id] else { throw Self.missing(id) }
    return webhook
  }

  static func missing(_ id: WebhookID) -> BusError {
    BusError(
      .notFound,
      "Webhook “\(id.prefix(64))” not found; list the webhooks with “standups webhook list”.")
  }

  /// Replies to the caller, and to others that sent the same command while it was in progress.
  mutating func answer(_ requester: Requester, _ result: Result<RawJSON, BusError>) {
    var callers = [requester.caller]
    if let key = requester.key {
      callers += state.replies.end(key, try? result.get(), refusal: result.failure)
    }
    for caller in callers { effects.append(.reply(caller, result)) }
  }
}

extension Date {
  /// The date rounded to milliseconds, the precision of dates on the bus.
  var inMs: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
  }
}
