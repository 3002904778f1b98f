import Threads

/// Lets the same thing be said once in a while, so that whoever repeats it again and again does not fill the
/// log.
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

  /// - Parameters:
  ///   - pause: how long the same thing is not said again.
  ///   - most: how many different things are remembered; one more, and all are forgotten.
  public init(pause: Duration = .seconds(10), most: Int = 1000) {
    self.pause = pause
    self.most = most
  }

  /// What is to be said with something, if it is to be said now: as `before` how often it was kept silent.
  ///
  /// - Parameter what: names it; the same thing has the same name.
  /// - Returns: nil if it is not to be said.
  public func fields(_ what: String) -> [String: LogValue]? {
    admit(what).map { $0 > 0 ? ["before": LogValue($0)] : [:] }
  }

  /// Whether something is to be said now.
  ///
  /// - Parameters:
  ///   - what: names it; the same thing has the same name.
  ///   - now: the moment.
  /// - Returns: how often it was kept silent since it was said last; nil if it is not to be said.
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
