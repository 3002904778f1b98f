import PersistenceAPI
import Threads

/// How far the backups are: those under way, and those that ended since the last one began.
final class BackupBook: Sendable {
  private struct Entry {
    var progress: GetBackup.Reply
    var isOver = false
  }

  private let entries = Locked<[String: Entry]>([:])

  func begin(_ name: String) {
    entries.withLock { entries in
      entries = entries.filter { !$0.value.isOver }
      entries[name] = Entry(progress: GetBackup.Reply(name: name, copied: 0, total: 0))
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
