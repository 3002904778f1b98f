import Bus
import Documents
import WebClient
import WebhooksAPI

/// Adds webhooks. A new webhook begins with the next event, or after a given sequence, so its
/// creation waits for the range of the journal. A chat webhook also waits for the event types that
/// the chat can show.
extension WebhooksReduction {
  mutating func add(_ command: AddWebhook, isLocal: Bool, _ requester: Requester) throws {
    try WebhookRules.check(command)
    guard !reducer.io.reach(isLocal: isLocal).refuses(host: HTTPAddress.host(of: command.url))
    else {
      throw BusError(.denied, HTTPFailure.refused.message, detail: ["member": "url"])
    }
    let coming =
      state.drafts.count + state.changes.count { if case .add = $0 { true } else { false } }
    guard state.webhooks.count + coming < WebhooksReducer.maxWebhooks else {
      throw BusError(
        .conflict,
        "There are already \(WebhooksReducer.maxWebhooks) webhooks (the maximum); remove one first."
      )
    }
    let token = token()
    state.drafts[token] = .init(command: command, isLocal: isLocal, requester: requester)
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
        return answer(draft.requester, .failure(error))
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
      change(.add(stored, draft.requester))
    } catch {
      answer(draft.requester, .failure(error))
    }
  }
}
