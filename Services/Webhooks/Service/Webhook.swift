import Bus
import Foundation
import WebhooksAPI

/// A webhook with its work in progress.
struct Webhook: Hashable, Sendable {
  /// Event to deliver, and the position of the webhook once the event is accepted.
  struct Item: Hashable, Sendable {
    var event: CloudEvent
    var position: WebhookGap.Position
  }

  /// Result for which the webhook waits. A result with another token is outdated.
  enum Work: Hashable, Sendable {
    case idle
    /// A page of the journal.
    case reading(Token)
    /// The range of the journal, which cannot return the next events.
    case finding(Token)
    /// The receiver's response to the first event of the queue.
    case posting(Token)
    /// The time of the next attempt.
    case waiting(Token, until: Date)
  }

  var stored: StoredWebhook
  var work = Work.idle
  /// Events that have been read but not accepted yet, in order.
  var queue: [Item] = []
  /// Time at which the queue was read. The content of an event may be erased from the journal at
  /// any time.
  var readAt: Date?
  /// True if the journal may have more events than the queue.
  var hasMore = false
  /// Number of consecutive failed attempts, and the reason for the last failure.
  var attempts = 0
  var reason: String?
  var delivered = 0
  var deliveredAt: Date?
  /// True if it differs from the saved webhook.
  var isDirty = false
  /// Sequence of the saved position.
  var savedSequence: Int64

  init(_ stored: StoredWebhook) {
    self.stored = stored
    savedSequence = stored.position.sequence
  }

  /// Removes events of the journal from the queue, so that they are read again.
  mutating func forgetRead() { queue.removeAll { $0.event.number != nil } }

  var isPosting: Bool {
    if case .posting = work { true } else { false }
  }

  /// Time of the next attempt; nil if none is scheduled.
  var nextAttempt: Date? {
    if case .waiting(_, let date) = work { date } else { nil }
  }

  /// The status of the webhook for clients.
  ///
  /// - Parameter journal: last sequence of the journal, if known.
  func status(_ journal: JournalHead?) -> WebhookStatus {
    let behind = journal.flatMap {
      $0.epoch == stored.position.epoch ? max(0, $0.head - stored.position.sequence) : nil
    }
    return WebhookStatus(
      id: stored.id, url: stored.url, types: stored.types, standup: stored.standup,
      meeting: stored.meeting, team: stored.team, format: stored.format,
      secretFingerprint: stored.secret.map(Signature.fingerprint), createdAt: stored.createdAt,
      state: stored.pause != nil ? .paused : stored.failingSince != nil ? .failing : .active,
      reason: stored.pause?.reason ?? reason, epoch: stored.position.epoch,
      sequence: stored.position.sequence, behind: behind, delivered: delivered,
      deliveredAt: deliveredAt, failingSince: stored.failingSince, attempts: attempts,
      nextAttemptAt: nextAttempt)
  }
}
