/// How one timer works. The defaults are for one machine.
struct TimerConfiguration: Hashable, Sendable {
  /// The most countdowns; more are refused as `busy`.
  var limit = 1_000_000
  /// With many countdowns wake-ups are rounded up to multiples of this, in nanoseconds: one wake-up
  /// then serves many ticks, and costs each of them at most this lateness.
  var gridNs: Int64 = 1_000_000
  /// From how many running countdowns on that pays; with fewer, each deadline has its own wake-up.
  var gridFrom = 1000
  /// How many countdowns one turn serves before commands and heartbeats get theirs.
  var batch = 4096
  /// The longest sleep, in nanoseconds, while anything runs. The wake-up counts on a clock that stands
  /// still while the machine is suspended; deadlines do not.
  var longestSleepNs: Int64 = 1_000_000_000
  /// How long the drain waits for delegate calls that are under way.
  var drainLimit = Duration.seconds(1)
  /// How many delegate calls may be under way at once.
  var delegateCalls = 256

  /// When to wake for a deadline.
  func wake(for deadline: Int64, now: Int64, running: Int) -> Int64 {
    let onGrid =
      running < gridFrom || gridNs <= 1 ? deadline : (deadline + gridNs - 1) / gridNs * gridNs
    return min(max(onGrid, now), now + longestSleepNs)
  }
}
