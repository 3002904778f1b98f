import Threads

/// Limits how often the same message is logged, so that a repeated problem does not fill the log.
///
/// ```swift
/// if let fields = throttle.fields("disk full") { log.error("The disk is full.", fields) }
/// ```
public final class LogThrottle: Sendable {
  private struct Said {
    var at: ContinuousClock.Instant
    var silent = 0
  }

  private let pause: Duration
  private let most: Int
  private let said = Locked([String: Said]())

  /// Creates a throttle.
  ///
  /// - Parameters:
  ///   - pause: time during which the same message is suppressed.
  ///   - most: maximum number of different messages to remember; beyond it, all of them are
  ///     forgotten.
  public init(pause: Duration = .seconds(10), most: Int = 1000) {
    self.pause = pause
    self.most = most
  }

  /// Returns the fields to log with a message if it is due now: `before`, the number of suppressed
  /// repetitions, if there were any.
  ///
  /// - Parameter what: key of the message; the same message has the same key.
  /// - Returns: nil if the message is suppressed.
  public func fields(_ what: String) -> [String: LogValue]? {
    admit(what).map { $0 > 0 ? ["before": LogValue($0)] : [:] }
  }

  /// Decides whether a message is due now.
  ///
  /// - Parameters:
  ///   - what: key of the message; the same message has the same key.
  ///   - now: the current time.
  /// - Returns: number of repetitions suppressed since the message was last logged; nil if it is
  ///   suppressed now.
  public func admit(_ what: String, at now: ContinuousClock.Instant = .now) -> Int? {
    said.withLock { said in
      if let last = said[what], now - last.at < pause {
        said[what]?.silent += 1
        return nil
      }
      if said.count >= most, said[what] == nil { said = [:] }
      defer { said[what] = Said(at: now) }
      return said[what]?.silent ?? 0
    }
  }
}
