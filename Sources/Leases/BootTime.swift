import Glibc

/// Nanoseconds since the machine started, its sleep included; nobody can set them.
///
/// Not the monotonic clock of others here: that one stands still while the machine sleeps, and a lease does not.
public struct BootTime: Hashable, Comparable, Sendable {
  /// Since the start.
  public var nanoseconds: Int64

  /// A moment.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The present moment.
  public static var now: BootTime {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return BootTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// So many milliseconds later.
  public func adding(ms: Int64) -> BootTime {
    BootTime(nanoseconds: nanoseconds + ms * 1_000_000)
  }

  /// How many milliseconds have passed since an earlier moment.
  public func milliseconds(since earlier: BootTime) -> Int64 {
    (nanoseconds - earlier.nanoseconds) / 1_000_000
  }

  /// Earlier ones come first.
  public static func < (one: BootTime, other: BootTime) -> Bool {
    one.nanoseconds < other.nanoseconds
  }
}
