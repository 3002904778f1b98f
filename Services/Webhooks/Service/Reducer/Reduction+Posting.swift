import Bus
import Foundation

/// Delivery in order: an event is posted once the event before it was accepted.
extension Reduction {
  /// Posts the first event of the queue.
  mutating func post(_ id: HookID) {
    guard state.phase == .ready, let hook = state.hooks[id], let item = hook.queue.first else {
      return
    }
    let token = token()
    state.hooks[id]?.work = .posting(token)
    effects.append(.post(id, token, hook.stored.delivery(of: item.event)))
  }

  mutating func posted(_ id: HookID, _ token: Token, _ outcome: PostOutcome) {
    guard let hook = state.hooks[id], hook.work == .posting(token) else { return }
    state.hooks[id]?.work = .idle
    if outcome.isAccepted {
      accepted(id)
    } else if state.phase == .draining || hook.stored.pause != nil {
      // It was cancelled by this service, or is not needed any more: the next run, or a resumption,
      // tries again.
      state.hooks[id]?.queue = []
    } else if outcome.isGone {
      pause(id, "The receiver responded with status 410 (Gone).")
    } else {
      failed(id, outcome)
    }
    if state.phase == .draining, !state.hooks.values.contains(where: \.isPosting) { saveNow() }
  }

  private mutating func accepted(_ id: HookID) {
    guard var hook = state.hooks[id], !hook.queue.isEmpty else { return }
    if hook.attempts > 0 || hook.stored.failingSince != nil {
      log(.info, "The webhook \(id) is delivering to \(hook.stored.receiver) again.")
    }
    hook.stored.position = hook.queue.removeFirst().position
    hook.stored.failingSince = nil
    hook.attempts = 0
    hook.reason = nil
    hook.delivered += 1
    hook.deliveredAt = reducer.date().inMs
    if hook.stored.pause != nil { hook.queue = [] }
    state.hooks[id] = hook
    dirty(id)
    goOn(id)
  }

  private mutating func failed(_ id: HookID, _ outcome: PostOutcome) {
    guard var hook = state.hooks[id] else { return }
    let now = reducer.date().inMs
    let reason = outcome.reason ?? "The receiver did not accept the event."
    hook.attempts += 1
    hook.reason = reason
    // The events may be erased before the next attempt.
    hook.forgetRead()
    let since = hook.stored.failingSince ?? now
    let isNew = hook.stored.failingSince == nil
    hook.stored.failingSince = since
    state.hooks[id] = hook
    if now.timeIntervalSince(since) >= reducer.backOff.givenUpAfter {
      let days = Int(reducer.backOff.givenUpAfter / 86_400)
      return pause(id, "Every attempt has failed for \(days) days. Last error: \(reason)")
    }
    let ms = reducer.backOff.pauseMs(
      failures: hook.attempts, retryAfter: outcome.retryAfter, jitter: reducer.jitter())
    let token = token()
    state.hooks[id]?.work = .waiting(
      token, until: now.addingTimeInterval(Double(ms) / 1000).inMs)
    effects.append(.wait(ms: ms, then: .retryDue(id, token)))
    if isNew {
      dirty(id)
      log(.warning, "The webhook \(id) to \(hook.stored.receiver) failed: \(reason) Retrying.")
    }
  }

  mutating func retry(_ id: HookID, _ token: Token) {
    guard case .waiting(token, _)? = state.hooks[id]?.work else { return }
    state.hooks[id]?.work = .idle
    guard state.hooks[id]?.stored.pause == nil else { return }
    wake(id)
  }

  /// Pauses a webhook that cannot continue without a person.
  private mutating func pause(_ id: HookID, _ reason: String) {
    guard var hook = state.hooks[id] else { return }
    hook.stored.pause = .init(reason: reason, isWanted: false)
    hook.queue = []
    hook.hasMore = false
    state.hooks[id] = hook
    log(.error, "The webhook \(id) to \(hook.stored.receiver) is paused: \(reason)")
    dirty(id)
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
