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

  /// Drops the work in progress, so that its results are ignored.
  private mutating func reset() {
    work = .idle
    queue = []
    hasMore = false
  }
}
