/// Webhooks that post nothing, either because a user paused them, or because they cannot continue
/// without a person, after status 410 or three days of failures.
extension WebhooksReduction {
  /// Pauses a webhook that cannot continue without a person.
  mutating func pause(_ id: WebhookID, _ reason: String) {
    guard var webhook = state.webhooks[id] else { return }
    webhook.stored.pause = .init(reason: reason, isWanted: false)
    webhook.queue = []
    webhook.hasMore = false
    state.webhooks[id] = webhook
    log(.error, "The webhook \(id) to \(webhook.stored.receiver) is paused: \(reason)")
    dirty(id)
  }

  func apply(_ change: Change, to webhook: inout Webhook) {
    switch change {
    case .pause:
      webhook.stored.pause = .init(reason: "Paused by a user.", isWanted: true)
      if webhook.isPosting {
        webhook.queue = Array(webhook.queue.prefix(1))
      } else {
        webhook.reset()
      }
    case .resume:
      webhook.stored.pause = nil
      webhook.stored.failingSince = nil
      webhook.attempts = 0
      webhook.reason = nil
      if !webhook.isPosting { webhook.reset() }
    case .save, .add, .remove, .recall: break
    }
  }
}

extension Webhook {
  /// Drops the work in progress, so that its results are ignored.
  mutating func reset() {
    work = .idle
    queue = []
    hasMore = false
  }
}
