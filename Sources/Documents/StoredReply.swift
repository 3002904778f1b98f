public import FastJSON

/// A reply that is stored under an idempotency key, for 24 hours.
public struct StoredReply: Codable, Hashable, Sendable {
  /// The `idem` of the command that it answered.
  public var key: String
  /// What the command was answered with.
  public var reply: RawJSON
  /// Digest of the command's body; nil where every request with the key is the same one.
  public var request: String?

  /// A reply for a key; written with the effect, in one transaction.
  ///
  /// - Parameters:
  ///   - reply: JSON, nested at most 56 levels deep.
  ///   - request: digest of the command's body. Another request under the key is then rejected as `conflict`.
  public init(key: String, reply: RawJSON, request: String? = nil) {
    self.key = key
    self.reply = reply
    self.request = request
  }

  /// Returns true if a request under the key differs from the one that was answered.
  public static func isAnother(_ request: String?, than known: String?) -> Bool {
    if let request, let known { request != known } else { false }
  }

  /// The message for another request under a key.
  public static let anotherRequest =
    "The idempotency key was used before, for a request with another body. Send a new request with a new key."
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
