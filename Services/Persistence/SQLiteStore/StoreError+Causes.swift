import Glibc
import SQLite

extension StoreError {
  /// What a failure of SQLite means for the caller.
  /// - Parameter path: the database's file, which the sentence names.
  init(_ error: SQLiteError, path: String) {
    switch error.code {
    case .full:
      self = .full(path, cause: error)
    case .readOnly, .permission:
      self = .readOnly(path, cause: error)
    case .busy, .locked:
      self.init(
        .locked, "Another process holds the database \(path); stop that one or try again.",
        cause: error)
    case .corrupt, .notADatabase:
      self.init(
        .damaged,
        "The database \(path) is damaged; start the service again, which sets the file aside.",
        cause: error)
    case .cannotOpen, .inputOutput:
      self.init(
        SystemError(code: error.systemError, operation: error.operation), path: path, cause: error)
    case .constraint:
      self.init(.conflict, "The change contradicts what is stored.", cause: error)
    case .interrupt:
      self.init(
        .invalid, "It takes too long to find: look for words that are rarer.", cause: error)
    case .tooBig:
      self.init(.invalid, "A text is too large for the database; send less.", cause: error)
    default:
      self.init(.internal, "The database refused a statement; report this.", cause: error)
    }
  }

  /// What a failure of the operating system means for the caller.
  /// - Parameters:
  ///   - path: the file or directory that the sentence names.
  ///   - cause: what to keep instead of `error`.
  init(_ error: SystemError, path: String, cause: (any Error)? = nil) {
    let cause = cause ?? error
    switch error.code {
    case ENOSPC, EDQUOT:
      self = .full(path, cause: cause)
    case EROFS, EACCES, EPERM:
      self = .readOnly(path, cause: cause)
    case EISDIR, ENOTDIR:
      self.init(
        .notAFile, "\(path) is not what it should be, a file in a directory; name another place.",
        cause: cause)
    default:
      self.init(.io, "Could not read or write \(path); check the disk.", cause: cause)
    }
  }

  /// Any error as one of the store's.
  static func from(_ error: any Error, path: String) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as SQLiteError: StoreError(error, path: path)
    case let error as SystemError: StoreError(error, path: path)
    default: StoreError(.internal, "The store failed unexpectedly; report this.", cause: error)
    }
  }

  /// Runs `body` and translates what it throws.
  static func translating<Result>(path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw from(error, path: path) }
  }

  private static func full(_ path: String, cause: any Error) -> StoreError {
    StoreError(.full, "No space is left for \(path); free some and try again.", cause: cause)
  }

  private static func readOnly(_ path: String, cause: any Error) -> StoreError {
    StoreError(
      .readOnly,
      "\(path) can't be written; mount its file system for writing and give this user the right to,"
        + " or name another directory.",
      cause: cause)
  }
}
