/// The instances that wait for a lease, as last seen by its holder.
public struct LeaseCrowd: Hashable, Sendable {
  /// The waiting instances, the longest wait first.
  public private(set) var waiters: [LeaseWaiter] = []
  /// Time since which no instance has been waiting; nil while one is waiting, or before the first
  /// check.
  private var aloneSince: BootTime?

  /// Creates the state before the first check.
  init() {}

  mutating func saw(_ waiters: [LeaseWaiter], at now: BootTime) {
    self.waiters = waiters
    aloneSince = waiters.isEmpty ? aloneSince ?? now : nil
  }

  /// Time for which no waiting instance has been seen, in milliseconds; nil while one is waiting,
  /// or before the first check.
  public var aloneMs: Int64? { aloneMs(at: .now) }

  func aloneMs(at now: BootTime) -> Int64? { aloneSince.map { now.milliseconds(since: $0) } }
}
