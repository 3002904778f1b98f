import Glibc

/// Free space of file systems.
enum DiskSpace {
  /// Minimum free space of a healthy service that stores data: 16 MiB. With less, the service
  /// continues to work as far as possible.
  static let minFreeBytes = 16 * 1024 * 1024

  /// Space that this user can still use for files, in bytes; nil if it is unknown.
  static func available(in directory: String) -> Int? {
    var found = statvfs()
    guard statvfs(directory, &found) == 0 else { return nil }
    return Int(
      clamping: found.f_bavail.multipliedReportingOverflow(by: found.f_frsize).partialValue)
  }

  /// Problem with the free space of a directory, as a sentence; nil if there is enough.
  static func problem(in directory: String, minBytes: Int = minFreeBytes) -> String? {
    guard let available = available(in: directory) else {
      return "The directory \(directory) cannot be read; check that its volume is mounted."
    }
    guard available < minBytes else { return nil }
    return
      "Only \(available / 1024) KiB is left on the volume of \(directory); free some space or enlarge the"
      + " volume."
  }
}
