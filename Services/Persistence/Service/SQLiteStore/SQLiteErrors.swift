import Glibc
import StandupsSQLite

extension StoreError {
  /// Translates an error of SQLite.
  ///
  /// - Parameter path: path of the database, for the message.
  init(_ error: SQLiteError, path: String) {
    switch error.code {
    case .full:
      self = .full(path, cause: error)
    case .readOnly, .permission:
      self = .readOnly(path, cause: error)
    case .busy, .locked:
      self.init(
        .locked, "Another process has locked the database \(path); stop that process or try again.",
        cause: error)
    case .corrupt, .notADatabase:
      self.init(
        .damaged,
        "The database \(path) is damaged; start the service again to set the file aside.",
        cause: error)
    case .cannotOpen, .inputOutput:
      self.init(
        SystemError(code: error.systemError, operation: error.operation), path: path, cause: error)
    case .constraint:
      self = .contradiction(cause: error)
    case .interrupt:
      self = .slowSearch(cause: error)
    case .tooBig:
      self = .tooLarge(cause: error)
    default:
      self = .rejected(cause: error)
    }
  }

  /// Translates an error of the operating system.
  ///
  /// - Parameters:
  ///   - path: file or directory, for the message.
  ///   - cause: error to store as the cause instead of `error`.
  init(_ error: SystemError, path: String, cause: (any Error)? = nil) {
    let cause = cause ?? error
    switch error.code {
    case ENOSPC, EDQUOT:
      self = .full(path, cause: cause)
    case EROFS, EACCES, EPERM:
      self = .readOnly(path, cause: cause)
    case EISDIR, ENOTDIR:
      self.init(
        .notAFile,
        "\(path) is a directory, or part of its path is a file; specify the path of a file.",
        cause: cause)
    default:
      self.init(.io, "Could not read or write \(path); check the disk.", cause: cause)
    }
  }

  /// Translates any error into one of the store.
  static func from(_ error: any Error, path: String) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as SQLiteError: StoreError(error, path: path)
    case let error as SystemError: StoreError(error, path: path)
    default:
      StoreError(
        .internal, "The database failed unexpectedly; please report this as a bug.", cause: error)
    }
  }

  /// Runs `body` and translates its errors.
  static func translating<Result>(path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw from(error, path: path) }
  }

  private static func full(_ path: String, cause: any Error) -> StoreError {
    StoreError(
      .full, "The volume of \(path) has run out of space; free some and try again.",
      cause: cause)
  }

  private static func readOnly(_ path: String, cause: any Error) -> StoreError {
    StoreError(
      .readOnly,
      "\(path) cannot be written; mount its file system read-write and give this user write permission, or use"
        + " another directory.",
      cause: cause)
  }
}
