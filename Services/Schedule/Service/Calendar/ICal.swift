import CIcal
import Threads

/// Access to libical. It guards its process-wide tables of time zones with its own mutexes;
/// everything else belongs to the thread that created it. A calendar that takes a long time to read
/// or write therefore delays no other thread, such as the one that watches the time.
enum ICal {
  private static let gate = Locked(false)

  /// Looks something up in the tables of time zones, one thread at a time, because a zone is loaded
  /// when it is first used.
  static func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    try gate.withLock { isReady in
      if !isReady {
        // Uses the system's database instead of libical's own.
        icaltimezone_set_builtin_tzdata(0)
        isReady = true
      }
      return try body()
    }
  }
}
