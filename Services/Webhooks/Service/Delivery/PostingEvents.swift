import Bus
import WebClient
import WebhooksAPI

/// Event to be posted to a receiver.
struct Delivery: Hashable, Sendable {
  var url: String
  var format: WebhookFormat
  var secret: WebhookSecret?
  var event: CloudEvent
  /// True if the user of this machine created the webhook, which may then send requests to internal
  /// addresses.
  var isLocal = false
}

/// The result of an attempt to post.
enum PostOutcome: Hashable, Sendable {
  case answered(HTTPResponse)
  case failed(HTTPFailure)
}

/// Delivers events in order: an event is posted once the event before it has been accepted.
extension WebhooksReduction {
  /// Posts the first event of the queue.
  mutating func post(_ id: WebhookID) {
    guard state.commands.isOpen, let webhook = state.webhooks[id], let item = webhook.queue.first
    else {
      return
    }
    let token = token()
    state.webhooks[id]?.work = .posting(token)
    effects.append(.post(id, token, webhook.stored.delivery(of: item.event)))
  }

  mutating func posted(_ id: WebhookID, _ token: Token, _ outcome: PostOutcome) {
    guard let webhook = state.webhooks[id], webhook.work == .posting(token) else { return }
    state.webhooks[id]?.work = .idle
    if outcome.isAccepted {
      accepted(id)
    } else if state.commands.isDraining || webhook.stored.pause != nil {
      // This service cancelled the request, or the event is not needed any more. The next run, or
      // resuming the webhook, tries again.
      state.webhooks[id]?.queue = []
    } else if outcome.isGone {
      pause(id, "The receiver responded with status 410 (Gone).")
    } else {
      failed(id, outcome)
    }
    if state.commands.isDraining, !state.webhooks.values.contains(where: \.isPosting) {
      start(.save)
    }
  }

  private mutating func accepted(_ id: WebhookID) {
    guard var webhook = state.webhooks[id], !webhook.queue.isEmpty else { return }
    if webhook.attempts > 0 || webhook.stored.failingSince != nil {
      log(.info, "The webhook \(id) is delivering to \(webhook.stored.receiver) again.")
    }
    webhook.stored.position = webhook.queue.removeFirst().position
    webhook.stored.failingSince = nil
    webhook.attempts = 0
    webhook.reason = nil
    webhook.delivered += 1
    webhook.deliveredAt = reducer.date().inMs
    if webhook.stored.pause != nil { webhook.queue = [] }
    state.webhooks[id] = webhook
    dirty(id)
    continueReading(id)
  }
}

extension PostOutcome {
  /// True if the receiver accepted the event, with any 2xx status.
  var isAccepted: Bool {
    if case .answered(let response) = self { (200...299).contains(response.status) } else { false }
  }

  /// True if the receiver wants no more events.
  var isGone: Bool {
    if case .answered(let response) = self { response.status == 410 } else { false }
  }

  /// Delay that the receiver requested, in seconds.
  var retryAfter: Int? {
    if case .answered(let response) = self { response.retryAfter } else { nil }
  }

  /// The reason for the failure, as a sentence; nil if the event was accepted.
  var reason: String? {
    switch self {
    case .failed(let failure): failure.message
    case .answered where isAccepted: nil
    case .answered(let response) where (300...399).contains(response.status):
      "The receiver responded with status \(response.status). Redirects are not followed; use the URL that it"
        + " redirects to."
    case .answered(let response): "The receiver responded with status \(response.status)."
    }
  }
}
