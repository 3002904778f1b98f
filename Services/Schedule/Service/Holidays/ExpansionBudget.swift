import Glibc

/// Limits on the work for one calendar, because rules from outside can produce any number of days,
/// or match no day at all.
struct ExpansionBudget {
  /// Number of occurrences and days that may still be examined.
  private(set) var steps: Int
  private let cpuMs: Int
  private let startMs: Int

  /// Starts a budget.
  ///
  /// - Parameters:
  ///   - steps: maximum number of occurrences and days.
  ///   - cpuMs: maximum CPU time of this thread from now on, in milliseconds.
  init(steps: Int = 100_000, cpuMs: Int = 1000) {
    self.steps = steps
    self.cpuMs = cpuMs
    startMs = Self.usedMs
  }

  /// Spends a step.
  ///
  /// - Throws: `BudgetExceeded`.
  mutating func spend() throws(BudgetExceeded) {
    steps -= 1
    // Reading the clock costs more than most steps.
    guard steps >= 0, steps % 64 != 0 || !isOver else { throw BudgetExceeded() }
  }

  /// True if the CPU time is used up.
  var isOver: Bool { Self.usedMs - startMs > cpuMs }

  /// CPU time of this thread, in milliseconds.
  static var usedMs: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// Error for a calendar that exceeds its budget.
struct BudgetExceeded: Error {}
