import Glibc

/// What is left in a file system.
enum DiskSpace {
  /// Below this much a service that keeps data is not healthy: 16 MiB. The work goes on, if it can.
  static let least = 16 * 1024 * 1024

  /// How many bytes this user may still write there; nil where that cannot be known.
  static func available(in directory: String) -> Int? {
    var found = statvfs()
    guard statvfs(directory, &found) == 0 else { return nil }
    return Int(
      clamping: found.f_bavail.multipliedReportingOverflow(by: found.f_frsize).partialValue)
  }

  /// What is wrong with the space in a directory, as a sentence; nil if nothing is.
  static func problem(in directory: String, least: Int = least) -> String? {
    guard let available = available(in: directory) else {
      return "The directory \(directory) cannot be read; check that its volume is mounted."
    }
    guard available < least else { return nil }
    return
      "Only \(available / 1024) KiB are left on the volume of \(directory); free some space or enlarge the"
      + " volume."
  }
}
