/// Configuration of one timer. The defaults are suitable for one machine.
struct TimerConfiguration: Hashable, Sendable {
  /// Maximum number of countdowns. Any further countdown is rejected with `busy`.
  var limit = 1_000_000
  /// Grid to which wake-ups are rounded up, in nanoseconds; 0 for none. One wake-up serves
  /// everything that is due by then, and delays a tick by at most this time.
  var gridNs: Int64 = 1_000_000
  /// Number of countdowns that one turn serves before commands and heartbeats are handled.
  var batch = 128
  /// Number of countdowns that one turn adopts or releases.
  var adoptedAtOnce = 250
  /// Lateness, in nanoseconds, above which a turn serves sixteen times as many countdowns, so that
  /// ticks are not delayed by commands that arrive faster than they can be handled.
  var behindNs: Int64 = 5_000_000
  /// Number of countdowns whose subscriptions are checked again in one turn.
  var checkedAtOnce = 4096
  /// Delay before a timer that joins takes over its share, so that the other timers learn of it
  /// first.
  var handover = Duration.seconds(1)
  /// Delay before a timer takes over the countdowns of a timer that was lost.
  var takeover = Duration.milliseconds(500)
  /// Delay after a restart of the router, which first has to learn of all timers.
  var recount = Duration.seconds(3)
  /// Interval of requests to the composition root while any countdown is paused or finished, in
  /// nanoseconds. Such a countdown has no deadline at which a lost message about its end would be
  /// noticed.
  var recheckNs: Int64 = 300_000_000_000
  /// Lateness of a wake-up, in nanoseconds, at which the process counts as suspended, and its share
  /// as taken over by others.
  var suspendedNs: Int64 = 3_000_000_000
  /// Maximum sleep while any countdown runs, in nanoseconds. It is limited because the clock of the
  /// wake-up stops while the machine is suspended, but the clock of the deadlines does not.
  var maxSleepNs: Int64 = 1_000_000_000
  /// Maximum time for which a drain waits for delegate calls in progress.
  var drainLimit = Duration.seconds(1)
  /// Maximum number of delegate calls in progress.
  var delegateCalls = 256

  /// Returns the moment of the wake-up for a deadline: never before the deadline, and at most one
  /// step of the grid after it.
  func wake(for deadline: Int64, now: Int64) -> Int64 {
    let onGrid = gridNs <= 1 ? deadline : (deadline + gridNs - 1) / gridNs * gridNs
    return min(max(onGrid, now), now + maxSleepNs)
  }

  /// Number of countdowns that one turn serves if the first one is late by this many nanoseconds.
  func batch(late: Int64) -> Int { late > behindNs ? 16 * batch : batch }
}
