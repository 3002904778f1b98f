import Foundation
import Glibc

/// Limit on the number of files, including sockets, that this process may have open
/// (`RLIMIT_NOFILE`, getrlimit(2)).
public enum OpenFiles {
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  /// Current limit; `Int.max` if unlimited.
  public static var most: Int { Int(clamping: limits?.rlim_cur ?? 1024) }

  /// Number of files that may still be opened. Descriptors inherited from the parent process count
  /// as open.
  public static var left: Int {
    // Without /proc, assumes that none are open.
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    return max(0, most - open)
  }

  /// Returns a sentence that explains why a program cannot run with this limit; nil if the limit is
  /// high enough.
  ///
  /// - Parameter least: minimum number of files that the program needs.
  public static func problem(least: Int) -> String? {
    guard most < least else { return nil }
    return
      "Only \(most) files may be open, but \(least) are needed; raise the limit (ulimit -Hn \(least),"
      + " LimitNOFILE= in systemd, ulimits.nofile in Compose)."
  }

  /// Raises the soft limit to the hard limit. The default soft limit protects programs that use
  /// select(2), which no program here does.
  public static func allowAsManyAsPossible() {
    guard var limits, limits.rlim_cur < limits.rlim_max else { return }
    limits.rlim_cur = limits.rlim_max
    // If the call fails, the limit is unchanged, and `most` returns the old one.
    setrlimit(resource, &limits)
  }

  private static var limits: rlimit? {
    var limits = rlimit()
    return getrlimit(resource, &limits) == 0 ? limits : nil
  }
}
