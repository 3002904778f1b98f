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
}

extension Webhook {
  /// Pauses or resumes the webhook; has no effect for other commands.
  mutating func apply(_ command: WebhooksCommand) {
    switch command {
    case .pause:
      stored.pause = .init(reason: "Paused by a user.", isWanted: true)
      if isPosting {
        queue = Array(queue.prefix(1))
      } else {
        reset()
      }
    case .resume:
      stored.pause = nil
      stored.failingSince = nil
      attempts = 0
      reason = nil
      if !isPosting { reset() }
    default: break
    }
  }

  /// Takes the properties that a user may change from another state of the webhook, and ends its failures.
  /// The queue is read again, because other events may be wanted. The response of an earlier URL does not
  /// count: it may have failed because of it.
  mutating func adopt(_ edited: StoredWebhook) {
    let isSameURL = edited.url == stored.url
    (stored.url, stored.isLocal) = (edited.url, edited.isLocal)
    (stored.types, stored.standup, stored.secret) = (edited.types, edited.standup, edited.secret)
    stored.failingSince = nil
    attempts = 0
    if stored.pause == nil { reason = nil }
    if isPosting, isSameURL {
      queue = Array(queue.prefix(1))
      hasMore = true
    } else {
      reset()
    }
  }

  /// Drops the work in progress, so that its results are ignored.
  private mutating func reset() {
    work = .idle
    queue = []
    hasMore = false
  }
}
