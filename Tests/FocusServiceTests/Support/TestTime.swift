import Countdown
import Foundation
import Threads

/// The clocks of a test; they stand still until it moves them.
final class TestTime: Sendable {
  private let ms = Locked<Int64>(0)

  /// Milliseconds since the test began.
  var now: Int64 { ms.withLock { $0 } }

  func advance(_ by: Int64) { ms.withLock { $0 += by } }

  /// - Parameter boot: names the run of the machine; on another one the wall clock decides.
  func moment(_ ms: Int64, boot: String = "test") -> ClockReading {
    ClockReading(wallMs: Self.startMs + ms, boot: boot, uptimeUs: ms * 1000)
  }

  var clock: ClockReader { ClockReader { [self] in moment(now) } }

  /// A clock that has run since a moment.
  func clock(since ms: Int64) -> CountdownClock {
    CountdownClock(elapsedMs: 0, at: moment(ms), isRunning: true)
  }

  static func date(_ ms: Int64) -> Date {
    Date(timeIntervalSince1970: Double(startMs + ms) / 1000)
  }

  static let startMs: Int64 = 1_700_000_000_000
}
