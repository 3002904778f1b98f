/// How far a backup is.
struct BackupProgress: Sendable, Equatable {
  /// Pages that are copied.
  var copied: Int
  /// Pages in all.
  var total: Int
}
