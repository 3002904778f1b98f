import Countdown
import Foundation
import Threads

/// The clocks of a test, which move only when it advances them.
final class TestTime: Sendable {
  private let ms = Locked<Int64>(0)

  /// Milliseconds since the start of the test.
  var now: Int64 { ms.withLock { $0 } }

  func advance(_ by: Int64) { ms.withLock { $0 += by } }

  /// - Parameter boot: identifies the boot of the machine; for another one the wall clock is used.
  func moment(_ ms: Int64, boot: String = "test") -> ClockReading {
    ClockReading(wallMs: Self.startMs + ms, boot: boot, uptimeUs: ms * 1000)
  }

  var clock: ClockReader { ClockReader { [self] in moment(now) } }

  /// A clock running since a moment.
  func clock(since ms: Int64) -> CountdownClock {
    CountdownClock(elapsedMs: 0, at: moment(ms), isRunning: true)
  }

  static func date(_ ms: Int64) -> Date {
    Date(timeIntervalSince1970: Double(startMs + ms) / 1000)
  }

  static let startMs: Int64 = 1_700_000_000_000
}
