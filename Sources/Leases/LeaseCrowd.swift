/// Those who wait for a lease, as its holder saw them last.
public struct LeaseCrowd: Hashable, Sendable {
  /// The first one first.
  public private(set) var waiters: [LeaseWaiter] = []
  /// When nobody was seen first; nil while somebody waits, or nobody has looked.
  private var aloneSince: BootTime?

  /// Nobody has looked yet.
  init() {}

  mutating func saw(_ waiters: [LeaseWaiter], at now: BootTime) {
    self.waiters = waiters
    aloneSince = waiters.isEmpty ? aloneSince ?? now : nil
  }

  /// For how long nobody has been seen who waits, in milliseconds; nil while there is one, or nobody has looked.
  public var aloneMs: Int64? { aloneMs(at: .now) }

  func aloneMs(at now: BootTime) -> Int64? { aloneSince.map { now.milliseconds(since: $0) } }
}
