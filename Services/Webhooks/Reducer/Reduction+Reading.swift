import Bus
import Documents
import FastJSON
import Foundation
import WebhooksAPI

/// Each webhook reads the journal for itself, a page at a time, and has one thing under way.
extension Reduction {
  /// The journal goes so far.
  ///
  /// - Parameter type: of the event that told it; nil for a beat, which stands for any.
  mutating func heard(_ head: JournalHead, type: String?) {
    // Empty while the router does not know the journal yet.
    guard !head.epoch.isEmpty else { return }
    if let known = state.journal, known.epoch == head.epoch, type != nil {
      state.journal?.head = max(known.head, head.head)
    } else {
      state.journal = head
    }
    for hook in state.sorted where type.map(hook.stored.wants) ?? true {
      let position = hook.stored.position
      guard position.epoch != head.epoch || position.sequence < head.head else { continue }
      wake(hook.stored.id)
    }
  }

  /// Goes on with a webhook if there is something to do.
  mutating func wake(_ id: HookID) {
    guard state.phase == .ready, var hook = state.hooks[id], hook.stored.pause == nil else {
      return
    }
    guard hook.work == .idle else {
      // What came while a page was read may not be in it.
      hook.hasMore = true
      state.hooks[id] = hook
      return
    }
    if let readAt = hook.readAt,
      reducer.date().timeIntervalSince(readAt) > WebhooksReducer.maxAge
    {
      hook.forgetRead()
    }
    guard hook.queue.isEmpty else {
      state.hooks[id] = hook
      return post(id)
    }
    let token = token()
    hook.hasMore = false
    hook.work = .reading(token)
    state.hooks[id] = hook
    let stored = hook.stored
    effects.append(
      stored.format.isChat
        ? .readTexts(id, token, stored.query(limit: WebhooksReducer.textPageSize))
        : .read(id, token, stored.query(limit: WebhooksReducer.pageSize)))
  }

  mutating func page(_ id: HookID, _ token: Token, _ result: Result<EventPage, BusError>) {
    guard var hook = state.hooks[id], hook.work == .reading(token) else { return }
    hook.work = .idle
    state.hooks[id] = hook
    guard state.phase == .ready, hook.stored.pause == nil else { return }
    switch result {
    case .failure(let error) where error.code == .compacted: find(id)
    // The journal is away: the next beat wakes.
    case .failure: break
    case .success(let page):
      let position = hook.stored.position
      // Another journal, or this one was put back to before the position.
      guard page.epoch == position.epoch, page.head >= position.sequence else { return find(id) }
      take(page, id)
    }
  }

  private mutating func take(_ page: EventPage, _ id: HookID) {
    guard var hook = state.hooks[id] else { return }
    learn(page.events)
    hook.readAt = reducer.date()
    let before = hook.stored.position.sequence
    for event in page.events {
      guard let sequence = event.number, sequence > before else {
        continue
      }
      hook.queue.append(
        .init(event: event, position: .init(epoch: page.epoch, sequence: sequence)))
    }
    let last = hook.queue.last?.position.sequence ?? before
    let end = max(last, page.resume ?? (page.hasMore ? last : page.head))
    if hook.queue.isEmpty {
      hook.stored.position.sequence = end
    } else {
      // What follows the last one and does not fit is done with it.
      hook.queue[hook.queue.count - 1].position.sequence = end
    }
    // Without progress there is nothing to be had by asking at once, unless something came meanwhile.
    hook.hasMore = hook.hasMore || page.hasMore && end > before
    let isFar =
      hook.stored.position.sequence - hook.savedSequence
      >= WebhooksReducer.skippedBeforeSave
    state.hooks[id] = hook
    if isFar { dirty(id) }
    goOn(id)
  }

  /// The first event of a type is found with a beat; from then on the type is listened for.
  private mutating func learn(_ events: [CloudEvent]) {
    let known = state.types.count
    for event in events where state.types.count < WebhooksReducer.maxTypes {
      state.types.insert(event.type)
    }
    if state.types.count > known { effects.append(.listen(state.types)) }
  }

  /// After a page or a delivery.
  mutating func goOn(_ id: HookID) {
    guard let hook = state.hooks[id] else { return }
    if !hook.queue.isEmpty || hook.hasMore { wake(id) }
  }

  // MARK: A gap

  /// The journal cannot give what comes next.
  private mutating func find(_ id: HookID) {
    let token = token()
    state.hooks[id]?.work = .finding(token)
    effects.append(.findHeads(token, id))
  }

  mutating func heads(
    _ token: Token, _ id: HookID?, _ result: Result<JournalRange, BusError>
  ) {
    guard let id else {
      guard let draft = state.drafts.removeValue(forKey: token) else { return }
      return begin(draft, result)
    }
    guard var hook = state.hooks[id], hook.work == .finding(token) else { return }
    hook.work = .idle
    state.hooks[id] = hook
    guard case .success(let heads) = result, state.phase == .ready, hook.stored.pause == nil
    else { return }
    let before = hook.stored.position
    let oldest = max(0, heads.oldest - 1)
    let reason: WebhookGap.Reason
    if heads.epoch != before.epoch || heads.head < before.sequence {
      reason = .epoch
    } else if oldest > before.sequence {
      reason = .compacted
    } else {
      // It can after all.
      return
    }
    let after = WebhookGap.Position(epoch: heads.epoch, sequence: oldest)
    guard let notice = notice(hook, WebhookGap(reason: reason, before: before, after: after))
    else { return }
    log(
      .warning,
      "The webhook \(id): the journal no longer has the events after \(before.sequence) (\(reason))."
    )
    state.hooks[id]?.queue = [.init(event: notice, position: after)]
    state.hooks[id]?.hasMore = true
    wake(id)
  }

  /// Its id says which gap it is, so that a receiver that hears of it twice knows it as one.
  private func notice(_ hook: Hook, _ gap: WebhookGap) -> CloudEvent? {
    guard
      let data = try? hook.stored.format.isChat
        ? RawJSON(encoding: gap.words) : RawJSON(encoding: gap)
    else { return nil }
    let id =
      "gap/\(hook.stored.id)/\(gap.before.epoch)/\(gap.before.sequence)"
      + "/\(gap.after.epoch)/\(gap.after.sequence)"
    return CloudEvent(
      id: id, source: Self.source, type: WebhookGap.type, subject: hook.stored.id,
      time: reducer.date().inMs, data: data)
  }
}
