import Glibc

/// A moment in nanoseconds since the machine started, including time in suspend; this clock cannot
/// be set.
///
/// The monotonic clock that is used elsewhere stops while the machine is suspended, but a lease
/// does not.
public struct BootTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the start.
  public var nanoseconds: Int64

  /// Creates a moment from its nanoseconds.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Current moment, from the machine's clock.
  public static var now: BootTime {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return BootTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Returns the moment `ms` milliseconds later.
  public func adding(ms: Int64) -> BootTime {
    BootTime(nanoseconds: nanoseconds + ms * 1_000_000)
  }

  /// Returns the number of milliseconds since an earlier moment.
  public func milliseconds(since earlier: BootTime) -> Int64 {
    (nanoseconds - earlier.nanoseconds) / 1_000_000
  }

  /// Orders moments by time.
  public static func < (one: BootTime, other: BootTime) -> Bool {
    one.nanoseconds < other.nanoseconds
  }
}
