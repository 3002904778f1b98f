/// Progress of a backup.
struct BackupProgress: Sendable, Equatable {
  /// Number of copied pages.
  var copied: Int
  /// Total number of pages.
  var total: Int
}
