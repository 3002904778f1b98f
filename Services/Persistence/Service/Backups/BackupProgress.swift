import PersistenceAPI
import Threads

/// Progress of a backup.
struct BackupProgress: Sendable, Equatable {
  /// Number of copied pages.
  var copied: Int
  /// Total number of pages.
  var total: Int
}

/// Progress of the current or the last backup.
final class BackupTracker: Sendable {
  private struct Entry {
    var progress: GetBackup.Reply
    var isOver = false
  }

  private let entries = Locked<[String: Entry]>([:])

  /// Begins a backup. Only one backup is written at a time, because each is a copy of the whole
  /// database.
  ///
  /// - Returns: name of the running backup; nil if this one may begin.
  func begin(_ name: String) -> String? {
    entries.withLock { entries in
      if let running = entries.first(where: { !$0.value.isOver }) { return running.key }
      entries = [name: Entry(progress: GetBackup.Reply(name: name, copied: 0, total: 0))]
      return nil
    }
  }

  func record(_ progress: BackupProgress, of name: String) {
    entries.withLock {
      $0[name]?.progress = GetBackup.Reply(
        name: name, copied: progress.copied, total: progress.total)
    }
  }

  func end(_ name: String) { entries.withLock { $0[name]?.isOver = true } }

  subscript(name: String) -> GetBackup.Reply? { entries.withLock { $0[name]?.progress } }
}
