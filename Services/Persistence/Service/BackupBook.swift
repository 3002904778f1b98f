import PersistenceAPI
import Threads

/// How far the backups are: those under way, and those that ended since the last one began.
final class BackupBook: Sendable {
  private struct Entry {
    var progress: GetBackup.Reply
    var isOver = false
  }

  private let entries = Locked<[String: Entry]>([:])

  func begin(_ path: String) {
    entries.withLock { entries in
      entries = entries.filter { !$0.value.isOver }
      entries[path] = Entry(progress: GetBackup.Reply(path: path, copied: 0, total: 0))
    }
  }

  func note(_ progress: BackupProgress, of path: String) {
    entries.withLock {
      $0[path]?.progress = GetBackup.Reply(
        path: path, copied: progress.copied, total: progress.total)
    }
  }

  func end(_ path: String) { entries.withLock { $0[path]?.isOver = true } }

  subscript(path: String) -> GetBackup.Reply? { entries.withLock { $0[path]?.progress } }
}
