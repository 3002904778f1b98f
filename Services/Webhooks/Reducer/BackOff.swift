import Foundation

/// When a delivery that failed is tried again, and when it is given up.
struct BackOff: Hashable, Sendable {
  /// Before the second attempt; each further pause is twice as long.
  var first = 1.0
  /// The longest pause, in seconds.
  var longest = 300.0
  /// The longest pause that a receiver can ask for with `Retry-After`, in seconds.
  var longestAsked = 3600.0
  /// After so many seconds in which every attempt failed the webhook is paused.
  var givenUpAfter = 3.0 * 86_400
  /// After so many seconds of failing it is a problem that health shows.
  var problemAfter = 60.0

  /// The pause in milliseconds.
  ///
  /// - Parameters:
  ///   - failures: attempts that failed in a row, from 1.
  ///   - retryAfter: what the receiver asked for, in seconds.
  ///   - jitter: from 0 to 1. Half of the pause is random, so that receivers which came back are not
  ///     called by everybody at once.
  func pauseMs(failures: Int, retryAfter: Int?, jitter: Double) -> Int {
    let whole = min(longest, first * pow(2, Double(min(max(failures, 1), 30) - 1)))
    let pause = whole / 2 + whole / 2 * min(max(jitter, 0), 1)
    let asked = min(Double(max(retryAfter ?? 0, 0)), longestAsked)
    return Int((max(pause, asked) * 1000).rounded())
  }
}
