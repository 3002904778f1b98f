import CIcal
import Threads

/// libical, one thread at a time: it keeps its time zones in tables of the process, and expands them when they are
/// first used.
enum ICal {
  private static let gate = Locked(false)

  /// Does something with libical.
  static func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    try gate.withLock { isReady in
      if !isReady {
        // The system's database, not one of libical's own.
        icaltimezone_set_builtin_tzdata(0)
        isReady = true
      }
      return try body()
    }
  }
}
