import CIcal
import Threads

/// libical. It guards the time zones, which it keeps in tables of the process, by mutexes of its own, and everything else
/// belongs to the thread that made it. So a calendar that takes long to read or write delays no other thread, such as the one that watches
/// the time.
enum ICal {
  private static let gate = Locked(false)

  /// Looks something up in the tables of time zones, one thread at a time: a zone is loaded when it is first used.
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
