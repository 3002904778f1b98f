import Foundation
public import Glibc

/// Reads the clocks. It is passed as a dependency, so that tests can set the time.
public struct ClockReader: Sendable {
  private let read: @Sendable () -> ClockReading

  /// Creates a reader that calls a closure for each reading.
  ///
  /// - Parameter read: returns the current moment; may be called from any thread.
  public init(_ read: @escaping @Sendable () -> ClockReading) {
    self.read = read
  }

  /// Reads the current moment.
  public func callAsFunction() -> ClockReading {
    read()
  }

  /// Reads the clocks of the machine.
  public static let live = ClockReader {
    ClockReading(
      wallMs: nanoseconds(CLOCK_REALTIME) / 1_000_000, boot: boot,
      uptimeUs: nanoseconds(CLOCK_BOOTTIME) / 1000)
  }

  /// Identifies this boot of this machine; empty if unknown.
  ///
  /// It is the id that Linux gives to each boot (proc(5), /proc/sys/kernel/random/boot_id). Without
  /// it, only wall clocks are compared, which is correct as long as they are not set.
  public static let boot: String =
    (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))?
    .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""

  /// Reads one clock of the machine (clock_gettime(2)), in nanoseconds.
  public static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
