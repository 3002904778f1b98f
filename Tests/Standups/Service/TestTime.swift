import Countdown
import StandupsDependencies
import Foundation
import Threads
import ZeroMQ

/// The clocks of a test, which move only when it advances them.
final class TestTime: Sendable {
  private let ms = Locked<Int64>(0)

  /// Milliseconds since the start of the test.
  var now: Int64 { ms.withLock { $0 } }

  func advance(_ by: Int64) { ms.withLock { $0 += by } }

  func moment(_ ms: Int64) -> ClockReading {
    ClockReading(wallMs: Self.startMs + ms, boot: "test", uptimeUs: ms * 1000)
  }

  var clock: ClockReader { ClockReader { [self] in moment(now) } }
  var date: DateGenerator {
    DateGenerator { [self] in Date(timeIntervalSince1970: Double(Self.startMs + now) / 1000) }
  }

  static let startMs: Int64 = 1_700_000_000_000
}
