import PersistenceAPI
import Threads

/// Progress of the backup that is being written, or of the last one.
final class BackupBook: Sendable {
  private struct Entry {
    var progress: GetBackup.Reply
    var isOver = false
  }

  private let entries = Locked<[String: Entry]>([:])

  /// Notes that a backup begins. One at a time is written, as each is a copy of the whole database.
  ///
  /// - Returns: the name of the backup that is being written; nil if this one may begin.
  func begin(_ name: String) -> String? {
    entries.withLock { entries in
      if let running = entries.first(where: { !$0.value.isOver }) { return running.key }
      entries = [name: Entry(progress: GetBackup.Reply(name: name, copied: 0, total: 0))]
      return nil
    }
  }

  func note(_ progress: BackupProgress, of name: String) {
    entries.withLock {
      $0[name]?.progress = GetBackup.Reply(
        name: name, copied: progress.copied, total: progress.total)
    }
  }

  func end(_ name: String) { entries.withLock { $0[name]?.isOver = true } }

  subscript(name: String) -> GetBackup.Reply? { entries.withLock { $0[name]?.progress } }
}
