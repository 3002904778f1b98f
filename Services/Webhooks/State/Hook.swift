import Bus
import Foundation
import WebhooksAPI

/// A webhook with what is under way for it.
struct Hook: Hashable, Sendable {
  /// An event on its way, and where the webhook stands once it is accepted.
  struct Item: Hashable, Sendable {
    var event: CloudEvent
    var position: WebhookGap.Position
  }

  /// The one thing that it waits for. A result with another token is out of date.
  enum Work: Hashable, Sendable {
    case idle
    /// A page of the journal.
    case reading(Token)
    /// Where the journal begins and ends, as it cannot give what comes next.
    case finding(Token)
    /// The answer of the receiver to the first of the queue.
    case posting(Token)
    /// The time of the next attempt.
    case waiting(Token, until: Date)
  }

  var stored: StoredWebhook
  var work = Work.idle
  /// Read and not yet accepted, in order.
  var queue: [Item] = []
  /// When they were read: what an event says may be erased from the journal at any time.
  var readAt: Date?
  /// Whether the journal has more than the queue, as far as is known.
  var hasMore = false
  /// Attempts that failed in a row, and the last one's reason.
  var attempts = 0
  var reason: String?
  var delivered = 0
  var deliveredAt: Date?
  /// Whether it differs from what is on disk.
  var isDirty = false
  /// The position as it was last handed on to be kept.
  var savedSequence: Int64

  init(_ stored: StoredWebhook) {
    self.stored = stored
    savedSequence = stored.position.sequence
  }

  /// Forgets what the journal has; it is read again.
  mutating func forgetRead() { queue.removeAll { $0.event.number != nil } }

  var isPosting: Bool {
    if case .posting = work { true } else { false }
  }

  /// Whether the time of its next attempt is waited for.
  var nextAttempt: Date? {
    if case .waiting(_, let date) = work { date } else { nil }
  }

  /// It as others see it.
  ///
  /// - Parameter journal: where the journal ends, if that is known.
  func status(_ journal: JournalHead?) -> WebhookStatus {
    let behind = journal.flatMap {
      $0.epoch == stored.position.epoch ? max(0, $0.head - stored.position.sequence) : nil
    }
    return WebhookStatus(
      id: stored.id, url: stored.url, types: stored.types, standup: stored.standup,
      meeting: stored.meeting, format: stored.format,
      secretFingerprint: stored.secret.map(Signature.fingerprint), createdAt: stored.createdAt,
      state: stored.pause != nil ? .paused : stored.failingSince != nil ? .failing : .active,
      reason: stored.pause?.reason ?? reason, epoch: stored.position.epoch,
      sequence: stored.position.sequence, behind: behind, delivered: delivered,
      deliveredAt: deliveredAt, failingSince: stored.failingSince, attempts: attempts,
      nextAttemptAt: nextAttempt)
  }
}
