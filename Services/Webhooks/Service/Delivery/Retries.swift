import Foundation

/// Delays between attempts to deliver an event, and the time after which the webhook is paused.
struct BackOff: Hashable, Sendable {
  /// Delay before the second attempt, in seconds; each further delay is twice as long.
  var firstDelay = 1.0
  /// Maximum delay, in seconds.
  var maxDelay = 300.0
  /// Maximum delay that a receiver can request with `Retry-After`, in seconds.
  var maxRetryAfter = 3600.0
  /// Time of continuous failure after which the webhook is paused, in seconds.
  var givenUpAfter = 3.0 * 86_400
  /// Time of continuous failure after which health reports a problem, in seconds.
  var problemAfter = 60.0

  /// The delay before the next attempt, in milliseconds.
  ///
  /// - Parameters:
  ///   - failures: number of consecutive failed attempts, from 1.
  ///   - retryAfter: delay that the receiver requested, in seconds.
  ///   - jitter: from 0 to 1. Half of the delay is random, so that a receiver that is available
  ///     again does not get all requests at once.
  func delayMs(failures: Int, retryAfter: Int?, jitter: Double) -> Int {
    let whole = min(maxDelay, firstDelay * pow(2, Double(min(max(failures, 1), 30) - 1)))
    let pause = whole / 2 + whole / 2 * min(max(jitter, 0), 1)
    let asked = min(Double(max(retryAfter ?? 0, 0)), maxRetryAfter)
    return Int((max(pause, asked) * 1000).rounded())
  }
}

/// Retries the delivery of an event that was not accepted.
extension WebhooksReduction {
  mutating func failed(_ id: WebhookID, _ outcome: PostOutcome) {
    guard var webhook = state.webhooks[id] else { return }
    let now = reducer.date().inMs
    let reason = outcome.reason ?? "The receiver did not accept the event."
    webhook.attempts += 1
    webhook.reason = reason
    // Read the events again for the next attempt, because they may be erased before that.
    webhook.forgetRead()
    let since = webhook.stored.failingSince ?? now
    let isNew = webhook.stored.failingSince == nil
    webhook.stored.failingSince = since
    state.webhooks[id] = webhook
    if now.timeIntervalSince(since) >= reducer.backOff.givenUpAfter {
      let days = Int(reducer.backOff.givenUpAfter / 86_400)
      return pause(id, "Every attempt has failed for \(days) days. Last error: \(reason)")
    }
    let ms = reducer.backOff.delayMs(
      failures: webhook.attempts, retryAfter: outcome.retryAfter, jitter: reducer.jitter())
    let token = token()
    state.webhooks[id]?.work = .waiting(
      token, until: now.addingTimeInterval(Double(ms) / 1000).inMs)
    effects.append(.wait(ms: ms, then: .retryDue(id, token)))
    if isNew {
      dirty(id)
      log(.warning, "The webhook \(id) to \(webhook.stored.receiver) failed: \(reason) Retrying.")
    }
  }

  mutating func retry(_ id: WebhookID, _ token: Token) {
    guard case .waiting(token, _)? = state.webhooks[id]?.work else { return }
    state.webhooks[id]?.work = .idle
    guard state.webhooks[id]?.stored.pause == nil else { return }
    wake(id)
  }
}
