import Foundation
import Threads
import ZeroMQ

/// A clock that only the test moves.
final class ManualClock: Sendable {
  private let seconds = Locked<Double>(1_767_225_600)

  var date: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

  func advance(by interval: Double) { seconds.withLock { $0 += interval } }
}
