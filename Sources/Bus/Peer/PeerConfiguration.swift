/// How a peer behaves towards the router.
public struct PeerConfiguration: Sendable {
  /// Where the router is, for error messages.
  public var endpoint: String
  /// How often a peer shows that it lives, and asks whether the router does, in milliseconds.
  public var heartbeatMs = 1000
  /// How soon an unanswered hello is repeated, in milliseconds.
  public var helloMs = 250
  /// The first wait before a retry, in milliseconds; it doubles up to `maximumRetryMs`, half of it
  /// random, so that many peers do not come back in step.
  public var retryMs = 50
  /// The longest wait before a retry, in milliseconds, unless the error itself asks for a longer
  /// one.
  public var maximumRetryMs = 1000
  /// How many messages may wait for a connection.
  public var outbox = 10_000

  /// The usual behaviour.
  ///
  /// - Parameter endpoint: the text by which people know the router, such as `tcp://router:5550`.
  public init(endpoint: String = "the router") {
    self.endpoint = endpoint
  }

  /// The wait before attempt `attempt` (from 2), in milliseconds.
  func backoffMs(before attempt: Int) -> Int {
    let full = min(maximumRetryMs, retryMs << min(attempt - 2, 10))
    var random = PooledRandom()
    return full / 2 + Int.random(in: 0...max(1, full / 2), using: &random)
  }
}
