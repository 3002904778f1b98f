/// How one timer works. The defaults are for one machine.
struct TimerConfiguration: Hashable, Sendable {
  /// The most countdowns; more are refused as `busy`.
  var limit = 1_000_000
  /// Wake-ups are rounded up to multiples of this, in nanoseconds: one wake-up serves all that is due by
  /// then, and costs each tick at most this lateness. 0 for none.
  var gridNs: Int64 = 1_000_000
  /// How many countdowns one turn serves before commands and heartbeats get theirs.
  var batch = 128
  /// How many countdowns are taken over or let go of in one turn.
  var adoptedAtOnce = 250
  /// From which lateness on, in nanoseconds, a turn serves sixteen times as many: commands that come faster
  /// than they can be done must not keep the ticks from being sent.
  var behindNs: Int64 = 5_000_000
  /// How many are asked in one turn whether their ticks are wanted now.
  var askedAtOnce = 4096
  /// How long a timer that comes waits before it takes what is its own: so long the others have to
  /// hear of it.
  var handover = Duration.seconds(1)
  /// How long a timer waits, after another one went, before it takes what that one had.
  var takeover = Duration.milliseconds(500)
  /// The same after the router was started anew, and has to hear of all timers first.
  var recount = Duration.seconds(3)
  /// How often the parent is asked, in nanoseconds, while anything stands still: that has no deadline at which it
  /// would be found that nobody wants it any more, as the word for it was lost.
  var recheckNs: Int64 = 300_000_000_000
  /// How late a wake-up has to be, in nanoseconds, to tell that the process did not run meanwhile and
  /// others have taken its place.
  var suspendedNs: Int64 = 3_000_000_000
  /// The longest sleep, in nanoseconds, while anything runs. The wake-up counts on a clock that stands
  /// still while the machine is suspended; deadlines do not.
  var longestSleepNs: Int64 = 1_000_000_000
  /// How long the drain waits for delegate calls that are under way.
  var drainLimit = Duration.seconds(1)
  /// How many delegate calls may be under way at once.
  var delegateCalls = 256

  /// When to wake for a deadline: never before it, and at most one grid's width after it.
  func wake(for deadline: Int64, now: Int64) -> Int64 {
    let onGrid = gridNs <= 1 ? deadline : (deadline + gridNs - 1) / gridNs * gridNs
    return min(max(onGrid, now), now + longestSleepNs)
  }

  /// How many countdowns one turn serves when the first is so late, in nanoseconds.
  func batch(late: Int64) -> Int { late > behindNs ? 16 * batch : batch }
}
