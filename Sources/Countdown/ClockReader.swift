import Foundation
import Glibc

/// Reads the clocks; a dependency, so that tests can set them.
public struct ClockReader: Sendable {
  private let read: @Sendable () -> ClockReading

  public init(_ read: @escaping @Sendable () -> ClockReading) {
    self.read = read
  }

  /// The moment now.
  public func callAsFunction() -> ClockReading {
    read()
  }

  /// The machine's own clocks.
  public static let live: ClockReader = {
    // Linux names each boot (proc(5), /proc/sys/kernel/random/boot_id). Without it only the wall
    // clock is compared, which is right as long as nobody steps it.
    let boot =
      (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    return ClockReader {
      ClockReading(
        wallMs: microseconds(CLOCK_REALTIME) / 1000, boot: boot,
        uptimeUs: microseconds(CLOCK_BOOTTIME))
    }
  }()

  private static func microseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
