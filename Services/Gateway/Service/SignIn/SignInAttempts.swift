/// The sign-ins that browsers have begun and not completed. A value type.
///
/// They are only in memory: after a restart of the gateway, people begin again.
struct SignInAttempts: Hashable, Sendable {
  /// A sign-in between the redirect to the provider and the return.
  struct Attempt: Hashable, Sendable {
    /// Name of the provider.
    var provider: String
    /// Hash of the secret in the cookie of the browser that began it.
    var browser: String
    var nonce: String
    var verifier: String
    /// Redirect URI that was sent to the provider.
    var redirect: String
    /// Path of the page to open afterwards.
    var path: String
    /// End of validity, in milliseconds of the machine's uptime.
    var untilMs: Int64
  }

  /// Maximum number of attempts; the oldest ones end first.
  static let maxCount = 4096
  /// Time to sign in at the provider, in milliseconds.
  static let validMs: Int64 = 600_000

  /// Attempts by the hash of their state, and these hashes in the order of their creation. An
  /// attempt that ended may still be in the order.
  private var attempts: [String: Attempt] = [:]
  private var order: [String] = []

  var count: Int { attempts.count }

  /// Begins an attempt.
  ///
  /// - Parameter state: hash of the state.
  mutating func begin(_ attempt: Attempt, state: String, at nowMs: Int64) {
    attempts[state] = attempt
    order.append(state)
    // Attempts end in the order in which they began, because all are valid for the same time.
    if order.count > 2 * Self.maxCount { order.removeAll { attempts[$0] == nil } }
    while let oldest = order.first, attempts.count > Self.maxCount || isOver(oldest, at: nowMs) {
      attempts[oldest] = nil
      order.removeFirst()
    }
  }

  /// Ends an attempt, which can therefore not be completed twice.
  ///
  /// - Returns: the attempt; nil for an unknown state, for one that is no longer valid, or if
  ///   another browser or another provider completes it.
  mutating func complete(
    state: String, provider: String, browser: String, at nowMs: Int64
  ) -> Attempt? {
    guard let attempt = attempts.removeValue(forKey: state), attempt.untilMs > nowMs,
      attempt.provider == provider, attempt.browser == browser
    else { return nil }
    return attempt
  }

  private func isOver(_ state: String, at nowMs: Int64) -> Bool {
    attempts[state].map { $0.untilMs <= nowMs } ?? true
  }
}
