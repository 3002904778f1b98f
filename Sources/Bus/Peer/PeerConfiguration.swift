/// Timeouts and limits of a peer.
public struct PeerConfiguration: Sendable {
  /// The router's address, for error messages.
  public var endpoint: String
  /// Interval between heartbeats, in milliseconds. They show the router that the peer is alive, and
  /// their replies show the peer that the router is alive.
  public var heartbeatMs = 1000
  /// Interval at which an unanswered registration is repeated, in milliseconds.
  public var helloMs = 250
  /// First wait before a retry, in milliseconds. It doubles up to `maximumRetryMs`; half of it is
  /// random, so that not all peers retry at the same time.
  public var retryMs = 50
  /// Maximum wait before a retry, in milliseconds, unless the error itself requests a longer one.
  public var maximumRetryMs = 1000
  /// Maximum number of messages that wait for a connection.
  public var outbox = 10_000

  /// Creates the default configuration.
  ///
  /// - Parameter endpoint: the router's name in error messages, such as `tcp://router:5550`.
  public init(endpoint: String = "the router") {
    self.endpoint = endpoint
  }

  /// Returns the wait before an attempt, in milliseconds. Attempts are counted from 1, so the first
  /// retry is attempt 2.
  func backoffMs(before attempt: Int) -> Int {
    let full = min(maximumRetryMs, retryMs << min(attempt - 2, 10))
    var random = PooledRandom()
    return full / 2 + Int.random(in: 0...max(1, full / 2), using: &random)
  }
}
