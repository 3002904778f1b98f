/// A moment, read from two clocks at once, so that it can be compared on this machine and on others.
///
/// Within one boot of one machine the uptime decides, which a step of the wall clock cannot move;
/// between machines, or after a reboot, the wall clock does.
public struct ClockReading: Codable, Hashable, Sendable {
  /// Milliseconds since 1970-01-01 UTC.
  public var wallMs: Int64
  /// Names the boot of the machine on which `uptimeUs` counts; empty if unknown.
  public var boot: String
  /// Microseconds since boot, time in suspend included (Linux `CLOCK_BOOTTIME`).
  public var uptimeUs: Int64

  /// A reading of both clocks: the wall clock in milliseconds, the uptime in microseconds.
  ///
  /// - Parameter boot: equal for readings whose uptimes compare; empty leaves it to the wall clock.
  public init(wallMs: Int64, boot: String, uptimeUs: Int64) {
    self.wallMs = wallMs
    self.boot = boot
    self.uptimeUs = uptimeUs
  }

  /// Milliseconds since boot, time in suspend included.
  public var uptimeMs: Int64 { uptimeUs / 1000 }

  /// Milliseconds from `earlier` to this moment; negative if it is later.
  public func milliseconds(since earlier: ClockReading) -> Int64 {
    isComparable(to: earlier)
      ? uptimeUs.minus(earlier.uptimeUs) / 1000 : wallMs.minus(earlier.wallMs)
  }

  /// Microseconds from `earlier` to this moment; negative if it is later. Where only the wall clocks
  /// compare, they are whole milliseconds.
  public func microseconds(since earlier: ClockReading) -> Int64 {
    isComparable(to: earlier)
      ? uptimeUs.minus(earlier.uptimeUs) : wallMs.minus(earlier.wallMs).times(1000)
  }

  /// This moment, moved by some milliseconds.
  public func advanced(byMs ms: Int64) -> ClockReading {
    ClockReading(wallMs: wallMs.plus(ms), boot: boot, uptimeUs: uptimeUs.plus(ms.times(1000)))
  }

  /// Whether both uptimes were read in one boot of one machine.
  private func isComparable(to other: ClockReading) -> Bool {
    !boot.isEmpty && boot == other.boot
  }
}
