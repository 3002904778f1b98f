import Foundation
import Glibc

/// How many files this process may have open, sockets included (`RLIMIT_NOFILE`, getrlimit(2)).
public enum OpenFiles {
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  /// What is allowed now; `Int.max` where there is no limit.
  public static var most: Int { Int(clamping: limits?.rlim_cur ?? 1024) }

  /// How many more may be opened. What whoever started this process left open counts as well.
  public static var left: Int {
    // Where there is no /proc, as if none were open.
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    return max(0, most - open)
  }

  /// Why a program cannot run with so few, in a sentence; nil if there are enough.
  ///
  /// - Parameter least: how many it needs.
  public static func problem(least: Int) -> String? {
    guard most < least else { return nil }
    return
      "Only \(most) files may be open, but \(least) are needed; raise the limit (ulimit -Hn \(least),"
      + " LimitNOFILE= in systemd, ulimits.nofile in Compose)."
  }

  /// Takes as many as the system lets this process have: what it begins with is meant for programs that
  /// use select(2), which none here does.
  public static func allowAsManyAsPossible() {
    guard var limits, limits.rlim_cur < limits.rlim_max else { return }
    limits.rlim_cur = limits.rlim_max
    // If it is refused there are as many as before, and `most` tells.
    setrlimit(resource, &limits)
  }

  private static var limits: rlimit? {
    var limits = rlimit()
    return getrlimit(resource, &limits) == 0 ? limits : nil
  }
}
