public import Bus

/// Posted to a webhook in its place in the order: events are missing here that cannot be had back.
/// It is no event of the journal.
public struct WebhookGap: EventData, Hashable {
  /// The CloudEvents type; the subject is the id of the webhook.
  public static let type = "webhook.gap"
  /// Why the events between the two positions cannot be posted.
  public var reason: Reason
  /// Up to here everything was posted.
  public var before: Position
  /// What is posted next comes after this.
  public var after: Position

  /// Notice of a gap; its CloudEvents id is made of the webhook and both positions, so that one
  /// that comes twice is known as one.
  public init(reason: Reason, before: Position, after: Position) {
    self.reason = reason
    self.before = before
    self.after = after
  }

  /// Why events are missing.
  public enum Reason: String, Codable, CaseIterable, Hashable, Sendable {
    /// The journal no longer keeps them.
    case compacted
    /// The journal is another one, new or restored from a backup: sequences do not compare.
    case epoch
  }

  /// A place in a journal: everything up to it is done with.
  public struct Position: Codable, Hashable, Sendable {
    /// Names the journal: a UUID as text. Sequences of different epochs do not compare.
    public var epoch: String
    /// The sequence of an event, from 1; 0 is before the first.
    public var sequence: Int64
    /// A place after the event of a sequence, in the journal of an epoch.
    public init(epoch: String, sequence: Int64) {
      self.epoch = epoch
      self.sequence = sequence
    }
  }
}

/// Posted to a webhook to see whether its receiver is there. It is no event of the journal.
public struct WebhookPing: EventData, Hashable {
  /// The CloudEvents type; the subject is the id of the webhook.
  public static let type = "webhook.ping"
  /// The id of the webhook that is tested, so that the body alone says it.
  public var webhook: String
  /// The data of a ping for the webhook with this id.
  public init(webhook: String) { self.webhook = webhook }
}
