import Foundation

/// The delays between retries of a failed delivery, and the time after which the webhook is paused.
struct BackOff: Hashable, Sendable {
  /// Delay before the second attempt, in seconds; each further delay is twice as long.
  var first = 1.0
  /// Maximum delay, in seconds.
  var longest = 300.0
  /// Maximum delay that a receiver can request with `Retry-After`, in seconds.
  var longestAsked = 3600.0
  /// Time of continuous failure after which the webhook is paused, in seconds.
  var givenUpAfter = 3.0 * 86_400
  /// Time of continuous failure after which health reports a problem, in seconds.
  var problemAfter = 60.0

  /// The delay before the next attempt, in milliseconds.
  ///
  /// - Parameters:
  ///   - failures: number of consecutive failed attempts, from 1.
  ///   - retryAfter: delay that the receiver requested, in seconds.
  ///   - jitter: from 0 to 1. Half of the delay is random, so that a receiver that is available
  ///     again does not get all requests at once.
  func pauseMs(failures: Int, retryAfter: Int?, jitter: Double) -> Int {
    let whole = min(longest, first * pow(2, Double(min(max(failures, 1), 30) - 1)))
    let pause = whole / 2 + whole / 2 * min(max(jitter, 0), 1)
    let asked = min(Double(max(retryAfter ?? 0, 0)), longestAsked)
    return Int((max(pause, asked) * 1000).rounded())
  }
}
