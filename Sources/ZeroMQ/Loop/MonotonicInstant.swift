import CZeroMQ

/// A moment in nanoseconds of the machine's CLOCK_MONOTONIC, which cannot be set and which stops
/// while the machine is suspended. Comparable only within one boot.
public struct MonotonicInstant: InstantProtocol, Sendable, Hashable {
  /// Nanoseconds since an unspecified start.
  public var nanoseconds: UInt64

  /// Creates an instant from its nanoseconds.
  public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// The current moment, read from the clock.
  public static var now: MonotonicInstant {
    MonotonicInstant(nanoseconds: czmq_monotonic_nanoseconds())
  }

  /// Returns the moment `duration` later; never before the start of the clock.
  public func advanced(by duration: Duration) -> MonotonicInstant {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else {
      return MonotonicInstant(nanoseconds: seconds < 0 ? 0 : UInt64(Int64.max))
    }
    let part = attoseconds / 1_000_000_000
    let sum = Int64(clamping: nanoseconds).addingReportingOverflow(whole)
    let total = sum.overflow ? (whole < 0 ? 0 : Int64.max) : sum.partialValue
    let result = total.addingReportingOverflow(part)
    return MonotonicInstant(
      nanoseconds: UInt64(max(0, result.overflow ? .max : result.partialValue)))
  }

  /// Returns the time from this moment to `other`; negative if `other` is earlier.
  public func duration(to other: MonotonicInstant) -> Duration {
    other.nanoseconds >= nanoseconds
      ? .nanoseconds(Int64(clamping: other.nanoseconds - nanoseconds))
      : .nanoseconds(-Int64(clamping: nanoseconds - other.nanoseconds))
  }

  /// Orders moments by time.
  public static func < (a: MonotonicInstant, b: MonotonicInstant) -> Bool {
    a.nanoseconds < b.nanoseconds
  }
}
