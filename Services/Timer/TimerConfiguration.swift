/// How one timer works. The defaults are for one machine.
struct TimerConfiguration: Hashable, Sendable {
  /// The most countdowns; more are refused as `busy`.
  var limit = 1_000_000
  /// With many countdowns wake-ups are rounded up to multiples of this, in nanoseconds: one wake-up
  /// then serves many ticks, and costs each of them at most this lateness. A quarter of it with fewer
  /// than ten times `gridFrom`; 1.3 times as much with fewer than fifty times, where waking up is most of
  /// what a tick costs.
  var gridNs: Int64 = 1_000_000
  /// From how many running countdowns on that pays; with fewer, each deadline has its own wake-up.
  var gridFrom = 1000
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
  func wake(for deadline: Int64, now: Int64, running: Int) -> Int64 {
    let grid = grid(running: running)
    let onGrid = grid <= 1 ? deadline : (deadline + grid - 1) / grid * grid
    return min(max(onGrid, now), now + longestSleepNs)
  }

  /// How many countdowns one turn serves when the first is so late, in nanoseconds.
  func batch(late: Int64) -> Int { late > behindNs ? 16 * batch : batch }

  /// The grid for so many countdowns.
  private func grid(running: Int) -> Int64 {
    if running < gridFrom { return 1 }
    if running < 10 * gridFrom { return gridNs / 4 }
    return running < 50 * gridFrom ? gridNs * 13 / 10 : gridNs
  }
}
