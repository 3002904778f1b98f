import Bus
import Documents
import FastJSON
import Foundation
import ServiceShell
import WebClient
import WebhooksAPI

extension Reduction {
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
    let asker = Asker(caller: caller, key: command.isKept ? key : nil, request: request)
    if let key = asker.key {
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
      try run(command, asker)
    } catch {
      answer(asker, .failure(BusError(any: error)))
    }
  }

  private mutating func run(_ command: WebhooksCommand, _ asker: Asker) throws {
    switch command {
    case .list:
      let all = state.sorted.map { $0.status(state.journal) }
      answer(asker, .success(try ListWebhooks.encoded(.init(webhooks: all))))
    case .get(let id):
      answer(asker, .success(try GetWebhook.encoded(hook(id).status(state.journal))))
    case .add(let command, let isLocal): try add(command, isLocal: isLocal, asker)
    case .remove(let name):
      let id = name.lowercased()
      if state.unreadable.contains(name) {
        change(.remove(name, asker))
      } else if state.hooks[id] == nil, asker.key != nil {
        change(.recall(id, asker))
      } else {
        change(.remove(try hook(id).stored.id, asker))
      }
    case .pause(let id): change(.pause(try hook(id).stored.id, asker))
    case .resume(let id): change(.resume(try hook(id).stored.id, asker))
    case .test(let id):
      let token = token()
      let stored = try hook(id).stored
      state.tests[token] = asker.caller
      effects.append(.test(token, try ping(stored)))
    }
  }

  func hook(_ id: HookID) throws -> Hook {
    guard let hook = state.hooks[id] else { throw Self.missing(id) }
    return hook
  }

  static func missing(_ id: HookID) -> BusError {
    BusError(
      .notFound,
      "Webhook “\(id.prefix(64))” not found; list the webhooks with “standups webhook list”.")
  }

  // MARK: Adding

  private mutating func add(_ command: AddWebhook, isLocal: Bool, _ asker: Asker) throws {
    try WebhookRules.check(command)
    guard !reducer.world.reach(isLocal: isLocal).refuses(host: HTTPAddress.host(of: command.url))
    else {
      throw BusError(.denied, HTTPFailure.refused.message, detail: ["member": "url"])
    }
    let coming =
      state.drafts.count + state.changes.count { if case .add = $0 { true } else { false } }
    guard state.hooks.count + coming < WebhooksReducer.maxHooks else {
      throw BusError(
        .conflict,
        "There are already \(WebhooksReducer.maxHooks) webhooks (the maximum); remove one first.")
    }
    let token = token()
    state.drafts[token] = .init(command: command, isLocal: isLocal, asker: asker)
    effects.append(
      command.format?.isChat == true
        ? .findTypes(token, command.types ?? []) : .findHeads(token, nil))
  }

  /// Continues the creation of a chat webhook with the event types that it can show.
  mutating func types(_ token: Token, _ result: Result<WebhookTypes, BusError>) {
    guard var draft = state.drafts.removeValue(forKey: token) else { return }
    if case .success(let found) = result {
      if let problem = found.problem {
        let error = BusError(.invalid, problem, detail: ["member": "types"])
        return answer(draft.asker, .failure(error))
      }
      draft.command.types = found.types
    }
    begin(draft, result.map(\.journal))
  }

  /// Continues the creation of a webhook with the range of the journal.
  mutating func begin(_ draft: WebhooksState.Draft, _ result: Result<JournalRange, BusError>) {
    do {
      let heads = try result.get()
      let command = draft.command
      let stored = StoredWebhook(
        id: reducer.uuid().lowercaseText, url: command.url, types: command.types ?? [],
        standup: command.standup?.lowercased(), meeting: command.meeting?.lowercased(),
        format: command.format ?? .binary, secret: command.secret, createdAt: reducer.date().inMs,
        position: .init(
          epoch: heads.epoch, sequence: try WebhookRules.begin(of: command, in: heads)),
        isLocal: draft.isLocal ? true : nil)
      change(.add(stored, draft.asker))
    } catch {
      answer(draft.asker, .failure(error))
    }
  }

  // MARK: Answers

  /// Replies to the caller, and to others that sent the same command in the meantime.
  mutating func answer(_ asker: Asker, _ result: Result<RawJSON, BusError>) {
    var callers = [asker.caller]
    if let key = asker.key {
      callers += state.replies.end(key, try? result.get(), refusal: result.failure)
    }
    for caller in callers { effects.append(.reply(caller, result)) }
  }

  // MARK: Tests

  private func ping(_ stored: StoredWebhook) throws -> Delivery {
    let event = CloudEvent(
      id: reducer.uuid().lowercaseText, source: Self.source, type: WebhookPing.type,
      subject: stored.id, time: reducer.date().inMs,
      data: stored.format.isChat
        ? try RawJSON(encoding: WebhookPing.words(types: stored.types))
        : try RawJSON(encoding: WebhookPing(webhook: stored.id)))
    return stored.delivery(of: event)
  }

  static let source = "/standups/webhooks"

  mutating func tested(_ token: Token, _ outcome: PostOutcome, _ ms: Int) {
    guard let caller = state.tests.removeValue(forKey: token) else { return }
    var reply = TestWebhook.Reply(
      isAccepted: outcome.isAccepted, reason: outcome.reason, ms: ms)
    if case .answered(let response) = outcome { reply.status = response.status }
    effects.append(
      .reply(caller, Result { try TestWebhook.encoded(reply) }.mapError { BusError(any: $0) }))
  }
}

extension Date {
  /// Rounded to milliseconds, the precision of dates on the bus.
  var inMs: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
  }
}
