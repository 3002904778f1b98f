/// Time limits of a program's shutdown. A supervisor has to wait for the sum of both.
public struct LifetimeLimits: Hashable, Sendable {
  /// Time limit of the drain.
  public var drain: Duration
  /// Time limit for the work to stop after a cancellation.
  public var cancel: Duration

  /// Creates limits. The defaults add up to 5 s.
  public init(drain: Duration = .seconds(4), cancel: Duration = .seconds(1)) {
    self.drain = drain
    self.cancel = cancel
  }
}
