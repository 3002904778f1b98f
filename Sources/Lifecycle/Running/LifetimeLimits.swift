/// How long a program may take to end. Both together are what a supervisor has to wait for.
public struct LifetimeLimits: Hashable, Sendable {
  /// For the drain.
  public var drain: Duration
  /// For the rest, after it was cancelled.
  public var cancel: Duration

  /// The defaults add up to 5 s.
  public init(drain: Duration = .seconds(4), cancel: Duration = .seconds(1)) {
    self.drain = drain
    self.cancel = cancel
  }
}
