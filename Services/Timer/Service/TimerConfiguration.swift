/// Configuration of one timer. The defaults are for one machine.
struct TimerConfiguration: Hashable, Sendable {
  /// Maximum number of countdowns; further ones are rejected as `busy`.
  var limit = 1_000_000
  /// Grid to which wake-ups are rounded up, in nanoseconds: one wake-up serves everything that is
  /// due by then, and makes a tick late by at most this time. 0 for none.
  var gridNs: Int64 = 1_000_000
  /// Number of countdowns that one turn serves before commands and heartbeats are handled.
  var batch = 128
  /// Number of countdowns that one turn adopts or releases.
  var adoptedAtOnce = 250
  /// Lateness, in nanoseconds, above which a turn serves sixteen times as many countdowns, so that
  /// commands arriving faster than they can be handled do not delay ticks.
  var behindNs: Int64 = 5_000_000
  /// Number of countdowns whose subscriptions are checked again in one turn.
  var checkedAtOnce = 4096
  /// Delay after which a timer that joins takes its share, so that the others have learned of it by
  /// then.
  var handover = Duration.seconds(1)
  /// Delay after which a timer takes countdowns of another timer that was lost.
  var takeover = Duration.milliseconds(500)
  /// Delay after a restart of the router, which has to learn of all timers first.
  var recount = Duration.seconds(3)
  /// Interval, in nanoseconds, of requests to the composition root while any countdown is paused or
  /// finished. Such a countdown has no deadline at which a lost message about its end would be
  /// noticed.
  var recheckNs: Int64 = 300_000_000_000
  /// Lateness of a wake-up, in nanoseconds, at which the process counts as suspended and its share
  /// as taken over.
  var suspendedNs: Int64 = 3_000_000_000
  /// Maximum sleep, in nanoseconds, while any countdown runs. The clock of the wake-up stops while
  /// the machine is suspended; that of the deadlines does not.
  var maxSleepNs: Int64 = 1_000_000_000
  /// Maximum time for which draining waits for delegate calls in progress.
  var drainLimit = Duration.seconds(1)
  /// Maximum number of delegate calls in progress.
  var delegateCalls = 256

  /// Moment of the wake-up for a deadline: never before it, and at most one step of the grid after
  /// it.
  func wake(for deadline: Int64, now: Int64) -> Int64 {
    let onGrid = gridNs <= 1 ? deadline : (deadline + gridNs - 1) / gridNs * gridNs
    return min(max(onGrid, now), now + maxSleepNs)
  }

  /// Number of countdowns that one turn serves if the first one is late by this many nanoseconds.
  func batch(late: Int64) -> Int { late > behindNs ? 16 * batch : batch }
}
