public import Bus

/// Posted to a webhook in place of events that are missing and cannot be recovered. It keeps its
/// place in the order of events, but is not an event of the journal.
public struct WebhookGap: EventData, Hashable {
  public static let type = "webhook.gap"
  public static let traits = EventTraits(
    subject: "the id of the webhook", source: "webhooks", isPublished: false)
  /// Reason why the events between the two positions cannot be posted.
  public var reason: Reason
  /// Position up to which everything was posted.
  public var before: Position
  /// Position after which delivery continues.
  public var after: Position

  /// Creates the notice of a gap. Its CloudEvents id is derived from the webhook and both
  /// positions, so that a receiver recognises a repetition.
  public init(reason: Reason, before: Position, after: Position) {
    self.reason = reason
    self.before = before
    self.after = after
  }

  /// Reason why events are missing.
  public enum Reason: String, Codable, CaseIterable, Hashable, Sendable {
    /// The journal no longer retains them.
    case compacted
    /// The journal is a different one, which is new or was restored from a backup, so sequences
    /// cannot be compared.
    case epoch
  }

  /// Position in a journal up to which all events have been handled.
  public struct Position: Codable, Hashable, Sendable {
    /// Epoch of the journal, a UUID. Sequences of different epochs cannot be compared.
    public var epoch: String
    /// Sequence of an event, from 1; 0 is before the first one.
    public var sequence: Int64
    /// Creates the position after the event with this sequence.
    public init(epoch: String, sequence: Int64) {
      self.epoch = epoch
      self.sequence = sequence
    }
  }
}

/// Posted to a webhook to test its receiver. It is not an event of the journal.
public struct WebhookPing: EventData, Hashable {
  public static let type = "webhook.ping"
  public static let traits = EventTraits(
    subject: "the id of the webhook", source: "webhooks", isPublished: false)
  /// Id of the tested webhook, which is thereby in the body as well.
  public var webhook: String
  /// Creates the data of a ping for the webhook with this id.
  public init(webhook: String) { self.webhook = webhook }
}
