public import Bus

/// Posted to a webhook in its place in the order: events are missing here that cannot be had back.
/// It is no event of the journal.
public struct WebhookGap: EventData, Hashable {
  public static let type = "webhook.gap"
  public var reason: Reason
  /// Up to here everything was posted.
  public var before: Position
  /// What is posted next comes after this.
  public var after: Position

  public init(reason: Reason, before: Position, after: Position) {
    self.reason = reason
    self.before = before
    self.after = after
  }

  public enum Reason: String, Codable, CaseIterable, Hashable, Sendable {
    /// The journal no longer keeps them.
    case compacted
    /// The journal is another one, new or restored from a backup: sequences do not compare.
    case epoch
  }

  public struct Position: Codable, Hashable, Sendable {
    public var epoch: String
    public var sequence: Int64
    public init(epoch: String, sequence: Int64) {
      self.epoch = epoch
      self.sequence = sequence
    }
  }
}

/// Posted to a webhook to see whether its receiver is there. It is no event of the journal.
public struct WebhookPing: EventData, Hashable {
  public static let type = "webhook.ping"
  public var webhook: String
  public init(webhook: String) { self.webhook = webhook }
}
