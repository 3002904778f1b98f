import Bus
import Documents
import Foundation

/// Reads events. Each webhook reads the journal separately, page by page, with one request in
/// progress at a time.
extension WebhooksReduction {
  /// Handles a new last sequence of the journal.
  ///
  /// - Parameter type: type of the event that contained it; nil for a heartbeat, which applies to
  ///   all types.
  mutating func journalAdvanced(to head: JournalHead, type: String?) {
    // The epoch is empty until the router knows the journal.
    guard !head.epoch.isEmpty else { return }
    if let known = state.journal, known.epoch == head.epoch, type != nil {
      state.journal?.head = max(known.head, head.head)
    } else {
      state.journal = head
    }
    for webhook in state.sorted where type.map(webhook.stored.wants) ?? true {
      let position = webhook.stored.position
      guard position.epoch != head.epoch || position.sequence < head.head else { continue }
      wake(webhook.stored.id)
    }
  }

  /// Continues the work of a webhook, if there is any.
  mutating func wake(_ id: WebhookID) {
    guard state.commands.isOpen, var webhook = state.webhooks[id], webhook.stored.pause == nil
    else {
      return
    }
    guard webhook.work == .idle else {
      // Events that arrived while a page was being read may not be on that page.
      webhook.hasMore = true
      state.webhooks[id] = webhook
      return
    }
    if let readAt = webhook.readAt,
      reducer.date().timeIntervalSince(readAt) > WebhooksReducer.maxAge
    {
      webhook.forgetRead()
    }
    guard webhook.queue.isEmpty else {
      state.webhooks[id] = webhook
      return post(id)
    }
    let token = token()
    webhook.hasMore = false
    webhook.work = .reading(token)
    state.webhooks[id] = webhook
    let stored = webhook.stored
    effects.append(
      stored.format.isChat
        ? .readTexts(id, token, stored.query(limit: WebhooksReducer.textPageSize))
        : .read(id, token, stored.query(limit: WebhooksReducer.pageSize)))
  }

  mutating func page(_ id: WebhookID, _ token: Token, _ result: Result<EventPage, BusError>) {
    guard var webhook = state.webhooks[id], webhook.work == .reading(token) else { return }
    webhook.work = .idle
    state.webhooks[id] = webhook
    guard state.commands.isOpen, webhook.stored.pause == nil else { return }
    switch result {
    case .failure(let error) where error.code == .compacted: findRange(id)
    // The journal is unavailable; the next heartbeat triggers another attempt.
    case .failure: break
    case .success(let page):
      let position = webhook.stored.position
      // The journal is a different one, or a backup that ends before the position.
      guard page.epoch == position.epoch, page.head >= position.sequence else {
        return findRange(id)
      }
      take(page, id)
    }
  }

  private mutating func take(_ page: EventPage, _ id: WebhookID) {
    guard var webhook = state.webhooks[id] else { return }
    subscribe(toTypesOf: page.events)
    webhook.readAt = reducer.date()
    let before = webhook.stored.position.sequence
    for event in page.events {
      guard let sequence = event.number, sequence > before else {
        continue
      }
      webhook.queue.append(
        .init(event: event, position: .init(epoch: page.epoch, sequence: sequence)))
    }
    let last = webhook.queue.last?.position.sequence ?? before
    let end = max(last, page.resume ?? (page.hasMore ? last : page.head))
    if webhook.queue.isEmpty {
      webhook.stored.position.sequence = end
    } else {
      // Later events that do not match count as delivered once the last matching one is.
      webhook.queue[webhook.queue.count - 1].position.sequence = end
    }
    // Without progress, another immediate request is pointless unless new events arrived in the
    // meantime.
    webhook.hasMore = webhook.hasMore || page.hasMore && end > before
    let isFar =
      webhook.stored.position.sequence - webhook.savedSequence
      >= WebhooksReducer.skippedBeforeSave
    state.webhooks[id] = webhook
    if isFar { dirty(id) }
    continueReading(id)
  }

  /// Subscribes to new types. The first event of a new type is found with a heartbeat.
  private mutating func subscribe(toTypesOf events: [CloudEvent]) {
    let known = state.types.count
    for event in events where state.types.count < WebhooksReducer.maxTypes {
      state.types.insert(event.type)
    }
    if state.types.count > known { effects.append(.listen(state.types)) }
  }

  /// Continues after a page or a delivery.
  mutating func continueReading(_ id: WebhookID) {
    guard let webhook = state.webhooks[id] else { return }
    if !webhook.queue.isEmpty || webhook.hasMore { wake(id) }
  }
}
