import Foundation
public import Glibc

/// Reads the clocks; a dependency, so that tests can set them.
public struct ClockReader: Sendable {
  private let read: @Sendable () -> ClockReading

  /// A reader that asks a closure at each reading.
  ///
  /// - Parameter read: tells the moment; called from any thread.
  public init(_ read: @escaping @Sendable () -> ClockReading) {
    self.read = read
  }

  /// The moment now.
  public func callAsFunction() -> ClockReading {
    read()
  }

  /// The machine's own clocks.
  public static let live = ClockReader {
    ClockReading(
      wallMs: nanoseconds(CLOCK_REALTIME) / 1_000_000, boot: boot,
      uptimeUs: nanoseconds(CLOCK_BOOTTIME) / 1000)
  }

  /// Names this boot of this machine; empty if it cannot be known.
  ///
  /// Linux names each boot (proc(5), /proc/sys/kernel/random/boot_id). Without it only the wall clock
  /// is compared, which is right as long as nobody steps it.
  public static let boot: String =
    (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))?
    .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""

  /// One clock of the machine (clock_gettime(2)), in nanoseconds.
  public static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
