import Bus
import Documents
import FastJSON
import Foundation
import WebhooksAPI

/// Reading. Each webhook reads the journal separately, page by page, and has one request in
/// progress at a time.
extension Reduction {
  /// Handles a new last sequence of the journal.
  ///
  /// - Parameter type: type of the event that contained it; nil for a heartbeat, which applies to
  ///   all types.
  mutating func heard(_ head: JournalHead, type: String?) {
    // Empty until the router knows the journal.
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

  /// Continues with a webhook if it has work to do.
  mutating func wake(_ id: HookID) {
    guard state.phase == .ready, var hook = state.hooks[id], hook.stored.pause == nil else {
      return
    }
    guard hook.work == .idle else {
      // Events that arrived while a page was being read may not be on that page.
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
    // The journal is unavailable: the next heartbeat triggers another attempt.
    case .failure: break
    case .success(let page):
      let position = hook.stored.position
      // Another journal, or a backup that ends before the position.
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
      // Later events that do not match count as delivered together with the last one.
      hook.queue[hook.queue.count - 1].position.sequence = end
    }
    // Without progress, an immediate request is pointless, unless new events arrived in the
    // meantime.
    hook.hasMore = hook.hasMore || page.hasMore && end > before
    let isFar =
      hook.stored.position.sequence - hook.savedSequence
      >= WebhooksReducer.skippedBeforeSave
    state.hooks[id] = hook
    if isFar { dirty(id) }
    goOn(id)
  }

  /// Subscribes to types that are new. The first event of a type is found after a heartbeat.
  private mutating func learn(_ events: [CloudEvent]) {
    let known = state.types.count
    for event in events where state.types.count < WebhooksReducer.maxTypes {
      state.types.insert(event.type)
    }
    if state.types.count > known { effects.append(.listen(state.types)) }
  }

  /// Continues after a page or a delivery.
  mutating func goOn(_ id: HookID) {
    guard let hook = state.hooks[id] else { return }
    if !hook.queue.isEmpty || hook.hasMore { wake(id) }
  }

  // MARK: Gaps

  /// Requests the range of the journal, because it cannot return the next events.
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
      // It can return them now.
      return
    }
    let after = WebhookGap.Position(epoch: heads.epoch, sequence: oldest)
    guard let notice = notice(hook, WebhookGap(reason: reason, before: before, after: after))
    else { return }
    log(
      .warning,
      "The webhook \(id): the journal no longer contains the events after \(before.sequence) (\(reason))."
    )
    state.hooks[id]?.queue = [.init(event: notice, position: after)]
    state.hooks[id]?.hasMore = true
    wake(id)
  }

  /// Creates the event that reports a gap. Its id identifies the gap, so that a receiver recognises
  /// a repetition.
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
