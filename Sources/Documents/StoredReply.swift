public import FastJSON

/// An entry of the idempotency store: a reply, saved under an idempotency key for 24 hours.
public struct StoredReply: FastCodable, Hashable, Sendable {
  /// Idempotency key of the command.
  public var key: String
  /// Body of the reply to the command.
  public var reply: RawJSON
  /// Digest of the command's body; for a command that is limited to some teams, a space and their
  /// ids follow (`RequestDigest`). While the key is stored, a request with another digest, or without
  /// one of these teams, is rejected as `conflict`. Nil if every request with the key counts as the
  /// same one.
  public var request: String?

  /// Creates an entry, which is written in the same transaction as the effect.
  ///
  /// - Parameters:
  ///   - key: the idempotency key of the command.
  ///   - reply: JSON, nested at most 56 levels deep.
  ///   - request: digest of the command's body, with its teams. Another request under the key is then
  ///     rejected as `conflict`.
  public init(key: String, reply: RawJSON, request: String? = nil) {
    self.key = key
    self.reply = reply
    self.request = request
  }

  /// Returns true if a request under the key differs from the one that was answered, or if its sender
  /// may not see the reply.
  public static func isAnother(_ request: String?, than known: String?) -> Bool {
    guard let request, let known, request != known else { return false }
    return !RequestDigest.isRepetition(request, of: known)
  }

  /// Message of the error for another request under the same key.
  public static let anotherRequest =
    "The idempotency key was already used for a request with a different body. Send a new request with a new key."
}

/// The outcome of a commit: the changes that a service decided are durable.
public struct CommitOutcome: FastCodable, Hashable, Sendable {
  /// Reply that *another* decision had already stored under the idempotency key; nothing was
  /// written now. Nil if this decision is durable, even if it was sent twice.
  public var repeated: RawJSON?

  /// Creates an outcome. Default: this decision is durable.
  public init(repeated: RawJSON? = nil) {
    self.repeated = repeated
  }
}

/// The result of a lookup in the idempotency store.
public struct FoundReply: FastCodable, Hashable, Sendable {
  /// Body of the reply under the key; nil if the key is unknown.
  public var reply: RawJSON?

  /// Creates a result; nil for an unknown key.
  public init(reply: RawJSON? = nil) { self.reply = reply }
}
