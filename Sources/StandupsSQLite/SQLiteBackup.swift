import CSQLite

/// Copies an open database to another one, page by page (https://www.sqlite.org/backup.html).
package final class SQLiteBackup {
  private let pointer: OpaquePointer
  private let source: SQLiteConnection
  private let destination: SQLiteConnection

  /// Starts a backup.
  ///
  /// - Throws: `SQLiteError` when either database is busy.
  package init(from source: SQLiteConnection, to destination: SQLiteConnection) throws {
    guard
      let pointer = sqlite3_backup_init(destination.pointer, "main", source.pointer, "main")
    else {
      throw SQLiteError(
        result: sqlite3_errcode(destination.pointer), database: destination.pointer,
        operation: "begin the backup")
    }
    self.pointer = pointer
    self.source = source
    self.destination = destination
  }

  deinit { sqlite3_backup_finish(pointer) }

  /// Remaining and total number of pages after the last step.
  package var progress: (remaining: Int, total: Int) {
    (Int(sqlite3_backup_remaining(pointer)), Int(sqlite3_backup_pagecount(pointer)))
  }

  /// Copies at most `pages` pages.
  /// - Returns: true if there are more.
  package func step(pages: Int32) throws -> Bool {
    switch sqlite3_backup_step(pointer, pages) {
    case SQLITE_OK: return true
    case SQLITE_DONE: return false
    case let result:
      throw SQLiteError(
        result: result, database: destination.pointer, operation: "copy pages to the backup")
    }
  }
}
