public import FastJSON

/// A reply that is stored under an idempotency key, for 24 hours.
public struct StoredReply: Codable, Hashable, Sendable {
  /// The `idem` of the command that it answered.
  public var key: String
  /// What the command was answered with.
  public var reply: RawJSON

  /// A reply for a key; written with the effect, in one transaction.
  ///
  /// - Parameter reply: JSON, nested at most 56 levels deep.
  public init(key: String, reply: RawJSON) {
    self.key = key
    self.reply = reply
  }
}

/// What became of changes that a child decided: they are durable.
public struct CommitOutcome: Codable, Hashable, Sendable {
  /// The reply that was already stored under the idempotency key by *another* decision; nothing was
  /// written now. Nil where this very decision is durable.
  public var repeated: RawJSON?

  /// An outcome; without an argument, that this decision is durable.
  public init(repeated: RawJSON? = nil) {
    self.repeated = repeated
  }
}

/// What is stored under an idempotency key.
public struct FoundReply: Codable, Hashable, Sendable {
  /// Nil where nothing is.
  public var reply: RawJSON?

  /// What was found; nil for nothing.
  public init(reply: RawJSON? = nil) { self.reply = reply }
}
