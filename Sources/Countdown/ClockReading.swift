public import FastJSON

/// A moment on two clocks, read together, so that it can be compared with moments of this machine
/// and of others.
///
/// Two readings with the same `boot`, unless it is empty, are compared by `uptimeUs`, because the
/// uptime cannot be set. All others, from two machines or from before and after a reboot, are
/// compared by `wallMs`.
public struct ClockReading: FastCodable, Hashable, Sendable {
  /// Wall clock, in milliseconds since 1970-01-01 UTC.
  public var wallMs: Int64
  /// Id of the boot of the machine, from which `uptimeUs` counts; empty if it is unknown.
  public var boot: String
  /// Time since boot, in microseconds, including time in suspend (Linux `CLOCK_BOOTTIME`).
  public var uptimeUs: Int64

  /// Creates a reading of both clocks: the wall clock in milliseconds, the uptime in microseconds.
  ///
  /// - Parameter boot: equal for readings whose uptimes can be compared; if empty, the wall clock
  ///   is used.
  public init(wallMs: Int64, boot: String, uptimeUs: Int64) {
    self.wallMs = wallMs
    self.boot = boot
    self.uptimeUs = uptimeUs
  }

  /// Milliseconds since boot, including time in suspend.
  public var uptimeMs: Int64 { uptimeUs / 1000 }

  /// Returns the number of milliseconds from `earlier` to this moment; negative if `earlier` is
  /// later.
  public func milliseconds(since earlier: ClockReading) -> Int64 {
    isComparable(to: earlier)
      ? uptimeUs.minus(earlier.uptimeUs) / 1000 : wallMs.minus(earlier.wallMs)
  }

  /// Returns the number of microseconds from `earlier` to this moment; negative if `earlier` is
  /// later. If only the wall clocks can be compared, the result is in whole milliseconds.
  public func microseconds(since earlier: ClockReading) -> Int64 {
    isComparable(to: earlier)
      ? uptimeUs.minus(earlier.uptimeUs) : wallMs.minus(earlier.wallMs).times(1000)
  }

  /// Returns this moment, moved by a number of milliseconds.
  public func advanced(byMs ms: Int64) -> ClockReading {
    ClockReading(wallMs: wallMs.plus(ms), boot: boot, uptimeUs: uptimeUs.plus(ms.times(1000)))
  }

  /// Returns whether both uptimes were read in one boot of one machine.
  private func isComparable(to other: ClockReading) -> Bool {
    !boot.isEmpty && boot == other.boot
  }
}
